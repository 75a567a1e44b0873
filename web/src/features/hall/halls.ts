/** Opens a poll's address on a phone: the question's scene with the phone's own seed. Loaded on demand. */

import { SceneRefused } from '../../core/border/client';
import { SCRIPT } from '../../core/border/scenario';
import { BadLessonAddress } from '../../core/lesson/address';
import {
  BadHallAddress,
  isLink,
  laneAlone,
  lessonHallFragment,
  readHallFragment,
  sceneOf,
} from '../../core/lesson/hall-address';
import { seedOf } from '../../core/lesson/hall-code';
import { HALL_METRICS, type HallQuestion, questionOfPart, questionOfScene } from '../../core/lesson/hall-question';
import { hallStore, questionOfStep } from '../../core/lesson/hall-store';
import { fragmentOfLesson, lessonAt, wholeFragment } from '../../core/lesson/lesson-sources';
import type { LessonSource } from '../../core/lesson/lesson-store';
import { type Opening, wordsFor } from '../../core/session/opening';
import type { AddressParser } from '../../core/session/parse-address';
import { keepOwnAnswer, ownAnswer } from './hall-memory';

/** The address of a question in a lesson step. Undefined if the lesson's text is too long for an address. */
export async function hallFragmentOfStep(source: LessonSource, step: number): Promise<string | undefined> {
  const fragment =
    source.kind === 'built-in' ? await fragmentOfLesson(source, step) : await wholeFragment(source.text, step);
  return fragment === undefined ? undefined : lessonHallFragment(fragment);
}

/**
 * The poll on a phone: the question's scene with the phone's own seed, at the usual speed. Throws `SceneRefused` if
 * this page cannot answer the question.
 */
export async function parseHall(fragment: string, parser: AddressParser): Promise<Opening> {
  const question = await questionAt(fragment, parser).catch((problem: unknown) => {
    const isRefused = problem instanceof BadHallAddress || problem instanceof BadLessonAddress;
    throw isRefused ? refusal(problem.message) : problem;
  });
  const kept = ownAnswer(fragment);
  const seed = kept?.seed ?? seedOf(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const scenario = { ...question.scene, seed };
  return {
    scenario,
    preset: wordsFor(scenario, parser.presetNamed(scenario.id)),
    at_s: 0,
    pace: parser.speedAsUsual,
    plays: true,
    view: {},
    scripts: 'ask',
    names: fragment,
    brings: (isOpened) => {
      if (!isOpened) return;
      if (kept === undefined) keepOwnAnswer(fragment, { seed, prediction: undefined, value: undefined });
      hallStore.setState({ answers: { question, seed }, asks: undefined });
    },
  };
}

async function questionAt(fragment: string, parser: AddressParser): Promise<HallQuestion> {
  const address = readHallFragment(fragment);
  if (address.kind === 'lesson') {
    const { lesson, step } = await lessonAt(address.lesson, { presets: parser.presets });
    const part = questionOfStep(lesson.steps[step]);
    if (part === undefined) throw new BadHallAddress('This step of the lesson asks no question.');
    return questionOfPart(fragment, part);
  }
  const metric = HALL_METRICS.find(({ id }) => id === address.metric);
  if (metric === undefined) throw new BadHallAddress(`This page cannot ask for “${address.metric}”.`);
  const scene = isLink(address.scene)
    ? laneAlone((await parser.decode(address.scene)).scenario, 0)
    : sceneOf(
        address,
        parser.presets.map(({ scenario }) => scenario),
      );
  const question = questionOfScene(fragment, metric, scene, nameOf(scene.lanes[0]?.aqm ?? address.lane, parser));
  if (question === undefined) throw new BadHallAddress(`Its scene has no ${metric.name}.`);
  return question;
}

/**
 * A discipline's name in a question. A script has no name of its own here, because its text has not been parsed yet.
 */
function nameOf(aqm: string, { run }: AddressParser): string {
  if (aqm === SCRIPT) return 'this script';
  const discipline = run.catalog?.disciplines.find(({ id }) => id === aqm);
  if (discipline === undefined) throw new BadHallAddress(`There is no discipline “${aqm}”.`);
  return discipline.name;
}

function refusal(problem: string): SceneRefused {
  return new SceneRefused([{ path: 'address of the poll', problem }]);
}

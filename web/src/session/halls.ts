/** The address of a hall, opened on a phone: the scene runs, and the question waits for an answer. Loaded when there is one. */

import type { Catalog } from '../engine/catalog';
import { type DecodedLink, SceneRefused } from '../engine/client';
import { BadLessonAddress } from '../lesson/address';
import {
  BadHallAddress,
  isLink,
  laneAlone,
  lessonHallFragment,
  readHallFragment,
  sceneOf,
} from '../lesson/hall-address';
import { seedOf } from '../lesson/hall-code';
import { HALL_METRICS, type HallQuestion, questionOfPart, questionOfScene } from '../lesson/hall-question';
import { type Preset, SCRIPT, type Scenario } from '../scenario/scenario';
import { keepOwnAnswer, ownAnswer } from '../store/hall-memory';
import { hallStore, questionOfStep } from '../store/hall-store';
import type { LessonSource } from '../store/lesson-store';
import { fragmentOfLesson, lessonAt, wholeFragment } from './lesson-sources';

export interface HallStage {
  readonly presets: readonly Preset[];
  readonly catalog: () => Promise<Catalog>;
  readonly decode: (link: string) => Promise<DecodedLink>;
  readonly open: (scenario: Scenario) => Promise<void>;
}

/** The address of the question of a step; undefined where the text of the lesson is too long for one. */
export async function hallFragmentOfStep(source: LessonSource, step: number): Promise<string | undefined> {
  const fragment =
    source.kind === 'built-in' ? await fragmentOfLesson(source, step) : await wholeFragment(source.text, step);
  return fragment === undefined ? undefined : lessonHallFragment(fragment);
}

/** Throws `SceneRefused` where the address asks nothing that this page can answer. */
export async function openHall(fragment: string, stage: HallStage): Promise<void> {
  const question = await questionAt(fragment, stage).catch((problem: unknown) => {
    const isRefused = problem instanceof BadHallAddress || problem instanceof BadLessonAddress;
    throw isRefused ? refusal(problem.message) : problem;
  });
  const kept = ownAnswer(fragment);
  const seed = kept?.seed ?? seedOf(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  if (kept === undefined) keepOwnAnswer(fragment, { seed, prediction: undefined, value: undefined });
  hallStore.setState({ answers: { question, seed }, asks: undefined });
  try {
    await stage.open({ ...question.scene, seed });
  } catch (problem) {
    hallStore.setState({ answers: undefined });
    throw problem;
  }
}

async function questionAt(fragment: string, stage: HallStage): Promise<HallQuestion> {
  const address = readHallFragment(fragment);
  if (address.kind === 'lesson') {
    const { lesson, step } = await lessonAt(address.lesson, { presets: stage.presets });
    const part = questionOfStep(lesson.steps[step]);
    if (part === undefined) throw new BadHallAddress('This step of the lesson asks no question.');
    return questionOfPart(fragment, part);
  }
  const metric = HALL_METRICS.find(({ id }) => id === address.metric);
  if (metric === undefined) throw new BadHallAddress(`It asks for “${address.metric}”, which this page cannot ask.`);
  const scene = isLink(address.scene)
    ? laneAlone((await stage.decode(address.scene)).scenario, 0)
    : sceneOf(
        address,
        stage.presets.map(({ scenario }) => scenario),
      );
  const question = questionOfScene(fragment, metric, scene, await nameOf(scene.lanes[0]?.aqm ?? address.lane, stage));
  if (question === undefined) throw new BadHallAddress(`Its scene has no ${metric.name}.`);
  return question;
}

/** What a question calls a discipline. The name of a script stands in its text, which has not been read yet. */
async function nameOf(aqm: string, stage: HallStage): Promise<string> {
  if (aqm === SCRIPT) return 'this script';
  const { disciplines } = await stage.catalog();
  const discipline = disciplines.find(({ id }) => id === aqm);
  if (discipline === undefined) throw new BadHallAddress(`There is no discipline “${aqm}”.`);
  return discipline.name;
}

function refusal(problem: string): SceneRefused {
  return new SceneRefused([{ path: 'address of the hall', problem }]);
}

/**
 * A lesson's address. It opens the lesson and is updated with each step, so that Back and Forward go through the steps.
 * Loads with the first lesson.
 */

import { problemText } from '../../base/problem-text';
import { BadLessonAddress, INTRODUCTION } from '../../core/lesson/address';
import { rememberProgress } from '../../core/lesson/lesson-progress';
import { fragmentAtHand, fragmentOfLesson, lessonAt } from '../../core/lesson/lesson-sources';
import { lessonStore } from '../../core/lesson/lesson-store';
import { LessonRefused } from '../../core/lesson/read-lesson';
import type { SettingProblem } from '../../core/scene/scene-store';
import type { Opening } from '../../core/session/opening';
import type { AddressParser } from '../../core/session/parse-address';
import type { SceneAddress } from '../../core/session/scene-address';
import { openingOfLesson } from './lessons';

/**
 * Parses a lesson's address. Returns the lesson at the step that the address names, or the first scene with the reason
 * if the address cannot be opened.
 */
export async function parseLesson(fragment: string, parser: AddressParser, signal: AbortSignal): Promise<Opening> {
  try {
    const found = await lessonAt(fragment, { presets: parser.presets, signal });
    return await openingOfLesson(found, parser.presets);
  } catch (problem) {
    return { ...parser.first(), notice: { kind: 'bad-lesson', problems: problemsOf(problem) } };
  }
}

function problemsOf(problem: unknown): readonly SettingProblem[] {
  if (problem instanceof LessonRefused)
    return problem.problems.map(({ line, problem: words }) => ({ path: `line ${line}`, problem: words }));
  const words = problemText(problem);
  // Any error other than `LessonRefused` and `BadLessonAddress` comes from the network, because the lesson and its
  // parser are loaded on demand.
  return [
    { path: 'lesson', problem: problem instanceof BadLessonAddress ? words : `It could not be loaded: ${words}` },
  ];
}

/**
 * The step of the open lesson that an address names. Undefined if the address names another lesson, or a step that does
 * not exist.
 */
export async function stepOfOpenLesson(fragment: string): Promise<number | undefined> {
  const { lesson, source } = lessonStore.getState();
  if (lesson === undefined || source === undefined) return undefined;
  for (let step = INTRODUCTION; step < lesson.steps.length; step += 1)
    if ((await fragmentOfLesson(source, step)) === fragment) return step;
  return undefined;
}

/** Writes the open lesson's step into the address and stores the reader's progress. Must be called only once. */
export function followLesson(address: SceneAddress): void {
  rememberProgress();
  lessonStore.subscribe(({ lesson, source, step }, before) => {
    if (lesson === before.lesson && step === before.step) return;
    // The fragment is available without waiting, because the lesson's text was compressed when the lesson was opened.
    address.fixTo(source === undefined ? undefined : fragmentAtHand(source, step));
  });
}

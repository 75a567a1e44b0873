/** The address of a lesson: opened, and followed step by step; Back and Forward walk through them. Loaded with the first lesson. */

import { BadLessonAddress, INTRODUCTION } from '../lesson/address';
import { LessonRefused } from '../lesson/read-lesson';
import type { Preset } from '../scenario/scenario';
import { rememberProgress } from '../store/lesson-progress';
import { lessonStore } from '../store/lesson-store';
import { type SettingProblem, sceneStore } from '../store/scene-store';
import { type FoundLesson, fragmentOfLesson, lessonAt } from './lesson-sources';
import type { SceneAddress } from './scene-address';

interface Stage {
  readonly presets: readonly Preset[];
  /** Opens the lesson at the step. */
  readonly open: (found: FoundLesson) => Promise<void>;
  readonly openFirst: () => Promise<void>;
}

/** The lesson and step of an address; of one that cannot be opened the first scene, and why. */
export async function openLessonAddress(fragment: string, { presets, open, openFirst }: Stage): Promise<void> {
  let found: FoundLesson;
  try {
    found = await lessonAt(fragment, { presets });
  } catch (problem) {
    await openFirst();
    sceneStore.setState({ notice: { kind: 'bad-lesson', problems: problemsOf(problem) } });
    return;
  }
  await open(found);
}

function problemsOf(problem: unknown): readonly SettingProblem[] {
  if (problem instanceof LessonRefused)
    return problem.problems.map(({ line, problem: words }) => ({ path: `line ${line}`, problem: words }));
  const words = problem instanceof Error ? problem.message : String(problem);
  // Anything else is the network: the lesson, or what reads it, is loaded when it is wanted.
  return [
    { path: 'lesson', problem: problem instanceof BadLessonAddress ? words : `It could not be loaded: ${words}` },
  ];
}

/** The step that an address names of the lesson on the page; undefined: it names another lesson, or no step of this one. */
export async function stepOfOpenLesson(fragment: string): Promise<number | undefined> {
  const { lesson, source } = lessonStore.getState();
  if (lesson === undefined || source === undefined) return undefined;
  for (let step = INTRODUCTION; step < lesson.steps.length; step += 1)
    if ((await fragmentOfLesson(source, step)) === fragment) return step;
  return undefined;
}

/**
 * The address says which step is on the page, as long as a lesson is open; its progress is remembered. To be called once.
 * `isAnother`: whether Back shall lead to what the address said before.
 */
export function followLesson(address: SceneAddress, isAnother: () => boolean): void {
  rememberProgress();
  lessonStore.subscribe(({ lesson, source, step }, before) => {
    if (lesson === before.lesson && step === before.step) return;
    if (source === undefined) {
      address.standsFor(undefined);
      return;
    }
    void fragmentOfLesson(source, step).then((fragment) => {
      // Packing a long text takes a moment, in which somebody may have gone on.
      const now = lessonStore.getState();
      if (now.source === source && now.step === step) address.standsFor(fragment, isAnother());
    });
  });
}

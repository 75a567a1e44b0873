/** Opens and leaves a lesson on the page, by click or by address. `lessons.ts` has the lesson's steps. */

import type { Lesson } from '../../core/lesson/lesson';
import { type LessonSource, lessonStore, NO_LESSON } from '../../core/lesson/lesson-store';
import { setHoveredFlow } from '../../core/page/view-store';
import type { Opened } from '../../core/session/door';
import type { Inside } from '../../core/session/feature';
import type { SceneAddress } from '../../core/session/scene-address';
import type { LessonStage } from './lessons';

const followed = new WeakSet<SceneAddress>();

/** Opens a parsed lesson at one of its steps. −1 is the introduction. Returns true if the scene was opened. */
export function openLesson(
  { presets, open }: Inside,
  lesson: Lesson,
  source: LessonSource,
  step: number,
): Promise<Opened> {
  return open(async () => {
    const { openingOfLesson } = await import('./lessons');
    return openingOfLesson({ lesson, source, step }, presets);
  });
}

/** From now on, writes the open lesson's step into the address whenever the step changes. */
export async function followSteps({ address }: Inside): Promise<void> {
  if (followed.has(address)) return;
  followed.add(address);
  const { followLesson } = await import('./lesson-in-address');
  followLesson(address);
}

/** The session functions that the steps need. */
export function lessonStage({ presets, run, perform, open }: Inside): LessonStage {
  return { presets, run, perform, open: (parse) => open(() => Promise.resolve(parse())), leave: leaveLesson };
}

/** Leaves the lesson. The scene does not change. */
export function leaveLesson(): void {
  if (lessonStore.getState().lesson === undefined) return;
  lessonStore.setState(NO_LESSON);
  // The lesson may have highlighted a flow.
  setHoveredFlow(undefined);
}

/**
 * A function that goes to the step that the fragment names. Undefined if the fragment names no step of this lesson. The
 * run continues if the current step and the new one have the same scene.
 */
export function stepWithin(fragment: string, inside: Inside): Promise<(() => Promise<void>) | undefined> | undefined {
  return lessonStore.getState().lesson === undefined ? undefined : stepAt(fragment, inside);
}

async function stepAt(fragment: string, inside: Inside): Promise<(() => Promise<void>) | undefined> {
  const [{ LessonCommands }, { stepOfOpenLesson }] = await Promise.all([
    import('./lessons'),
    import('./lesson-in-address'),
  ]);
  const step = await stepOfOpenLesson(fragment);
  return step === undefined ? undefined : () => new LessonCommands(lessonStage(inside)).goToStep(step);
}

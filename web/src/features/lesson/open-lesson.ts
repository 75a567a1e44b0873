/** Opening and leaving a lesson on the page, by hand or by an address. Its steps are in `lessons.ts`. */

import type { Lesson } from '../../core/lesson/lesson';
import { type LessonSource, lessonStore, NO_LESSON } from '../../core/lesson/lesson-store';
import { setHoveredFlow } from '../../core/page/view-store';
import type { Opened } from '../../core/session/door';
import type { Inside } from '../../core/session/feature';
import type { SceneAddress } from '../../core/session/scene-address';
import type { LessonStage } from './lessons';

const followed = new WeakSet<SceneAddress>();

/** Opens a lesson that was read, at one of its steps; -1: its introduction. Whether its scene opened. */
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

/** From now on the address says the step on the page. */
export async function followSteps({ address }: Inside): Promise<void> {
  if (followed.has(address)) return;
  followed.add(address);
  const { followLesson } = await import('./lesson-in-address');
  followLesson(address);
}

/** The means for carrying out the steps. */
export function lessonStage({ presets, run, perform, open }: Inside): LessonStage {
  return { presets, run, perform, open: (parse) => open(() => Promise.resolve(parse())), leave: leaveLesson };
}

/** The scene stays as it is. */
export function leaveLesson(): void {
  if (lessonStore.getState().lesson === undefined) return;
  lessonStore.setState(NO_LESSON);
  // It may have been pointed at.
  setHoveredFlow(undefined);
}

/** The way to a step of the lesson on the page: the scene goes on where both steps have the same. Undefined: the fragment names no such step. */
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

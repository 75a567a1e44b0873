/** A lesson on the page: its steps open their scenes. Loaded with the first lesson. */

import type { Lesson, LessonScene } from '../lesson/lesson';
import { keyOfSource, progressOf } from '../store/lesson-progress';
import { type LessonSource, lessonStore, NO_LESSON } from '../store/lesson-store';

/** Opens a scene of a lesson. */
export type OpenScene = (scene: LessonScene, pace: number) => Promise<void>;

export async function openLesson(lesson: Lesson, source: LessonSource, step: number, open: OpenScene): Promise<void> {
  const kept = progressOf(keyOfSource(source), lesson);
  lessonStore.setState({ ...NO_LESSON, ...kept, lesson, source, step });
  await openSceneOf(lesson, step, open);
}

async function openSceneOf(lesson: Lesson, step: number, open: OpenScene): Promise<void> {
  const scene = lesson.scenes[lesson.steps[Math.max(0, step)]?.scene ?? 0];
  if (scene === undefined) return;
  await open(scene, Math.max(0, PACE_WORDS.indexOf(scene.pace)));
}

/** As lessons write the paces, in the order of `PACES`. */
const PACE_WORDS = [
  '1 packet',
  '2 packets',
  '5 packets',
  '1/50',
  '1/20',
  '1/10',
  '1/4',
  '1/2',
  '1',
  '2',
  '5',
  '10',
  '20',
  'max',
];

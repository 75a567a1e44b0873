/** All scripts of a lesson: those in its scenes, questions and tasks. */

import { scriptsWithin } from '../border/allowed-scripts';
import type { Lesson } from './lesson';

export function scriptsOfLesson({ scenes, steps }: Lesson): readonly string[] {
  return [...scriptsWithin(scenes), ...hiddenScriptsOf({ steps })];
}

/** Scripts of questions and tasks. They are not displayed, because they would reveal answers. */
export function hiddenScriptsOf({ steps }: Pick<Lesson, 'steps'>): readonly string[] {
  const parts = steps.flatMap((step) => step.parts);
  const ofTasks = parts.flatMap((part) => (part.kind === 'write' ? [part.start, part.solution] : []));
  return [...scriptsWithin(parts), ...ofTasks.filter((text) => text != null)];
}

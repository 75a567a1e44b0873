/** Moves through a lesson part by part with a clicker. The scene changes as each part is reached. */

import { lessonStore } from '../../core/lesson/lesson-store';
import type { LessonCommands } from './lessons';
import { partBeside } from './slides';

export async function walkLesson(commands: LessonCommands, by: 1 | -1): Promise<void> {
  const { lesson, step, part } = lessonStore.getState();
  const parts = lesson?.steps[step]?.parts ?? [];
  const next = partBeside(parts, part, by);
  if (next === undefined) {
    await commands.goToStep(step + by);
    return;
  }
  lessonStore.setState({ part: next });
  const reached = parts[next];
  if (reached?.kind === 'look') await commands.look(reached);
  else if (by > 0 && reached?.kind === 'run') await commands.runTo(reached);
  else if (by > 0 && reached?.kind === 'why') await commands.findWhy(reached);
}

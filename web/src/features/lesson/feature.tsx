/** The lesson that is open, loaded with the first one. */

import type { LaneRun } from '../../core/run/lanes';
import type { Session } from '../../core/session/session';
import { onDemand } from '../../ui/on-demand';

export interface LessonOfSessionProps {
  readonly session: Session;
  readonly lanes: readonly LaneRun[];
}

const WAY_OUT = {
  wayOut: ({ session }: LessonOfSessionProps) => (
    <button type="button" className="button" onClick={() => session.lesson.leave()}>
      Leave the lesson
    </button>
  ),
};

export const Lesson = onDemand<LessonOfSessionProps>(
  'The lesson',
  async () => (await import('./LessonOfSession')).LessonOfSession,
  WAY_OUT,
);

/** For the presenter. */
export const LessonSlide = onDemand<LessonOfSessionProps>(
  'The lesson',
  async () => (await import('./LessonOfSession')).LessonSlideOfSession,
  WAY_OUT,
);

/** What stands beside it. */
export const BesideLesson = onDemand(
  'The choice',
  async () => (await import('../../core/picker/BesideLesson')).BesideLesson,
  { isQuiet: true },
);

/** The open lesson. Loads with the first lesson. */

import type { LaneRun } from '../../core/run/lanes';
import type { Feature } from '../../core/session/feature';
import { isLessonFragment } from '../../core/session/fragments';
import type { Session } from '../../core/session/session';
import { onDemand } from '../../ui/on-demand';
import { followSteps, leaveLesson, stepWithin } from './open-lesson';

export const LESSON: Feature = {
  id: 'lesson',
  address: {
    names: isLessonFragment,
    parse: async (...asked) => (await import('./lesson-in-address')).parseLesson(...asked),
    within: stepWithin,
  },
  beforeOpening: ({ isOfLesson }, inside) => (isOfLesson === true ? followSteps(inside) : undefined),
  onOpened: ({ isOfLesson }) => {
    if (isOfLesson !== true) leaveLesson();
  },
};

export interface LessonOfSessionProps {
  readonly session: Session;
  readonly lanes: readonly LaneRun[];
}

const WAY_OUT = {
  wayOut: () => ({ name: 'Leave the lesson', leave: leaveLesson }),
};

export const Lesson = onDemand<LessonOfSessionProps>(
  'The lesson',
  async () => (await import('./LessonOfSession')).LessonOfSession,
  WAY_OUT,
);

/** The open lesson in the presenter. */
export const LessonSlide = onDemand<LessonOfSessionProps>(
  'The lesson',
  async () => (await import('./LessonOfSession')).LessonSlideOfSession,
  WAY_OUT,
);

/** The panel beside the open lesson. */
export const BesideLesson = onDemand(
  'The choice',
  async () => (await import('../../core/picker/BesideLesson')).BesideLesson,
  { isQuiet: true },
);

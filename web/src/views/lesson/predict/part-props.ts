import type { Lesson } from '../../../lesson/lesson';
import type { LaneRun } from '../../../run/lanes';
import type { SceneActions } from '../../../store/scene-store';

/** What every part of a step is given. */
export interface PartProps<P> {
  readonly part: P;
  readonly lesson: Lesson;
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

import type { Lesson } from '../../../core/lesson/lesson';
import type { LaneRun } from '../../../core/run/lanes';
import type { SceneActions } from '../../../core/scene/scene-store';

/** Props common to all parts of a step. */
export interface PartProps<P> {
  readonly part: P;
  readonly lesson: Lesson;
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

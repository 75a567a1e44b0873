/** Props common to all parts of the share dialog. */

import type { LaneRun } from '../../core/run/lanes';
import type { SceneActions } from '../../core/scene/scene-store';

export interface ShareSectionProps {
  /** The lanes on the page, in order. */
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  /** URL that opens the scene. It contains the simulated time if the user wants this. '' while it is being made. */
  readonly link: string;
}

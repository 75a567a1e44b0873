/** The stored state of a discipline, below its lane. Loads with the first discipline that has state to show. */

import type { LaneRun } from '../core/run/lanes';
import { useRun } from '../core/run/use-run';
import type { SceneActions } from '../core/scene/scene-store';
import { stateViews } from '../core/state/views';
import { onDemand } from '../ui/on-demand';

const StateStrip = onDemand('The state', async () => (await import('../core/state/StateStrip')).StateStrip, {
  isQuiet: true,
});

interface Props {
  readonly lane: LaneRun;
  readonly lanes: number;
  /** Undefined if no picture can be saved. */
  readonly actions?: Pick<SceneActions, 'linkOf'>;
}

/** Renders nothing below a discipline that has no state to show. */
export function State({ lane, lanes, actions }: Props) {
  useRun(lane.run);
  if (stateViews(lane.run).length === 0) return null;
  return <StateStrip lane={lane} lanes={lanes} {...(actions && { actions })} />;
}

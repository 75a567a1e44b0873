/** What a discipline remembers, under its lane: loaded with the first one that has something to show. */

import { onDemand } from '../base/on-demand';
import type { LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';
import type { SceneActions } from '../store/scene-store';

const StateStrip = onDemand('What it remembers', async () => (await import('../views/state/StateStrip')).StateStrip, {
  isQuiet: true,
});

interface Props {
  readonly lane: LaneRun;
  readonly lanes: number;
  /** None where nothing is saved. */
  readonly actions?: Pick<SceneActions, 'linkOf'>;
}

/** Nothing at all under a discipline that declares no state. */
export function State({ lane, lanes, actions }: Props) {
  useRun(lane.run);
  if (lane.run.about.state.length === 0) return null;
  return <StateStrip lane={lane} lanes={lanes} {...(actions && { actions })} />;
}

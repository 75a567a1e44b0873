/** What a discipline remembers, under its lane: loaded with the first one that has something to show. */

import { onDemand } from '../base/on-demand';
import type { LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';

const StateStrip = onDemand('What it remembers', async () => (await import('../views/state/StateStrip')).StateStrip, {
  isQuiet: true,
});

/** Nothing at all under a discipline that declares no state. */
export function State({ lane, lanes }: { readonly lane: LaneRun; readonly lanes: number }) {
  useRun(lane.run);
  if (lane.run.about.state.length === 0) return null;
  return <StateStrip lane={lane} lanes={lanes} />;
}

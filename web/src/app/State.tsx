/** What a discipline remembers, under its lane: loaded with the first one that has something to show. */

import { lazy } from 'react';
import type { LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';
import { Lazy } from './Lazy';

const StateStrip = lazy(() => import('../views/state/StateStrip').then((module) => ({ default: module.StateStrip })));

/** Nothing at all under a discipline that declares no state. */
export function State({ lane, lanes }: { readonly lane: LaneRun; readonly lanes: number }) {
  useRun(lane.run);
  if (lane.run.about.state.length === 0) return null;
  return (
    <Lazy what="What it remembers" isQuiet>
      <StateStrip lane={lane} lanes={lanes} />
    </Lazy>
  );
}

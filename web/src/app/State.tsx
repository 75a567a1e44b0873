/**
 * What a discipline remembers, under its lane. The page can start without it: it is loaded beside the engine, which takes
 * longer, so that it is there before the first lane is.
 */

import { lazy } from 'react';
import type { LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';
import { Lazy } from './Lazy';

const load = () => import('../views/state/StateStrip').then((module) => ({ default: module.StateStrip }));
const StateStrip = lazy(load);
// If it cannot be loaded, the boundary around it says so when it is needed.
load().catch(() => {});

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

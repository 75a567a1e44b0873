/** Every lane of a scene, run to its end on an engine beside the page's: the results that a bundle or a citation speaks of. */

import type { Scenario } from '../border/scenario';
import { eachLane, type LanesBeside } from '../engine/beside';
import { timeless } from './bundle';

/** The result object of every lane, as the command line prints it; undefined if it was stopped. */
export function runLanes(scenario: Scenario, around: LanesBeside): Promise<readonly unknown[] | undefined> {
  const { duration_s, lanes } = scenario;
  return eachLane(lanes.length, duration_s, around, async ({ open, result }) =>
    (await open(scenario, duration_s)) ? timeless(await result()) : undefined,
  );
}

/** Runs every lane of a scene to its end on a separate engine, for a bundle or a citation. */

import type { Scenario } from '../border/scenario';
import { eachLane, type LanesBeside } from '../engine/beside';
import { timeless } from './bundle';

/** Result object of every lane, in the format of the command line. Undefined if the runs were stopped. */
export function runLanes(scenario: Scenario, around: LanesBeside): Promise<readonly unknown[] | undefined> {
  const { duration_s, lanes } = scenario;
  return eachLane(lanes.length, duration_s, around, async ({ open, result }) =>
    (await open(scenario, duration_s)) ? timeless(await result()) : undefined,
  );
}

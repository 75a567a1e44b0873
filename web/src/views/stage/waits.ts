/** How long packets have waited, as a share of a scale that all lanes have in common. Pure. */

import { fineStepUp } from '../../marks/axis-steps';
import type { StageSource } from './stage-memory';

/** Where the scale begins [s]; it grows in steps, and never shrinks within a scene. */
export const LEAST_SCALE_S = 0.01;

/** A scale on which the packet that has waited longest has room [s]. */
export function waitScale(run: StageSource, before_s: number): number {
  const { queue, scalars } = run.latest;
  let longest_s = 0;
  for (const arrived_s of queue.arrived_s) longest_s = Math.max(longest_s, scalars.now_s - arrived_s);
  return longest_s <= before_s ? before_s : fineStepUp(longest_s);
}

/** 0 to 1; undefined where packets are coloured by their flow. */
export function waitShare(run: StageSource, arrived_s: number, scale_s: number | undefined): number | undefined {
  if (scale_s === undefined) return undefined;
  return Math.min(1, Math.max(0, (run.latest.scalars.now_s - arrived_s) / scale_s));
}

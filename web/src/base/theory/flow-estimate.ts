/**
 * SRED: the number of flows, estimated from how often an arrival meets its own flow in a list, and the drop probability
 * made of it. Pure.
 *
 * Source: Ott, Lakshman & Wong, "SRED: Stabilized RED", INFOCOM 1999: flows with parts f_i of the traffic are met with
 * probability Σ f_i², which is 1/N for N equal ones.
 */

/** Number of flows beyond which the probability no longer grows. */
export const MOST_FLOWS = 256;

/** Simple SRED's drop probability for `flows` flows; `level` is the probability by the queue alone. */
export function simpleDrop(flows: number, level: number): number {
  return level * Math.min(1, (flows / MOST_FLOWS) ** 2);
}

/** Full SRED's, for an arrival that hit and one that did not. */
export function fullDrop(flows: number, level: number, isHit: boolean): number {
  return Math.min(1, simpleDrop(flows, level) * (isHit ? 1 + flows : 1));
}

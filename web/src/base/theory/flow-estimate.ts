/**
 * SRED: the estimated number of flows, and the resulting drop probability. The estimate is based on how often an
 * arrival matches an entry of a list. Pure.
 * Source: Ott, Lakshman & Wong, "SRED: Stabilized RED", INFOCOM 1999. Flows with shares f_i of the traffic match with
 * probability Σ f_i², which is 1/N for N equal flows.
 */

/** Number of flows above which the drop probability no longer grows. */
export const MOST_FLOWS = 256;

/** Drop probability of Simple SRED for `flows` flows. `level` is the probability given by the queue length alone. */
export function simpleDrop(flows: number, level: number): number {
  return level * Math.min(1, (flows / MOST_FLOWS) ** 2);
}

/** Drop probability of Full SRED for an arrival that did or did not match an entry of the list. */
export function fullDrop(flows: number, level: number, isHit: boolean): number {
  return Math.min(1, simpleDrop(flows, level) * (isHit ? 1 + flows : 1));
}

/**
 * The output of a CHOKe queue after a sudden rate change of its unresponsive flow. The packets that waited at the
 * change drain. Meanwhile the flow's arrivals, now at the new rate, match and drop some of them. The flow's share of
 * the link may then far exceed its share in any steady state. Pure.
 *
 * Source: that the share may jump after a change was found by Eshete & Jiang, "On the transient behavior of CHOKe",
 * IEEE/ACM Transactions on Networking 22 (2014). The equation below follows from the leaky-buffer model of
 * `choke-limit.ts`. Assumptions: many TCP flows, no drop by RED, and a queue that keeps its length while it drains.
 */

import { densityAt, steadyStateOf } from './choke-limit';
import { integrate } from './solve';

interface TransientPoint {
  /** Time since the change, in units of b/C. One unit is the time in which the link sends a whole queue. */
  readonly time: number;
  /** The flow's share of the packets that leave the queue. */
  readonly share: number;
}

/** Number of steps along the queue of packets that waited at the change, at which the flow's share is computed. */
const STEPS = 400;

/** The flow's share of the link from the change until the old queue has drained. Loads are in units of C. */
export function transient(loadBefore: number, loadAfter: number): TransientPoint[] {
  const before = steadyStateOf(loadBefore, { kind: 'choke' });
  const densities = Array.from({ length: 2 * STEPS + 1 }, (_, place) => densityAt(1 - place / (2 * STEPS), before));
  // Density as a function of the distance from the head. The integration evaluates it at the steps and half-way between
  // them.
  const density = (place: number): number => densities[Math.round(place * 2 * STEPS)] ?? 0;
  const left = (place: number, time: number): number => density(place) * Math.exp(-loadAfter * time);
  const times = integrate((place, time) => 1 - density(place) + left(place, time), 0, STEPS);
  return times.map((time, step) => {
    const place = step / STEPS;
    const rest = left(place, time);
    return { time, share: rest / (1 - density(place) + rest) };
  });
}

/** The flow's share at a given time while the old queue drains. Undefined for later times. */
export function transientShareAt(points: readonly TransientPoint[], time: number): number | undefined {
  const after = points.findIndex((point) => point.time >= time);
  const next = points[after];
  if (next === undefined || time < 0) return undefined;
  const last = points[after - 1];
  if (last === undefined) return next.share;
  const part = (time - last.time) / (next.time - last.time);
  return last.share + part * (next.share - last.share);
}

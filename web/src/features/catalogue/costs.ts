/** The per-packet cost of each discipline. `npm run bench` measures every value; none is typed by hand. */

import measured from './costs.json';

export interface Cost {
  /** Mean number of waiting packets with which an arrival is compared. */
  readonly comparisons: number;
  /** Time spent in the discipline itself, from a packet's arrival to its departure or drop [ns]. */
  readonly ns: number;
}

/** When, where and how the costs were measured. */
interface Measurement {
  readonly machine: string;
  readonly date: string;
  readonly engine: string;
  readonly flows: number;
  /** Number of waiting packets, constant during the measurement. */
  readonly waiting: number;
  readonly arrivals: number;
  readonly costs: readonly ({ readonly id: string } & Cost)[];
}

export const MEASUREMENT: Measurement = measured;

/** The discipline with which the others are compared. */
export const YARDSTICK = 'choke';

export function costOf(aqm: string, { costs }: Measurement = MEASUREMENT): Cost | undefined {
  return costs.find(({ id }) => id === aqm);
}

/** A packet's time relative to the reference discipline. Undefined if either time was not measured. */
export function timesYardstick(cost: Cost | undefined, measurement: Measurement = MEASUREMENT): number | undefined {
  const yardstick = costOf(YARDSTICK, measurement);
  return cost === undefined || yardstick === undefined || yardstick.ns === 0 ? undefined : cost.ns / yardstick.ns;
}

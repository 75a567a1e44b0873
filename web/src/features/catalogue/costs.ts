/** The cost of a packet in each discipline. `npm run bench` measures all values; none is typed by hand. */

import measured from './costs.json';

export interface Cost {
  /** Mean number of waiting packets with which an arrival is compared. */
  readonly comparisons: number;
  /** Time spent in the discipline alone, from a packet's arrival to its departure or drop [ns]. */
  readonly ns: number;
}

/** The machine, the time and the method of the measurement. */
interface Measurement {
  readonly machine: string;
  readonly date: string;
  readonly engine: string;
  readonly flows: number;
  /** Constant number of waiting packets during the measurement. */
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

/** The ratio of a packet's time to that of the reference discipline. Undefined if one time was not measured. */
export function timesYardstick(cost: Cost | undefined, measurement: Measurement = MEASUREMENT): number | undefined {
  const yardstick = costOf(YARDSTICK, measurement);
  return cost === undefined || yardstick === undefined || yardstick.ns === 0 ? undefined : cost.ns / yardstick.ns;
}

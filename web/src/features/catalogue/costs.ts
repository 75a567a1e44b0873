/** The cost of a packet in each discipline: measured by `npm run bench`, never typed. */

import measured from './costs.json';

export interface Cost {
  /** Waiting packets that an arrival is compared with, on average. */
  readonly comparisons: number;
  /** From arrival to departure or drop, in the discipline alone [ns]. */
  readonly ns: number;
}

/** The machine, the time and the method of the measurement. */
interface Measurement {
  readonly machine: string;
  readonly date: string;
  readonly engine: string;
  readonly flows: number;
  /** Packets waiting all the time. */
  readonly waiting: number;
  readonly arrivals: number;
  readonly costs: readonly ({ readonly id: string } & Cost)[];
}

export const MEASUREMENT: Measurement = measured;

/** The discipline that others are held against. */
export const YARDSTICK = 'choke';

export function costOf(aqm: string, { costs }: Measurement = MEASUREMENT): Cost | undefined {
  return costs.find(({ id }) => id === aqm);
}

/** The ratio of a packet's time to the yardstick's; undefined where either was not measured. */
export function timesYardstick(cost: Cost | undefined, measurement: Measurement = MEASUREMENT): number | undefined {
  const yardstick = costOf(YARDSTICK, measurement);
  return cost === undefined || yardstick === undefined || yardstick.ns === 0 ? undefined : cost.ns / yardstick.ns;
}

/** An interval of simulated time to which plots and statistics are limited. Pure. */

export interface Interval {
  readonly from_s: number;
  readonly until_s: number;
}

/** Checks an interval from a link, `[from, until]` in seconds. Undefined if it is not valid. */
export function readInterval(given: unknown): Interval | undefined {
  if (!Array.isArray(given) || given.length !== 2) return undefined;
  const [from_s, until_s] = given as readonly unknown[];
  return isMoment(from_s) && isMoment(until_s) && from_s < until_s ? { from_s, until_s } : undefined;
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}

/** Intervals in words: the part of an interval that lies in a run, its edges and its text. Pure. */

import type { Interval } from '../page/interval';

/**
 * The part of an interval that lies in a run of this length. Undefined if the interval begins after the end of the run.
 */
export function intervalWithin(interval: Interval | undefined, duration_s: number): Interval | undefined {
  if (interval === undefined || interval.from_s >= duration_s) return undefined;
  return interval.until_s <= duration_s ? interval : { ...interval, until_s: duration_s };
}

/**
 * The interval between two times, which may be in any order. Both times are rounded to the decimals that suit
 * `grain_s`, the time of a pixel or a key press. Undefined if the rounded times are equal.
 */
export function markedInterval(one_s: number, other_s: number, grain_s: number, most_s: number): Interval | undefined {
  const places = Math.max(0, Math.min(6, Math.ceil(-Math.log10(grain_s))));
  const [from_s = 0, until_s = 0] = [one_s, other_s]
    .map((time_s) => Math.min(most_s, Math.max(0, Number(time_s.toFixed(places)))))
    .sort((a, b) => a - b);
  return from_s < until_s ? { from_s, until_s } : undefined;
}

/** An interval in words, such as "10 to 20.5 s". */
export function intervalWords({ from_s, until_s }: Interval): string {
  return `${shown(from_s)} to ${shown(until_s)}\u00a0s`;
}

function shown(time_s: number): string {
  return String(Number(time_s.toFixed(6)));
}

/** A box plot of a set of values: its quartiles, and whiskers to the least and the greatest value. Pure. */

import { quantileSorted } from 'd3-array';

export interface Box {
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly greatest: number;
}

/** Quartiles by linear interpolation between the values (type 7 of Hyndman and Fan), the default of R and NumPy. */
export function boxOf(values: readonly number[]): Box {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number): number => quantileSorted(sorted, part) ?? Number.NaN;
  return { least: at(0), lower: at(0.25), median: at(0.5), upper: at(0.75), greatest: at(1) };
}

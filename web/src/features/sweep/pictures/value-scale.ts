/** Scales of measured values. They grow in steps and never shrink while a sweep gains runs. Pure. */

import { nice } from 'd3-array';
import { fineStepUp } from '../../../ui/figure/ticks';
import type { Cell } from '../sweep-rows';
import type { Extent } from './sweep-picture';

/**
 * Smallest number of seeds for which the axis must contain the interval. An interval of fewer seeds is so wide that the
 * curves would become flat, so it is cut off.
 */
const SEEDS_OF_A_SCALE = 4;

/** The axis of curves. It includes 0, so that heights can be compared. */
export function curveExtent(values: readonly number[], reached: Extent | undefined): Extent {
  const least = Math.min(0, ...values, reached?.from ?? 0);
  const greatest = Math.max(0, ...values, reached?.to ?? 0);
  const from = least < 0 ? -steppedUp(-least, -(reached?.from ?? 0)) : 0;
  const to = greatest > 0 ? steppedUp(greatest, reached?.to ?? 0) : 0;
  // All values are 0, or there are none.
  return from === to ? { from: 0, to: 1 } : { from, to };
}

/** The end of the scale after a further value: unchanged, or the next step if the value is beyond it. */
function steppedUp(value: number, reached: number): number {
  return value <= reached ? reached : fineStepUp(value);
}

/** The colour scale, between round numbers that enclose all values. */
export function colourExtent(values: Iterable<number>, reached: Extent | undefined, isDifference: boolean): Extent {
  let [least, greatest] = [reached?.from ?? Number.POSITIVE_INFINITY, reached?.to ?? Number.NEGATIVE_INFINITY];
  const before = { least, greatest };
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (!(least <= greatest)) return isDifference ? { from: -1, to: 1 } : { from: 0, to: 1 };
  if (least === before.least && greatest === before.greatest) return { from: least, to: greatest };
  if (isDifference) {
    const most = fineStepUp(Math.max(Math.abs(least), Math.abs(greatest)));
    return { from: -most, to: most };
  }
  if (least === greatest)
    return least === 0 ? { from: 0, to: 1 } : { from: Math.min(0, least), to: Math.max(0, least) };
  const [from, to] = nice(least, greatest, 6);
  return { from, to };
}

/**
 * A cell's values that must be on the axis: all runs and the interval. For counts and amounts the interval is cut off
 * at 0.
 */
export function endsOf({ n, mean, ends, values }: Cell, isDifference: boolean): readonly number[] {
  if (ends === undefined || n < SEEDS_OF_A_SCALE) return values;
  const [low, high] = ends;
  return [isDifference || mean < 0 ? low : Math.max(0, low), high, ...values];
}

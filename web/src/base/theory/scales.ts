/** The variance of means over intervals of increasing length, and the Hurst parameter that follows from it. Pure. */

/**
 * The fit uses only means over at least this many bins. Means over fewer bins show packet spacing, not long-range
 * dependence.
 */
export const FITTED_FROM = 10;
/**
 * The longest block of bins with one mean, as a share of the series. With longer blocks there would be too few means
 * for a variance.
 */
const LONGEST_PART = 1 / 100;
const PER_DECADE = 5;

export interface Spread {
  /** Number of bins over which each mean is taken. */
  readonly length: number;
  /** Variance of these means, with the divisor n − 1. */
  readonly variance: number;
}

/**
 * Variances of means over 1, 2, 3, 4, 6, 10, … bins, up to a hundredth of the series. The engine's `variance_time`
 * computes the same, but only from 10 bins on.
 */
export function spreadOverScales(counts: ArrayLike<number>): readonly Spread[] {
  const sums = new Float64Array(counts.length + 1);
  for (let bin = 0; bin < counts.length; bin += 1) sums[bin + 1] = (sums[bin] as number) + (counts[bin] as number);
  const spreads: Spread[] = [];
  for (let step = 0; ; step += 1) {
    const length = Math.floor(10 ** (step / PER_DECADE) + 0.5);
    if (length > counts.length * LONGEST_PART) return spreads;
    if (length !== spreads.at(-1)?.length) spreads.push({ length, variance: varianceOfMeans(sums, length) });
  }
}

/**
 * Variance of means, computed from block sums. The sums are whole numbers, so equal blocks have a variance of exactly
 * 0.
 */
function varianceOfMeans(sums: Float64Array, length: number): number {
  const blocks = Math.floor((sums.length - 1) / length);
  const sumOf = (block: number): number => (sums[(block + 1) * length] as number) - (sums[block * length] as number);
  const mean = (sums[blocks * length] as number) / blocks;
  let squares = 0;
  for (let block = 0; block < blocks; block += 1) squares += (sumOf(block) - mean) ** 2;
  return squares / (blocks - 1) / length ** 2;
}

/** Lowest coefficient of determination (R²) of the fitted line. Below it, the slope is meaningless. */
const STRAIGHT = 0.95;

/**
 * The Hurst parameter: 1 + half the slope of the least-squares line through log variance against log block length.
 * Undefined if fewer than two lengths have a variance above 0, or if the points do not lie on a line. A constant rate
 * gives no line, since its variances depend on how packets fall into bins.
 */
export function hurstOf(spreads: readonly Spread[]): number | undefined {
  const points = spreads
    .filter(({ length, variance }) => length >= FITTED_FROM && variance > 0)
    .map(({ length, variance }) => [Math.log(length), Math.log(variance)] as const);
  if (points.length < 2) return undefined;
  const mean = (place: 0 | 1): number => points.reduce((sum, point) => sum + point[place], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const product = (one: 0 | 1, other: 0 | 1): number => {
    const centre = [x, y] as const;
    return points.reduce((sum, point) => sum + (point[one] - centre[one]) * (point[other] - centre[other]), 0);
  };
  const [xx, xy, yy] = [product(0, 0), product(0, 1), product(1, 1)];
  return yy > 0 && xy ** 2 / (xx * yy) < STRAIGHT ? undefined : 1 + xy / xx / 2;
}

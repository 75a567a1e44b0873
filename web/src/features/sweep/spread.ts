/**
 * The spread of the values of independent runs, computed by the engine's rules (`measure/statistics`). The tests of
 * page and engine use the same cases. Pure.
 */

/** Minimum number of values, one per seed, among which two groups can be detected. */
const FEWEST_FOR_STATES = 10;
/** Two groups are reported only if the smaller group has at least this share of the values, and at least two values. */
const SMALLER_GROUP = 0.1;
/** Two groups are reported only if the difference between them makes up at least this share of the values' variance. */
const BETWEEN = 0.92;
/** Two groups are reported only if their means differ by at least this share of the larger mean. */
const GROUPS_APART = 0.1;
/** Minimum number of runs for saying whether a quantity differs between the two halves of the measured window. */
export const FEWEST_FOR_HALVES = 3;
/** Smallest difference between the means of the two halves that matters, as a share of the larger mean. */
const HALVES_APART = 0.05;

/** Statistics that a mean with its interval does not show. */
interface Spread {
  readonly median: number;
  readonly quartiles: readonly [number, number];
  /** True if the values fall into two groups, so that their mean describes no actual run. */
  readonly hasTwoStates: boolean;
}

/** The spread of the values. Undefined if there are none. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const low = sorted[Math.floor(place)] ?? 0;
    const high = sorted[Math.min(Math.floor(place) + 1, sorted.length - 1)] ?? 0;
    return low + (high - low) * (place % 1);
  };
  return { median: at(0.5), quartiles: [at(0.25), at(0.75)], hasTwoStates: hasTwoStates(sorted) };
}

/** True if the best split of the sorted values into two groups leaves almost no variance within the groups. */
function hasTwoStates(sorted: readonly number[]): boolean {
  const count = sorted.length;
  if (count < FEWEST_FOR_STATES) return false;
  const sum = sorted.reduce((all, value) => all + value, 0);
  const variance = sorted.reduce((all, value) => all + (value - sum / count) ** 2, 0);
  const fewest = Math.max(2, SMALLER_GROUP * count);
  let below = 0;
  return sorted.some((value, place) => {
    below += value;
    const [lower, upper] = [place + 1, count - place - 1];
    if (Math.min(lower, upper) < fewest) return false;
    const [low, high] = [below / lower, (sum - below) / upper];
    const between = ((lower * upper) / count) * (high - low) ** 2;
    const areApart = high - low >= GROUPS_APART * Math.max(Math.abs(low), Math.abs(high));
    return areApart && between >= BETWEEN * variance;
  });
}

/**
 * Upper bound for the distance between a mean and an end of its score interval, as a multiple of the half-width by
 * Student's t. Only means of shares and indices have score intervals.
 */
const MOST_EXTRAPOLATED = 3;

/** The 95 % interval for a mean of shares or indices: a score interval, which always lies in [0, 1]. */
export function intervalOfShare(n: number, mean: number, sd: number): readonly [number, number] {
  const half = (student95(n - 1) * sd) / Math.sqrt(n);
  const scale = mean * (1 - mean);
  if (sd === 0 || scale <= 0) return [mean - half, mean + half];
  const bend = half / scale;
  const low = (1 + bend - Math.sqrt((1 + bend) ** 2 - 4 * bend * mean)) / (2 * bend);
  const high = (Math.sqrt((1 - bend) ** 2 + 4 * bend * mean) - (1 - bend)) / (2 * bend);
  const reach = MOST_EXTRAPOLATED * half;
  return [Math.max(0, low, mean - reach), Math.min(1, high, mean + reach)];
}

/** Sums over the runs that have a value for both halves of the measured window. `n` is the number of these runs. */
export interface HalfSums {
  readonly n: number;
  readonly first: number;
  readonly second: number;
  /** The sum of the differences (second minus first half), and the sum of their squares. */
  readonly difference: number;
  readonly square: number;
}

/**
 * True if the quantity still changes within the measured window: its halves differ significantly (1 % level) and by
 * enough to matter.
 */
export function isSettling({ n, first, second, difference, square }: HalfSums): boolean {
  if (n < FEWEST_FOR_HALVES || difference === 0) return false;
  const mean = difference / n;
  const variance = Math.max(0, (square - difference * mean) / (n - 1));
  const error = Math.max(Math.sqrt(variance / n), Number.EPSILON * Math.abs(mean));
  const areApart = Math.abs(difference) >= HALVES_APART * Math.max(Math.abs(first), Math.abs(second));
  return areApart && Math.abs(mean) / error > student99(n - 1);
}

/**
 * The quantile t for which Student's T lies between −t and t with probability 95 %, for a whole number of degrees of
 * freedom.
 */
export function student95(degrees: number): number {
  return quantile(degrees, 0.95, known95);
}

/** The quantile for a probability of 99 %. */
function student99(degrees: number): number {
  return quantile(degrees, 0.99, known99);
}

const known95 = new Map<number, number>();
const known99 = new Map<number, number>();

/**
 * The quantile of Student's t, found by bisection. The probability is a finite sum, since the degrees of freedom are a
 * whole number (Abramowitz and Stegun 26.7.3 and 26.7.4).
 */
function quantile(degrees: number, probability: number, known: Map<number, number>): number {
  let found = known.get(degrees);
  if (found === undefined) {
    found = bisected((t) => probabilityWithin(t, degrees) < probability);
    known.set(degrees, found);
  }
  return found;
}

/** P(−t < T < t). */
function probabilityWithin(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const cosine = Math.cos(angle);
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let step = isOdd ? 3 : 2; step < degrees; step += 2) {
    term *= ((step - 1) / step) * cosine * cosine;
    sum += term;
  }
  const series = Math.sin(angle) * sum;
  return isOdd ? (2 / Math.PI) * (angle + series) : series;
}

function bisected(isBelow: (t: number) => boolean): number {
  let low = 0;
  let high = 1;
  while (isBelow(high)) [low, high] = [high, 2 * high];
  for (;;) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
}

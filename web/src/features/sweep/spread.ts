/**
 * How the values of independent runs lie, by the rules of the engine (`measure/statistics`), whose tests and those of this file read
 * the same cases. Pure.
 */

/** Fewer values show no groups. */
const FEWEST_FOR_STATES = 10;
/** The smaller group has at least this share of the values, and two of them. */
const SMALLER_GROUP = 0.1;
/** The part of the variance that lies between the groups, at least. */
const BETWEEN = 0.92;
/** The means of the groups differ by at least this part of the larger one. */
const GROUPS_APART = 0.1;
/** Fewer runs say nothing about halves. */
export const FEWEST_FOR_HALVES = 3;
/** The means of the halves differ by at least this part of the larger one. */
const HALVES_APART = 0.05;

/** The information that a mean with its interval leaves out. */
interface Spread {
  readonly median: number;
  readonly quartiles: readonly [number, number];
  /** The values fall into two groups: their mean describes no run. */
  readonly hasTwoStates: boolean;
}

/** Undefined of no values. */
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

/** True if the best cut of sorted values into two groups leaves next to nothing of their variance inside the groups. */
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

/** The 95 % interval of the mean of shares or indices: a score interval, which stays in [0, 1]. */
export function intervalOfShare(n: number, mean: number, sd: number): readonly [number, number] {
  const half = (student95(n - 1) * sd) / Math.sqrt(n);
  const scale = mean * (1 - mean);
  if (sd === 0 || scale <= 0) return [mean - half, mean + half];
  const bend = half / scale;
  const low = (1 + bend - Math.sqrt((1 + bend) ** 2 - 4 * bend * mean)) / (2 * bend);
  const high = (Math.sqrt((1 - bend) ** 2 + 4 * bend * mean) - (1 - bend)) / (2 * bend);
  return [Math.max(0, low), Math.min(1, high)];
}

/** Runs of which the halves of the measured window are known: their number, and sums over them. */
export interface HalfSums {
  readonly n: number;
  readonly first: number;
  readonly second: number;
  /** The sum of the differences, second less first, and of their squares. */
  readonly difference: number;
  readonly square: number;
}

/** True if the halves differ by more than chance (1 %), and enough to matter. */
export function isSettling({ n, first, second, difference, square }: HalfSums): boolean {
  if (n < FEWEST_FOR_HALVES || difference === 0) return false;
  const mean = difference / n;
  const variance = Math.max(0, (square - difference * mean) / (n - 1));
  const error = Math.max(Math.sqrt(variance / n), Number.EPSILON * Math.abs(mean));
  const areApart = Math.abs(difference) >= HALVES_APART * Math.max(Math.abs(first), Math.abs(second));
  return areApart && Math.abs(mean) / error > student99(n - 1);
}

/** The value between whose negative and which Student's t lies with 95 % probability, for whole degrees of freedom. */
export function student95(degrees: number): number {
  return quantile(degrees, 0.95, known95);
}

/** The same with 99 % probability. */
function student99(degrees: number): number {
  return quantile(degrees, 0.99, known99);
}

const known95 = new Map<number, number>();
const known99 = new Map<number, number>();

/** From the finite sums for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4), by bisection. */
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

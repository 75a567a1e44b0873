/** Student's t distribution for whole degrees of freedom. Pure. */

const known = new Map<number, number>();

/**
 * The value between whose negative and which t lies with 95 % probability. From the finite sums for whole degrees of freedom
 * (Abramowitz and Stegun 26.7.3 and 26.7.4), by bisection.
 */
export function student95(degrees: number): number {
  let found = known.get(degrees);
  if (found === undefined) {
    found = bisected((t) => probabilityWithin(t, degrees) < 0.95);
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

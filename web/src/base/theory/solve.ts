/** Numerical methods for the formulas: roots and integrals. Deterministic: equal inputs give equal results. Pure. */

/** Maximum number of bisection steps. Bisection stops earlier, once no double lies between the two ends. */
const HALVINGS = 200;

/** The zero of a function that crosses zero once in an interval (bisection). */
export function bisect(function_: (x: number) => number, from: number, to: number): number {
  let low = from;
  let high = to;
  const isRising = function_(high) >= function_(low);
  for (let count = 0; count < HALVINGS; count += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (function_(middle) < 0 === isRising) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The position of the peak of a smooth function that has one peak in an interval (golden-section search). */
export function peak(function_: (x: number) => number, from: number, to: number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let low = from;
  let high = to;
  let left = high - golden * (high - low);
  let right = low + golden * (high - low);
  while (high - low > 1e-9 * Math.max(1, Math.abs(high))) {
    if (function_(left) < function_(right)) {
      low = left;
      left = right;
      right = low + golden * (high - low);
    } else {
      high = right;
      right = left;
      left = high - golden * (high - low);
    }
  }
  return (low + high) / 2;
}

/** Solves dy/dx = f(x, y) from x = 0 to 1 (Runge-Kutta of order 4). Returns the values at `steps + 1` points. */
export function integrate(slope: (x: number, y: number) => number, start: number, steps: number): number[] {
  const width = 1 / steps;
  const values = [start];
  let y = start;
  for (let step = 0; step < steps; step += 1) {
    const x = step * width;
    const a = slope(x, y);
    const b = slope(x + width / 2, y + (width / 2) * a);
    const c = slope(x + width / 2, y + (width / 2) * b);
    const d = slope(x + width, y + width * c);
    y += (width / 6) * (a + 2 * b + 2 * c + d);
    values.push(y);
  }
  return values;
}

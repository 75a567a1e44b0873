/** Ends of axes, which grow in steps, and the ticks on these axes. Pure. */

import { ticks } from 'd3-array';

/** Steps in which a time axis grows. They are large, so that the axis seldom grows. */
const COARSE = [1, 2, 5, 10];
/** Steps in which a value axis grows. They are small, so that little of the axis stays empty. */
const FINE = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The smallest of 1, 2, 5, 10, 20, … that is at least `value`. */
export function stepUp(value: number): number {
  return stepIn(COARSE, value);
}

/** The smallest of 1, 1.5, 2, 3, 4, 5, 6, 8, 10, … that is at least `value`. */
export function fineStepUp(value: number): number {
  return stepIn(FINE, value);
}

/** The end of the time axis [s]: 10, 20, 50, 100, … but never beyond the end of the run. */
export function timeAxisEnd(now_s: number, duration_s: number): number {
  const end = Math.max(10, stepUp(now_s));
  return duration_s > 0 && now_s <= duration_s ? Math.min(end, duration_s) : end;
}

/** Round values from `begin` to `end`, about one every `apart` pixels. */
export function linearTicks(end: number, pixels: number, apart: number, begin = 0): number[] {
  return ticks(begin, end, Math.max(2, Math.floor(pixels / apart)));
}

/** At most `most` round values between two ends. d3 may return more than requested. */
export function fewTicks(from: number, to: number, most: number): number[] {
  for (let asked = most; asked > 1; asked -= 1) {
    const found = ticks(from, to, asked);
    if (found.length <= most) return found;
  }
  return ticks(from, to, 1);
}

/** Powers of ten and three times these in a range: 0.01, 0.03, 0.1, 0.3, 1. If these are too many, only the powers. */
export function logarithmicTicks(from: number, to: number, most: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power += 1)
    for (const factor of [1, 3]) {
      const tick = Number(`${factor}e${power}`);
      if (tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9)) ticks.push(tick);
    }
  if (ticks.length <= most) return ticks;
  const powers = ticks.filter((tick) => String(tick.toExponential()).startsWith('1e'));
  // If there are also too many powers of ten, only every second, third, … power is kept, counted down from the
  // greatest.
  const every = Math.ceil(powers.length / Math.max(1, most));
  return powers.filter((_, place) => (powers.length - 1 - place) % every === 0);
}

function stepIn(steps: readonly number[], value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return steps[0] ?? 1;
  const power = Math.floor(Math.log10(value));
  for (const candidate of [power - 1, power, power + 1])
    for (const step of steps) {
      // The step is parsed from a text such as "3e-2", which gives the number nearest to 0.03. The product 3 * 10 ** -2
      // may be another number.
      const stepped = Number(`${step}e${candidate}`);
      if (stepped >= value * (1 - 1e-9)) return stepped;
    }
  return value;
}

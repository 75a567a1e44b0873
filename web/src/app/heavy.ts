/** Whether a scene is too heavy for this machine, and what can be done about it. */

import type { Notice } from '../store/scene-store';

/** A run that would take longer than this to its end is worth a word [s of real time]. */
const LONG_S = 600;
/** A run this slow is too heavy [simulated s per s]; a faster one is only long. */
const SLOW = 0.05;
/** A shortened run ends after about this long [s of real time]. */
const SHORTENED_S = 30;

/** What to tell of a run at `now_s` that goes on at `rate` to `duration_s`, which may not be less than `least_s`. */
export function heaviness(rate: number, now_s: number, duration_s: number, least_s: number): Notice | undefined {
  const left_s = (duration_s - now_s) / Math.max(rate, Number.MIN_VALUE);
  if (rate >= SLOW || left_s <= LONG_S) return undefined;
  const shorter_s = Math.max(least_s, roundedDown(now_s + rate * SHORTENED_S));
  return {
    kind: 'heavy',
    rate,
    left_s,
    shorter_s: shorter_s > now_s && shorter_s < duration_s ? shorter_s : undefined,
  };
}

/** To two digits: a duration that people can read. */
function roundedDown(value: number): number {
  if (value <= 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / unit) * unit).toPrecision(2));
}

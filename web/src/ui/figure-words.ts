/**
 * Texts that say over which time a value is averaged: since the start, over the measured window, or a moving mean. Lane
 * headers and the titles, legends and tables of plots all use them.
 */

export const SINCE_START = 'since the start';

/** Over the measured window so far, such as "since 50 s". */
export function sinceWindow(measured_from_s: number): string {
  return measured_from_s > 0 ? `since ${seconds(measured_from_s)}` : SINCE_START;
}

/** Shown in place of a value before the measured window begins, such as "– from 50 s". */
export function notBefore(measured_from_s: number): string {
  return `– from ${seconds(measured_from_s)}`;
}

export function movingMean(window_s: number): string {
  return `moving mean of ${seconds(window_s)}`;
}

/** A mean over the whole measured window, such as "mean of 200 s" or "mean of 50–200 s". */
export function meanOfWindow(from_s: number, until_s: number): string {
  return `mean of ${from_s > 0 ? `${Number(from_s.toPrecision(4))}–` : ''}${seconds(until_s)}`;
}

/** True if part of the measured window has passed. */
export function isMeasured(now_s: number, measured_from_s: number): boolean {
  return now_s > measured_from_s;
}

/**
 * Window of the mean rates in the lanes' headers, and largest window of the moving means in plots [s]. The engine's
 * `recent_bps` uses the same window.
 */
export const RECENT_S = 10;

function seconds(value_s: number): string {
  return `${Number(value_s.toPrecision(4))}\u00a0s`;
}

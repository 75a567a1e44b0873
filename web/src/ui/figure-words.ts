/**
 * The kind of a figure: since the start, over the measured window, or a moving mean. The header of a lane, the titles,
 * legends and tables of the plots all use these words.
 */

export const SINCE_START = 'since the start';

/** Over the measured window so far: "since 50 s". */
export function sinceWindow(measured_from_s: number): string {
  return measured_from_s > 0 ? `since ${seconds(measured_from_s)}` : SINCE_START;
}

/** Instead of a figure over the measured window that has not begun: "– from 50 s". */
export function notBefore(measured_from_s: number): string {
  return `– from ${seconds(measured_from_s)}`;
}

export function movingMean(window_s: number): string {
  return `moving mean of ${seconds(window_s)}`;
}

/** A mean over the whole measured window: "mean of 200 s", "mean of 50–200 s". */
export function meanOfWindow(from_s: number, until_s: number): string {
  return `mean of ${from_s > 0 ? `${Number(from_s.toPrecision(4))}–` : ''}${seconds(until_s)}`;
}

/** True if anything has been measured at a moment: the window has begun, and some time of it is over. */
export function isMeasured(now_s: number, measured_from_s: number): boolean {
  return now_s > measured_from_s;
}

/** The window of the header's rates and the longest moving means of the plots [s]; the engine's `recent_bps`. */
export const RECENT_S = 10;

function seconds(value_s: number): string {
  return `${Number(value_s.toPrecision(4))}\u00a0s`;
}

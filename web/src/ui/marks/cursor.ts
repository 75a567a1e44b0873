/** The cursor that all plots share: a thin line at a time, a dot on each curve, and the time as text on the axis. */

import type { Region } from '../figure/axis';
import type { PlotPen } from './ink';
import { fillPolygon } from './polygon';

/** The text stays inside the region. */
export interface CursorMark extends Region {
  readonly x: number;
  /** The time in the axis's format. */
  readonly text: string;
}

/** Left and right edge of the cursor's text [px]. */
export function cursorReach(
  cursor: CursorMark,
  measure: (text: string) => number,
  fontSize: number,
): [left: number, right: number] {
  const width = measure(cursor.text) + fontSize;
  const left = Math.max(cursor.left, Math.min(cursor.right - width, cursor.x - width / 2));
  return [left, left + width];
}

export function paintCursor({ context, colours, font, fontSize }: PlotPen, cursor: CursorMark): void {
  context.fillStyle = colours.textFaint;
  context.fillRect(Math.round(cursor.x) - 0.5, cursor.top, 1, cursor.bottom - cursor.top);
  context.font = font;
  const [left, right] = cursorReach(cursor, (text) => context.measureText(text).width, fontSize);
  const width = right - left;
  const height = fontSize * 1.5;
  context.fillStyle = colours.text;
  context.beginPath();
  context.roundRect(left, cursor.bottom + 2, width, height, height / 4);
  context.fill();
  context.fillStyle = colours.page;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(cursor.text, left + width / 2, cursor.bottom + 2 + height / 2 + 0.5);
}

/** The simulated time that the page shows: a line with a small triangle at its top. */
export function paintNow({ context, colours }: PlotPen, x: number, { top, bottom }: Region): void {
  const size = 4.5;
  context.fillStyle = colours.focus;
  context.fillRect(x - 0.75, top, 1.5, bottom - top);
  fillPolygon(context, [
    [x - size, top - size],
    [x + size, top - size],
    [x, top + size * 0.8],
  ]);
}

/** A small flag on the time axis for a changed setting. */
export function paintFlag({ context, colours }: PlotPen, x: number, { top, bottom }: Region): void {
  const size = 7;
  context.fillStyle = colours.accent;
  context.globalAlpha = 0.45;
  context.fillRect(x - 0.5, top, 1, bottom - top);
  context.globalAlpha = 1;
  context.fillRect(x - 0.75, bottom - 2 * size, 1.5, 2 * size);
  fillPolygon(context, [
    [x, bottom - 2 * size],
    [x + size, bottom - 1.5 * size],
    [x, bottom - size],
  ]);
}

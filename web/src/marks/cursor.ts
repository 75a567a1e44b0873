/** The instant that all plots show: a hairline with a dot on each line, and its time on the axis. */

export interface CursorMark {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** The time, as it stands on the axis. */
  readonly text: string;
  /** Where the pill with the time may reach. */
  readonly left: number;
  readonly right: number;
}

export interface CursorColours {
  readonly line: string;
  readonly pill: string;
  readonly onPill: string;
}

export function paintCursor(
  context: CanvasRenderingContext2D,
  cursor: CursorMark,
  font: string,
  fontSize: number,
  colours: CursorColours,
): void {
  context.fillStyle = colours.line;
  context.fillRect(Math.round(cursor.x) - 0.5, cursor.top, 1, cursor.bottom - cursor.top);
  context.font = font;
  const width = context.measureText(cursor.text).width + fontSize;
  const height = fontSize * 1.5;
  const left = Math.max(cursor.left, Math.min(cursor.right - width, cursor.x - width / 2));
  context.fillStyle = colours.pill;
  context.beginPath();
  context.roundRect(left, cursor.bottom + 2, width, height, height / 4);
  context.fill();
  context.fillStyle = colours.onPill;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(cursor.text, left + width / 2, cursor.bottom + 2 + height / 2 + 0.5);
}

/** The present moment inside what has been simulated: a line with a head at its upper end. */
export function paintNow(
  context: CanvasRenderingContext2D,
  x: number,
  top: number,
  bottom: number,
  colour: string,
): void {
  const size = 4.5;
  context.fillStyle = colour;
  context.fillRect(x - 0.75, top, 1.5, bottom - top);
  context.beginPath();
  context.moveTo(x - size, top - size);
  context.lineTo(x + size, top - size);
  context.lineTo(x, top + size * 0.8);
  context.closePath();
  context.fill();
}

/** A small flag on the time axis: a setting was changed at that moment. */
export function paintFlag(
  context: CanvasRenderingContext2D,
  x: number,
  top: number,
  bottom: number,
  colour: string,
): void {
  const size = 7;
  context.fillStyle = colour;
  context.globalAlpha = 0.45;
  context.fillRect(x - 0.5, top, 1, bottom - top);
  context.globalAlpha = 1;
  context.fillRect(x - 0.75, bottom - 2 * size, 1.5, 2 * size);
  context.beginPath();
  context.moveTo(x, bottom - 2 * size);
  context.lineTo(x + size, bottom - 1.5 * size);
  context.lineTo(x, bottom - size);
  context.closePath();
  context.fill();
}

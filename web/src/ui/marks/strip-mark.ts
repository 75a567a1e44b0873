/**
 * The composition of the queue by position, used when packets are too fast or too thin to be seen. Unresponsive packets
 * are at the bottom, sparse flows above them, and responsive packets on top.
 */

import type { Brush } from './ink';

export interface StripMark {
  readonly kind: 'strip';
  readonly role: string;
  /** Right edge [px], where column 0, the front of the queue, is. */
  readonly right: number;
  readonly y: number;
  readonly height: number;
  readonly columnWidth: number;
  /** Height of the unresponsive packets in each column, as a share of the strip's height. */
  readonly unresponsive: Float32Array;
  /**
   * Height of the packets of sparse flows in each column, as a share of the strip's height. `unresponsive` does not
   * include these packets. Undefined without sparse flows.
   */
  readonly sparse?: Float32Array | undefined;
  readonly responsive: Float32Array;
  readonly columns: number;
  /** Total length of the columns, measured from the right edge [px]. The last column is cut off there. */
  readonly length?: number;
  readonly opacity: number;
}

export function paintStrip(context: CanvasRenderingContext2D, mark: StripMark, brush: Brush): void {
  if (mark.opacity <= 0) return;
  context.globalAlpha = mark.opacity;
  const foot = mark.y + mark.height;
  context.fillStyle = brush.colours.responsive;
  context.beginPath();
  for (let column = 0; column < mark.columns; column += 1) {
    const below = mark.height * ((mark.unresponsive[column] as number) + (mark.sparse?.[column] ?? 0));
    bar(context, mark, column, foot - below, mark.height * (mark.responsive[column] as number));
  }
  context.fill();
  context.fillStyle = brush.colours.unresponsive;
  context.beginPath();
  for (let column = 0; column < mark.columns; column += 1)
    bar(context, mark, column, foot, mark.height * (mark.unresponsive[column] as number));
  context.fill();
  if (mark.sparse === undefined) return;
  context.fillStyle = brush.colours.sparse;
  context.beginPath();
  for (let column = 0; column < mark.columns; column += 1) {
    const below = mark.height * (mark.unresponsive[column] as number);
    bar(context, mark, column, foot - below, mark.height * (mark.sparse[column] as number));
  }
  context.fill();
}

/** Draws a part of a column's bar upwards from `foot`. */
function bar(context: CanvasRenderingContext2D, mark: StripMark, column: number, foot: number, height: number): void {
  if (height <= 0.2) return;
  const { columnWidth, length = Number.POSITIVE_INFINITY } = mark;
  const gap = columnWidth >= 4 ? 1 : 0;
  const width = Math.min(columnWidth - gap, length - column * columnWidth);
  const right = mark.right - column * columnWidth;
  if (width > 0) context.rect(right - width, foot - height, width, height);
}

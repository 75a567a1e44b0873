/**
 * What the queue is made of, place by place, when single packets are too fast or too thin to tell: the share of
 * unresponsive packets stands on the floor, responsive ones on top of it.
 */

import type { Brush } from './ink';

export interface StripMark {
  readonly kind: 'strip';
  readonly role: string;
  /** Right edge: column 0 (the front) lies there. */
  readonly right: number;
  readonly y: number;
  readonly height: number;
  readonly columnWidth: number;
  /** 0 to 1, a value a column. */
  readonly unresponsive: Float32Array;
  readonly responsive: Float32Array;
  readonly columns: number;
  readonly opacity: number;
}

export function paintStrip(context: CanvasRenderingContext2D, mark: StripMark, brush: Brush): void {
  if (mark.opacity <= 0) return;
  context.globalAlpha = mark.opacity;
  const gap = mark.columnWidth >= 4 ? 1 : 0;
  const foot = mark.y + mark.height;
  context.fillStyle = brush.colours.responsive;
  context.beginPath();
  for (let column = 0; column < mark.columns; column += 1) {
    const below = mark.height * (mark.unresponsive[column] as number);
    const height = mark.height * (mark.responsive[column] as number);
    if (height > 0.2)
      context.rect(mark.right - (column + 1) * mark.columnWidth, foot - below - height, mark.columnWidth - gap, height);
  }
  context.fill();
  context.fillStyle = brush.colours.unresponsive;
  context.beginPath();
  for (let column = 0; column < mark.columns; column += 1) {
    const height = mark.height * (mark.unresponsive[column] as number);
    if (height > 0.2)
      context.rect(mark.right - (column + 1) * mark.columnWidth, foot - height, mark.columnWidth - gap, height);
  }
  context.fill();
}

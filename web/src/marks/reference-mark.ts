/** A value from elsewhere beside the lines of a run: a hollow shape at the edge of the plot with a short line and a label. */

import type { Region } from './axis';
import { paintHaloText } from './halo-text';
import type { PlotPen } from './ink';
import { tracePolygon } from './polygon';

/** Where a value is from; each has a shape of its own. */
export type ReferenceKind = 'paper' | 'ns2';

export interface ReferenceMark {
  readonly y: number;
  readonly kind: ReferenceKind;
  /** Empty where there is no room for words. */
  readonly text: string;
  readonly textY: number;
}

/** Half of the shape's width, in font sizes. */
const SIZE = 0.36;
/** Length of the line, in font sizes. */
const LINE = 3;

export function paintReference(
  pen: PlotPen,
  { y, kind, text, textY }: ReferenceMark,
  region: Region,
  colour: string,
): void {
  const { context, colours, fontSize } = pen;
  const size = fontSize * SIZE;
  // A column for each kind: values that agree do not hide each other.
  const x = region.right - size - 1 - (kind === 'ns2' ? fontSize * 1.1 : 0);
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.setLineDash(kind === 'paper' ? [5, 3] : [1.5, 2.5]);
  context.beginPath();
  context.moveTo(region.right - fontSize * LINE, y);
  context.lineTo(x - size, y);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  if (kind === 'paper') {
    const reach = size * 1.25;
    tracePolygon(context, [
      [x, y - reach],
      [x + reach, y],
      [x, y + reach],
      [x - reach, y],
    ]);
  } else context.rect(x - size, y - size, 2 * size, 2 * size);
  context.fillStyle = colours.page;
  context.fill();
  context.stroke();
  if (text === '') return;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  paintHaloText(pen, text, region.right - fontSize * (LINE + 0.4), textY, colour);
}

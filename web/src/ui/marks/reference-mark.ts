/** A published value: a hollow shape in a strip beside the plot, because the value belongs to no single time. */

import type { Region } from '../figure/axis';
import type { PlotPen } from './ink';
import { tracePolygon } from './polygon';

/** The value's source. Each source has its own shape. */
export type ReferenceKind = 'paper' | 'ns2';

export interface ReferenceMark {
  readonly y: number;
  readonly kind: ReferenceKind;
}

/** Half the shape's width [font sizes]. */
const SIZE = 0.36;
/** Width of the strip [font sizes]. */
export const REFERENCE_STRIP = 2.2;

/**
 * Horizontal centre of a source's column in the strip [px]. Each source has a column, so that equal values do not hide
 * each other.
 */
export function referenceX(kind: ReferenceKind, region: Region, fontSize: number): number {
  return Math.round(region.right + fontSize * (kind === 'paper' ? 0.65 : 1.6));
}

export function paintReference(pen: PlotPen, { y, kind }: ReferenceMark, region: Region, colour: string): void {
  const { context, colours, fontSize } = pen;
  const size = fontSize * SIZE;
  const x = referenceX(kind, region, fontSize);
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
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
}

/** The pointer to the moving average: a triangle with its tip at the value, on a thin line. */

import type { Brush, Ink } from './ink';
import { fillPolygon } from './polygon';

export interface NeedleMark {
  readonly kind: 'needle';
  readonly role: string;
  /** Tip of the triangle [px]. */
  readonly x: number;
  readonly y: number;
  /** Height of the triangle [px]. */
  readonly size: number;
  /** End of the line [px]. */
  readonly foot: number;
  readonly ink: Ink;
}

export function paintNeedle(context: CanvasRenderingContext2D, mark: NeedleMark, brush: Brush): void {
  const half = mark.size * 0.58;
  context.globalAlpha = 1;
  context.fillStyle = brush.colours[mark.ink];
  fillPolygon(context, [
    [mark.x, mark.y],
    [mark.x + half, mark.y + mark.size],
    [mark.x - half, mark.y + mark.size],
  ]);
  if (mark.foot > mark.y + mark.size)
    context.fillRect(mark.x - 0.75, mark.y + mark.size, 1.5, mark.foot - mark.y - mark.size);
}

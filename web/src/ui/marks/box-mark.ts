/** A rectangle with rounded corners, filled or outlined, for lanes, regions and rings around candidates. */

import type { Rect } from '../../base/rect';
import type { Brush, Ink } from './ink';

export interface BoxMark extends Rect {
  readonly kind: 'box';
  readonly role: string;
  readonly radius: number;
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly lineWidth?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
}

export function paintBox(context: CanvasRenderingContext2D, mark: BoxMark, brush: Brush): void {
  if (mark.width <= 0 || mark.height <= 0) return;
  context.globalAlpha = mark.opacity ?? 1;
  context.beginPath();
  context.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius);
  if (mark.fill !== undefined) {
    context.fillStyle = brush.colours[mark.fill];
    context.fill();
  }
  if (mark.stroke !== undefined) {
    context.strokeStyle = brush.colours[mark.stroke];
    context.lineWidth = mark.lineWidth ?? 1;
    if (mark.dash !== undefined) context.setLineDash(mark.dash as number[]);
    context.stroke();
    if (mark.dash !== undefined) context.setLineDash([]);
  }
}

/** A line through points in pixels. A NaN breaks the line. */

import { line } from 'd3-shape';

export interface LineMark {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly length: number;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
}

export function paintLine(context: CanvasRenderingContext2D, mark: LineMark, colour: string): void {
  const trace = line<number>(
    (_, point) => mark.x[point] as number,
    (y) => y,
  ).defined((y) => !Number.isNaN(y));
  context.beginPath();
  trace.context(context)(mark.y.subarray(0, mark.length));
  context.globalAlpha = mark.opacity ?? 1;
  context.strokeStyle = colour;
  context.lineWidth = mark.width;
  context.lineJoin = 'round';
  context.lineCap = 'butt';
  context.setLineDash((mark.dash as number[] | undefined) ?? []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** The band between two lines at the same positions, such as the minimum and the maximum over time. */

import { area } from 'd3-shape';

export interface AreaMark {
  readonly x: Float32Array;
  readonly low: Float32Array;
  readonly high: Float32Array;
  readonly length: number;
  readonly opacity: number;
}

export function paintArea(context: CanvasRenderingContext2D, mark: AreaMark, colour: string): void {
  const trace = area<number>(
    (_, point) => mark.x[point] as number,
    (_, point) => mark.low[point] as number,
    (high) => high,
  );
  context.beginPath();
  trace.context(context)(mark.high.subarray(0, mark.length));
  context.globalAlpha = mark.opacity;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
}

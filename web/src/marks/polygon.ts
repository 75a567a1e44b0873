/** A closed polygon, as part of a path or filled. */

import { curveLinearClosed, line } from 'd3-shape';

type Corners = [x: number, y: number][];

const outline = line().curve(curveLinearClosed);

export function tracePolygon(context: CanvasRenderingContext2D, corners: Corners): void {
  outline.context(context)(corners);
}

export function fillPolygon(context: CanvasRenderingContext2D, corners: Corners): void {
  context.beginPath();
  tracePolygon(context, corners);
  context.fill();
}

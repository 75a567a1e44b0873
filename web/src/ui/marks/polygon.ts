/** A closed polygon, added to a path or filled. A library for it would be a twelfth of the initial bundle. */

type Corners = readonly (readonly [x: number, y: number])[];

export function tracePolygon(context: CanvasRenderingContext2D, corners: Corners): void {
  const [first, ...others] = corners;
  if (first === undefined) return;
  context.moveTo(...first);
  for (const corner of others) context.lineTo(...corner);
  context.closePath();
}

export function fillPolygon(context: CanvasRenderingContext2D, corners: Corners): void {
  context.beginPath();
  tracePolygon(context, corners);
  context.fill();
}

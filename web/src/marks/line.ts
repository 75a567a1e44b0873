/** A line through points in pixels; a point that is not a number breaks it. */

export interface LineMark {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly length: number;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
}

export function paintLine(context: CanvasRenderingContext2D, line: LineMark, colour: string): void {
  context.beginPath();
  let isDown = false;
  for (let index = 0; index < line.length; index += 1) {
    const y = line.y[index] as number;
    if (Number.isNaN(y)) isDown = false;
    else if (isDown) context.lineTo(line.x[index] as number, y);
    else {
      context.moveTo(line.x[index] as number, y);
      isDown = true;
    }
  }
  context.globalAlpha = line.opacity ?? 1;
  context.strokeStyle = colour;
  context.lineWidth = line.width;
  context.lineJoin = 'round';
  context.lineCap = 'butt';
  context.setLineDash((line.dash as number[] | undefined) ?? []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

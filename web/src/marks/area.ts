/** The band between two lines that share their places, such as the least and the greatest value over time. */

export interface AreaMark {
  readonly x: Float32Array;
  readonly low: Float32Array;
  readonly high: Float32Array;
  readonly length: number;
  readonly opacity: number;
}

export function paintArea(context: CanvasRenderingContext2D, area: AreaMark, colour: string): void {
  context.beginPath();
  for (let index = 0; index < area.length; index += 1)
    context.lineTo(area.x[index] as number, area.high[index] as number);
  for (let index = area.length - 1; index >= 0; index -= 1)
    context.lineTo(area.x[index] as number, area.low[index] as number);
  context.closePath();
  context.globalAlpha = area.opacity;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
}

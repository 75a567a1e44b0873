/** Paints all dots of one kind at once: discs, squares, diamonds, crosses, or triangles. */

export type DotShape = 'disc' | 'square' | 'diamond' | 'up' | 'down' | 'cross';

export interface DotsMark {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly length: number;
  readonly radius: number;
  readonly shape: DotShape;
}

export function paintDots(context: CanvasRenderingContext2D, dots: DotsMark, colour: string): void {
  const { radius, shape, length } = dots;
  context.fillStyle = colour;
  for (let from = 0; from < length; from += MOST_IN_PATH) {
    context.beginPath();
    for (let index = from; index < Math.min(length, from + MOST_IN_PATH); index += 1)
      traceDot(context, shape, dots.x[index] as number, dots.y[index] as number, radius);
    context.fill();
  }
}

/** Maximum number of dots in one path, since the cost of a path grows faster than its length. */
const MOST_IN_PATH = 500;

/** A ring around the dot under the pointer. */
export function paintRing(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke();
}

/**
 * Traces a dot. Unlike the symbols of d3-shape, it does not call `closePath`, since each such call scans the whole
 * path. Filling closes the outline anyway.
 */
function traceDot(context: CanvasRenderingContext2D, shape: DotShape, x: number, y: number, radius: number): void {
  if (shape === 'disc' && radius >= 1.5) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  } else if (shape === 'disc') context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  else if (shape === 'square') context.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8);
  else if (shape === 'diamond') {
    const reach = radius * 1.35;
    context.moveTo(x, y - reach);
    context.lineTo(x + reach, y);
    context.lineTo(x, y + reach);
    context.lineTo(x - reach, y);
  } else if (shape === 'cross') {
    // A cross of two bars. Each bar is traced as an outline, because a filled path has no strokes.
    const arm = radius * 1.1;
    const half = radius * 0.32;
    for (const way of [1, -1]) {
      // Both bars have the same direction of rotation. Otherwise, their common square in the middle would stay
      // unfilled.
      const aside = way * half;
      context.moveTo(x - arm + aside, y - way * arm - half);
      context.lineTo(x + arm + aside, y + way * arm - half);
      context.lineTo(x + arm - aside, y + way * arm + half);
      context.lineTo(x - arm - aside, y - way * arm + half);
    }
  } else {
    const way = shape === 'up' ? 1 : -1;
    context.moveTo(x, y - way * radius);
    context.lineTo(x + radius * 1.1, y + way * radius);
    context.lineTo(x - radius * 1.1, y + way * radius);
  }
}

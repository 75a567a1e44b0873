import { describe, expect, it } from 'vitest';
import { type DotShape, paintDots } from './dots';

const COUNT = 20_000;

describe('the painter of thousands of dots', () => {
  for (const shape of ['disc', 'square', 'diamond', 'up', 'down', 'cross'] as const satisfies readonly DotShape[])
    it(`paints the shape ${shape} in short paths without closePath`, () => {
      const { context, counts } = counting();
      const x = Float32Array.from({ length: COUNT }, (_, dot) => dot);
      paintDots(context, { x, y: x, length: COUNT, radius: 3, shape }, '#fff');
      // Chromium scans the whole path at each `closePath`, which takes too long in a path of many dots.
      expect(counts.closePath ?? 0).toBe(0);
      expect(counts.longest).toBeLessThanOrEqual(500 * (shape === 'cross' ? 2 : 1));
      expect(counts.started).toBe(COUNT * (shape === 'cross' ? 2 : 1));
    });
});

/** A context that counts the shapes in paths and paints nothing. */
function counting() {
  const counts = { closePath: 0, longest: 0, started: 0 };
  let inPath = 0;
  const begin = (): void => {
    inPath += 1;
    counts.started += 1;
  };
  const context = {
    beginPath: () => {
      inPath = 0;
    },
    moveTo: begin,
    rect: begin,
    closePath: () => {
      counts.closePath += 1;
    },
    fill: () => {
      counts.longest = Math.max(counts.longest, inPath);
    },
    lineTo: () => undefined,
    arc: () => undefined,
  };
  return { context: context as unknown as CanvasRenderingContext2D, counts };
}

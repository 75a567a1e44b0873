import { describe, expect, it } from 'vitest';
import { scrollTo, wholeLines } from './code-window';

/** Heights of lines with one, two and three rows [px]. */
const HEIGHTS = [15, 15, 30, 15, 45, 15, 15, 30, 15, 15];
const EDGES = [0];
for (const height of HEIGHTS) EDGES.push((EDGES.at(-1) ?? 0) + height);

describe('the window of the code', () => {
  it('does not scroll if the executed line and its neighbours are visible', () => {
    expect(scrollTo(EDGES, 100, 1, 0)).toBe(0);
    expect(scrollTo(EDGES, 200, 4, 15)).toBe(15);
  });

  it('scrolls to the executed line with its neighbours, from any position', () => {
    for (const height of [90, 120, 180])
      for (let line = 0; line < HEIGHTS.length; line += 1)
        for (const from of EDGES) {
          const top = scrollTo(EDGES, height, line, from);
          const seen = wholeLines(EDGES, height, top);
          expect(seen.from).toBeLessThanOrEqual(EDGES[Math.max(0, line - 1)] ?? 0);
          expect(seen.to).toBeGreaterThanOrEqual(EDGES[Math.min(HEIGHTS.length, line + 2)] ?? 0);
        }
  });

  it('begins with the executed line if no other line fits', () => {
    const top = scrollTo(EDGES, 20, 7, 0);
    expect(top).toBe(EDGES[7]);
  });

  it('shows only whole lines, at any scroll position', () => {
    for (let from = 0; from <= 110; from += 7) {
      const seen = wholeLines(EDGES, 100, from);
      expect(EDGES).toContain(seen.from);
      expect(EDGES).toContain(seen.to);
      expect(seen.from).toBeGreaterThanOrEqual(from);
      expect(seen.to).toBeLessThanOrEqual(from + 100);
    }
  });
});

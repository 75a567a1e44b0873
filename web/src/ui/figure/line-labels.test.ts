import { describe, expect, it } from 'vitest';
import { spreadLabels } from './line-labels';

describe('the labels beside lines', () => {
  it('stay at their lines if there is room', () => {
    expect(spreadLabels([20, 80], [10, 10], 0, 100)).toEqual([20, 80]);
  });

  it('share the space around their lines if they touch', () => {
    expect(spreadLabels([50, 50], [10, 10], 0, 100)).toEqual([45, 55]);
  });

  it('have the order of their lines, and stay inside', () => {
    const centres = spreadLabels([2, 1, 0], [10, 10, 10], 0, 100);
    expect(centres).toEqual([25, 15, 5]);
  });

  it('are left out if there is no room, the least important ones first', () => {
    const centres = spreadLabels([5, 5, 5], [10, 10, 10], 0, 20);
    expect(centres.map(Number.isNaN)).toEqual([false, false, true]);
  });

  it('never overlap, wherever their lines are', () => {
    let state = 1;
    const chance = (): number => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    for (let round = 0; round < 300; round += 1) {
      const wanted = Array.from({ length: 1 + Math.floor(chance() * 6) }, () => chance() * 140 - 20);
      const heights = wanted.map(() => 8 + chance() * 8);
      const placed = spreadLabels(wanted, heights, 0, 100)
        .map((centre, index) => ({ centre, height: heights[index] ?? 0 }))
        .filter(({ centre }) => !Number.isNaN(centre))
        .sort((a, b) => a.centre - b.centre);
      for (const [index, label] of placed.entries()) {
        expect(label.centre - label.height / 2).toBeGreaterThanOrEqual(-1e-9);
        expect(label.centre + label.height / 2).toBeLessThanOrEqual(100 + 1e-9);
        const above = placed[index - 1];
        if (above !== undefined)
          expect(label.centre - label.height / 2).toBeGreaterThanOrEqual(above.centre + above.height / 2 - 1e-9);
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import { fineStepUp, linearTicks, logarithmicTicks, stepUp, timeAxisEnd } from './axis-steps';
import { spreadLabels } from './line-labels';

describe('labels beside lines', () => {
  it('stay where they are when there is room', () => {
    expect(spreadLabels([20, 80], [10, 10], 0, 100)).toEqual([20, 80]);
  });

  it('share the room around their lines when they touch', () => {
    expect(spreadLabels([50, 50], [10, 10], 0, 100)).toEqual([45, 55]);
  });

  it('keep the order of their lines and stay within', () => {
    const centres = spreadLabels([2, 1, 0], [10, 10, 10], 0, 100);
    expect(centres).toEqual([25, 15, 5]);
  });

  it('leave out the least important ones when there is no room', () => {
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

describe('axes', () => {
  it('grow in steps and end with the run', () => {
    expect([0, 9, 10.1, 42, 50, 99, 150].map((now) => timeAxisEnd(now, 200))).toEqual([10, 10, 20, 50, 50, 100, 200]);
    expect(timeAxisEnd(110, 120)).toBe(120);
    expect(timeAxisEnd(3, 5)).toBe(5);
  });

  it('step in round numbers at every size', () => {
    expect([0.03, 0.031, 7, 1000, 1001].map(stepUp)).toEqual([0.05, 0.05, 10, 1000, 2000]);
    expect([0.028, 0.13, 5.5, 260].map(fineStepUp)).toEqual([0.03, 0.15, 6, 300]);
    expect(stepUp(0)).toBe(1);
  });

  it('have ticks that fit', () => {
    expect(linearTicks(50, 200, 50)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(logarithmicTicks(0.001, 1.15, 10)).toEqual([0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1]);
    expect(logarithmicTicks(0.001, 1.15, 5)).toEqual([0.001, 0.01, 0.1, 1]);
    expect(logarithmicTicks(0.001, 1.15, 2)).toEqual([0.01, 1]);
  });
});

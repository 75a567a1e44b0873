import { describe, expect, it } from 'vitest';
import { fewTicks, fineStepUp, linearTicks, logarithmicTicks, stepUp, timeAxisEnd } from './ticks';

describe('the end of an axis and its ticks', () => {
  it('grow in steps, up to the end of the run', () => {
    expect([0, 9, 10.1, 42, 50, 99, 150].map((now) => timeAxisEnd(now, 200))).toEqual([10, 10, 20, 50, 50, 100, 200]);
    expect(timeAxisEnd(110, 120)).toBe(120);
    expect(timeAxisEnd(3, 5)).toBe(5);
  });

  it('grow in round numbers at every size', () => {
    expect([0.03, 0.031, 7, 1000, 1001].map(stepUp)).toEqual([0.05, 0.05, 10, 1000, 2000]);
    expect([0.028, 0.13, 5.5, 260].map(fineStepUp)).toEqual([0.03, 0.15, 6, 300]);
    expect(stepUp(0)).toBe(1);
  });

  it('include ticks that fit', () => {
    expect(linearTicks(50, 200, 50)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(logarithmicTicks(0.001, 1.15, 10)).toEqual([0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1]);
    expect(logarithmicTicks(0.001, 1.15, 5)).toEqual([0.001, 0.01, 0.1, 1]);
    expect(logarithmicTicks(0.001, 1.15, 2)).toEqual([0.01, 1]);
  });

  it('include at most the requested number of ticks', () => {
    expect(fewTicks(0, 0.3, 4)).toEqual([0, 0.1, 0.2, 0.3]);
    for (const most of [2, 3, 5, 8]) expect(fewTicks(0.013, 7.1, most).length).toBeLessThanOrEqual(most);
  });
});

import { describe, expect, it } from 'vitest';
import { boundsOf, type HandleScale, movedBy, movedByKey } from './handle-scale';

const PLACES: HandleScale = { kind: 'places', pitch: 6, least: 41, most: 100 };
const WEIGHT: HandleScale = { kind: 'factor', pitch: 6, least: 1e-6, most: 1 };

describe('a handle on the ruler', () => {
  it('follows the pointer packet by packet, with greater lengths to the left', () => {
    expect(movedBy(PLACES, 80, 60)).toBe(70);
    expect(movedBy(PLACES, 80, -14)).toBe(82);
    expect(movedBy(PLACES, 80, 1000)).toBe(41);
    expect(movedBy(PLACES, 80, -1000)).toBe(100);
  });

  it('of a weight multiplies its value by a factor, and keeps three digits', () => {
    expect(movedBy(WEIGHT, 0.02, 80)).toBe(0.04);
    expect(movedBy(WEIGHT, 0.02, -40)).toBe(0.0141);
    expect(movedBy(WEIGHT, 0.5, 800)).toBe(1);
  });

  it('moves to the left with the left arrow key, and to the right with the right', () => {
    expect(
      ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => movedByKey(PLACES, 80, key)),
    ).toEqual([81, 79, 90, 70, 41, 100]);
    expect(movedByKey(WEIGHT, 0.02, 'ArrowRight')).toBe(0.022);
    expect(movedByKey(WEIGHT, 0.02, 'ArrowLeft')).toBe(0.0182);
    expect(movedByKey(PLACES, 80, 'm')).toBeUndefined();
  });

  it('stops at its neighbours and at the end of the buffer', () => {
    const spec = { kind: { kind: 'real', min: 0.1, max: 10_000 } } as const;
    expect(boundsOf(spec, 40, [80], 100)).toEqual({ least: 0.1, most: 79 });
    expect(boundsOf(spec, 80, [40], 100)).toEqual({ least: 41, most: 100 });
    expect(boundsOf(spec, 100, [40, 80], Number.POSITIVE_INFINITY)).toEqual({ least: 81, most: 10_000 });
    // If two thresholds are less than one packet apart, the lower threshold cannot be moved up.
    expect(boundsOf(spec, 40, [40.5], 100)).toEqual({ least: 0.1, most: 40 });
  });
});

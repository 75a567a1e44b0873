import { describe, expect, it } from 'vitest';
import { Occupied, passes } from './free-place';

const BOX = { left: 10, right: 20, top: 10, bottom: 20 };

describe('the test whether a line meets a box', () => {
  it.each([
    [[0, 30], [15, 15], true],
    [[0, 30], [0, 30], true],
    [[0, 12], [18, 30], false],
    [[15, 15], [0, 5], false],
    [[15, 15], [0, 12], true],
    [[0, 30], [10, 10], false],
    [[12, 13], [12, 13], true],
  ] as const)('is right for a box at x %s, y %s: %s', (x, y, isThrough) => {
    expect(passes({ x, y, length: 2 }, BOX)).toBe(isThrough);
  });

  it('is negative where the line is interrupted', () => {
    expect(passes({ x: [0, 15, 30], y: [15, Number.NaN, 15], length: 3 }, BOX)).toBe(false);
  });
});

describe('a free place for a text', () => {
  it('is the first free one, and is no longer free afterwards', () => {
    const occupied = new Occupied();
    occupied.addPath({ x: [0, 30], y: [15, 15], length: 2 });
    const candidates = [{ box: BOX }, { box: { ...BOX, top: 20, bottom: 30 } }];
    expect(occupied.take(candidates)).toBe(candidates[1]);
    expect(occupied.take(candidates)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { CURVE } from '../fixtures';
import { curveAxes, drawnTo, isLogarithmic, rounded } from './curve-axes';

const SIZE = { width: 400, height: 300, fontSize: 12 };
const ANSWER = { ...CURVE, points: [250_000, 500_000, 1_000_000, 2_000_000], from: 0, to: 1, unit: '1' };

describe('the axes of a curve', () => {
  it('are logarithmic if the points are spaced by equal factors', () => {
    expect(isLogarithmic([0.25, 0.5, 1, 2, 4, 10])).toBe(true);
    expect(isLogarithmic([10, 20, 30, 40])).toBe(false);
    expect(isLogarithmic([0, 1, 10, 100])).toBe(false);
    const [a = 0, b = 0, c = 0, d = 0] = curveAxes(ANSWER, SIZE).xs;
    expect(b - a).toBeCloseTo(c - b);
    expect(d - c).toBeCloseTo(c - b);
  });

  it('label as many points as fit, with their unit, and always the last one', () => {
    const { xTicks, xUnit } = curveAxes(ANSWER, SIZE);
    expect([xTicks.map(({ text }) => text), xUnit]).toEqual([['0.25', '0.5', '1', '2'], 'Mb/s']);
    const narrow = curveAxes(ANSWER, { ...SIZE, width: 110 }).xTicks;
    expect(narrow.length).toBeLessThan(4);
    expect(narrow.at(-1)?.text).toBe('2');
  });

  it('extend to the measured values', () => {
    const { toY, region } = curveAxes(ANSWER, SIZE, [1.5]);
    expect(toY(1.5)).toBeCloseTo(region.top);
  });
});

describe('drawing a curve with a finger', () => {
  const axes = curveAxes(ANSWER, SIZE);
  const at = (place: number, value: number) => ({ x: axes.xs[place] ?? 0, y: axes.toY(value) });
  const empty = [undefined, undefined, undefined, undefined];

  it('sets the touched point', () => {
    expect(drawnTo(empty, ANSWER, axes, undefined, at(1, 0.4))).toEqual([undefined, 0.4, undefined, undefined]);
  });

  it('sets every point that a quick stroke passes, by interpolation', () => {
    const drawn = drawnTo(empty, ANSWER, axes, at(0, 0.2), at(3, 0.8));
    expect(drawn).toEqual([0.2, 0.4, 0.6, 0.8]);
  });

  it('can go backward, and leaves the other points unchanged', () => {
    expect(drawnTo([0.1, 0.1, 0.1, 0.1], ANSWER, axes, at(3, 0.9), at(2, 0.7))).toEqual([0.1, 0.1, 0.7, 0.9]);
  });

  it('changes no point while the finger is between two points', () => {
    const between = { x: ((axes.xs[1] ?? 0) + (axes.xs[2] ?? 0)) / 2, y: axes.toY(1) };
    expect(drawnTo(empty, ANSWER, axes, undefined, between)).toEqual(empty);
  });

  it('stays within the axes', () => {
    expect(drawnTo(empty, ANSWER, axes, undefined, { ...at(0, 0), y: axes.region.bottom + 50 })[0]).toBe(0);
    expect(drawnTo(empty, ANSWER, axes, undefined, { ...at(3, 1), x: axes.region.right + 50, y: -50 })[3]).toBe(1);
  });

  it('rounds to the steps of a slider', () => expect(rounded({ from: 0, to: 1 }, 0.0689)).toBe(0.07));
});

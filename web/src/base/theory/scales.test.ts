import { describe, expect, it } from 'vitest';
import { hurstOf, spreadOverScales } from './scales';

describe('the variance over time scales', () => {
  it('is the variance of the means over adjacent blocks, checked by hand', () => {
    // The values alternate between 1 and 3, so each mean over two bins is 2. The longest block is a hundredth of the
    // 400 values: four.
    const spreads = spreadOverScales(Array.from({ length: 400 }, (_, bin) => 1 + 2 * (bin % 2)));
    expect(spreads.map(({ length }) => length)).toEqual([1, 2, 3, 4]);
    expect(spreads[0]?.variance).toBeCloseTo(400 / 399, 12);
    expect(spreads[1]?.variance).toBe(0);
    // The 400 values have 133 means over three bins each, which alternate between 5/3 and 7/3.
    expect(spreads[2]?.variance).toBeCloseTo((133 ** 2 - 1) / 9 / 133 / 132, 12);
  });

  it('gives H from the slope for means over at least ten bins', () => {
    const line = (hurst: number) =>
      [1, 10, 100, 1000].map((length) => ({ length, variance: length === 1 ? 99 : 0.3 * length ** (2 * hurst - 2) }));
    expect(hurstOf(line(0.8))).toBeCloseTo(0.8, 12);
    expect(hurstOf(line(0.5))).toBeCloseTo(0.5, 12);
  });

  it('gives no H if nothing varies, or the series is too short', () => {
    expect(hurstOf(spreadOverScales(new Float64Array(5000).fill(2)))).toBeUndefined();
    expect(hurstOf([{ length: 10, variance: 1 }])).toBeUndefined();
    expect(spreadOverScales([])).toEqual([]);
    // A constant rate of one packet every 3.7 bins.
    const constant = new Float64Array(20_000);
    for (let packet = 0; packet * 3.7 < constant.length; packet += 1) constant[Math.floor(packet * 3.7)] = 1;
    expect(spreadOverScales(constant).length).toBeGreaterThan(10);
    expect(hurstOf(spreadOverScales(constant))).toBeUndefined();
  });
});

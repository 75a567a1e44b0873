import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type HalfSums, intervalOfShare, isSettling, spreadOf, student95 } from './spread';

interface Case {
  readonly name: string;
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly whole: readonly number[];
  readonly median: number;
  readonly quartiles: readonly [number, number];
  readonly interval: readonly [number, number];
  readonly two_states: boolean;
  readonly settling: boolean;
}

/** SciPy's results for shares. The engine's tests use the same ones. */
const { cases } = JSON.parse(
  readFileSync(new URL('../../../../crates/core/engine/tests/reference/scipy/spread.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };

describe.each(cases)(
  'the spread of the values in $name',
  ({ first, second, whole, median, quartiles, interval, two_states, settling }) => {
    it('has the median, the quartiles and the groups that SciPy computes', () => {
      const spread = spreadOf(whole);
      expect(spread?.median).toBeCloseTo(median, 12);
      quartiles.forEach((quartile, place) => void expect(spread?.quartiles[place]).toBeCloseTo(quartile, 12));
      expect(spread?.hasTwoStates).toBe(two_states);
    });

    it('has the interval that SciPy computes', () => {
      const mean = whole.reduce((sum, value) => sum + value, 0) / whole.length;
      const sd = Math.sqrt(whole.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (whole.length - 1));
      const found = intervalOfShare(whole.length, mean, sd);
      interval.forEach((end, place) => void expect(found[place]).toBeCloseTo(end, 8));
    });

    it('has the verdict on settling that SciPy gives', () => {
      const sums = first.reduce<HalfSums>(
        (sum, value, place) => {
          const [other, difference] = [second[place] ?? 0, (second[place] ?? 0) - value];
          return {
            n: sum.n + 1,
            first: sum.first + value,
            second: sum.second + other,
            difference: sum.difference + difference,
            square: sum.square + difference ** 2,
          };
        },
        { n: 0, first: 0, second: 0, difference: 0, square: 0 },
      );
      expect(isSettling(sums)).toBe(settling);
    });
  },
);

describe('Student’s t', () => {
  it('has the 97.5 % quantiles of published tables', () => {
    const table = [12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306, 2.26216, 2.22814];
    table.forEach((value, place) => void expect(student95(place + 1) / value).toBeCloseTo(1, 5));
    expect(student95(29)).toBeCloseTo(2.04523, 5);
    expect(student95(99)).toBeCloseTo(1.98422, 5);
    expect(student95(9999)).toBeCloseTo(1.9602, 4);
  });
});

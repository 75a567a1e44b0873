import { describe, expect, it } from 'vitest';
import type { SweepRow } from '../../core/experiment/sweep';
import { factsOf } from '../../testing/sweep-fixtures';
import { SweepRows } from './sweep-rows';

describe('the rows of a sweep', () => {
  it('have means with intervals by Student’s t over the seeds so far', () => {
    const rows = new SweepRows(factsOf([2], 1, 6));
    expect(rows.cell(1, 0, 0)).toBeUndefined();
    rows.add([1, 2, 3, 4, 5].map((seed) => row({ point: 1, seed, values: [seed, null] })));
    const cell = rows.cell(1, 0, 0);
    expect(cell).toMatchObject({ n: 5, mean: 3 });
    expect(cell?.sd).toBeCloseTo(1.581139, 6);
    // The interval is [1.036757, 4.963243].
    expect(cell?.half).toBeCloseTo(1.963243, 6);
    expect(rows.cell(1, 0, 1)).toBeUndefined();
    expect(rows.cell(0, 0, 0)).toBeUndefined();
    expect([rows.done, rows.version]).toEqual([5, 1]);
  });

  it('have no interval for a single value', () => {
    const rows = new SweepRows(factsOf([1], 1, 2));
    rows.add([row({ seed: 2, values: [7, 8] })]);
    expect(rows.cell(0, 0, 1)).toEqual({ n: 1, mean: 8, sd: 0, half: undefined, ends: undefined, values: [8] });
    expect(rows.samples(0, 0, 1)).toEqual([undefined, 8]);
  });

  it('give the difference for each seed that both lanes have', () => {
    const rows = new SweepRows(factsOf([1], 2, 3));
    rows.add([
      row({ lane: 0, seed: 1, values: [10, 0] }),
      row({ lane: 0, seed: 2, values: [20, 0] }),
      row({ lane: 0, seed: 3, values: [500, 0] }),
      row({ lane: 1, seed: 1, values: [9, 0] }),
      row({ lane: 1, seed: 2, values: [17, 0] }),
    ]);
    expect(rows.difference(0, 0, 1, 0)).toMatchObject({ n: 2, mean: 2 });
    expect(rows.difference(0, 1, 0, 0)?.mean).toBe(-2);
  });

  it('do not count the runs of points that are left out, and say why the points are left out', () => {
    const rows = new SweepRows({ ...factsOf([4], 2, 3), where: ['min_th < max_th', 'limit > 9'], left_out: [1, 2] });
    expect(rows.total).toBe(2 * 2 * 3);
    expect(rows.problem(2, 1)).toBe('left out: the sweep covers only points with min_th < max_th and limit > 9');
    expect(rows.problem(3)).toBeUndefined();
  });

  it('contain the reason why there is no valid scene', () => {
    const rows = new SweepRows(factsOf([2], 2, 1));
    rows.add([{ point: 1, lane: 1, seed: 1, problems: [{ path: 'min_th', problem: 'is above max_th' }] }]);
    expect(rows.problem(1)).toBe('min_th is above max_th');
    expect(rows.problem(1, 0)).toBeUndefined();
    expect(rows.problem(0)).toBeUndefined();
    expect(rows.cell(1, 1, 0)).toBeUndefined();
  });

  it('can be read in sorted order, and contain each run once', () => {
    const given: SweepRow[] = [
      row({ point: 1, lane: 1, seed: 2, values: [0.1 + 0.2, null] }),
      { point: 0, lane: 1, seed: 1, problems: [{ path: 'a', problem: 'b' }] },
      row({ values: [-0, 5e-324] }),
    ];
    const rows = new SweepRows(factsOf([2], 2, 2));
    rows.add(given);
    rows.add(given);
    expect(rows.done).toBe(3);
    expect([...rows.rows()]).toEqual([given[2], given[1], given[0]]);
  });
});

describe('the rows of runs with both halves of the measured window', () => {
  const pairs: readonly (readonly [number, number])[] = [
    [0.4, 0.3],
    [0.42, 0.33],
    [0.41, 0.3],
  ];

  it('show that a quantity is still settling, and count each run once, alone or in batches', () => {
    const rows = new SweepRows(factsOf([2], 1, 3));
    const given = pairs.map((pair, place) =>
      row({ point: 1, seed: place + 1, values: [0.35, 1], halves: [pair, null] }),
    );
    rows.add(given);
    rows.add(given);
    const settling = rows.settling(1, 0, 0);
    expect(settling?.first).toBeCloseTo(0.41, 12);
    expect(settling?.second).toBeCloseTo(0.31, 12);
    expect([rows.settling(1, 0, 1), rows.settling(0, 0, 0)]).toEqual([undefined, undefined]);

    const batches = new SweepRows(factsOf([2], 1, 3));
    const unknown = [Number.NaN, Number.NaN];
    batches.addBatch({
      tasks: Float64Array.of(3, 4, 5),
      values: new Float64Array(6).fill(0.35),
      refused: [],
      halves: Float64Array.from(pairs.flatMap((pair) => [...pair, ...unknown])),
      remarks: [{ task: 3, remarks: ['max_th: above limit'] }],
    });
    expect(batches.settling(1, 0, 0)).toEqual(settling);
    expect([batches.remarksAt(1), batches.remarksAt(0)]).toEqual([['max_th: above limit'], []]);
  });
});

function row(given: Partial<SweepRow>): SweepRow {
  return { point: 0, lane: 0, seed: 1, ...given };
}

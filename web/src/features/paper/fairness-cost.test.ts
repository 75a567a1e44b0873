import { describe, expect, it } from 'vitest';
import { report, row, sample as sampleOf } from '../../core/experiment/fixtures';
import { costLayout, fairnessCost, type KnownDiscipline, lastKnownPoint } from './fairness-cost';

const KNOWN: readonly KnownDiscipline[] = [
  { id: 'red', name: 'RED', memory: 'stateless' },
  { id: 'choke', name: 'CHOKe', memory: 'stateless' },
  { id: 'drr', name: 'DRR', memory: 'per-flow' },
];
const SIZE = { width: 800, height: 400, fontSize: 12 };

describe('the figure of the cost of fairness', () => {
  it('contains the lanes that have both metrics, point by point', () => {
    const cost = fairnessCost(
      report([
        ...pair('red', 10, 0, 0.3),
        ...pair('red', 100, 0, 0.1),
        ...pair('drr', 10, 400, 1),
        ...pair('drr', 100, 3300, 0.9),
        row({ lane: 'choke', metric: 'jain_index', point: 10, ours: sample(0.5) }),
      ]),
      KNOWN,
    );
    expect(cost?.points).toEqual([10, 100]);
    expect(cost?.lanes.map(({ name, memory, bytes, fairness }) => [name, memory, bytes, fairness])).toEqual([
      ['RED', 'stateless', [0, 0], [0.3, 0.1]],
      ['DRR', 'per-flow', [400, 3300], [1, 0.9]],
    ]);
  });

  it('is not shown for a scene without these metrics, or for a single lane', () => {
    expect(fairnessCost(undefined, KNOWN)).toBeUndefined();
    expect(fairnessCost(report([row({ ours: sample(1) })]), KNOWN)).toBeUndefined();
    expect(fairnessCost(report(pair('red', 10, 0, 0.3)), KNOWN)).toBeUndefined();
  });

  it('starts at the last point with values', () => {
    const unknown = [100, 300].flatMap((point) =>
      ['red', 'drr'].map((lane) => row({ lane, point, metric: 'jain_index', unit: '' })),
    );
    const cost = fairnessCost(report([...pair('red', 30, 0, 0.3), ...pair('drr', 30, 400, 1), ...unknown]), KNOWN);
    expect(cost && [cost.points, lastKnownPoint(cost)]).toEqual([[30, 100, 300], 0]);
  });

  it('shows disciplines without state in a column of their own, to the left of the powers of ten', () => {
    const { dots, xTicks } = layout([...pair('red', 10, 0, 0.3), ...pair('drr', 10, 1000, 1)]);
    const [nothing, ...powers] = xTicks;
    expect(nothing?.text).toBe('0');
    expect(dots.map(({ x }) => x)).toEqual([nothing?.at, powers.find(({ text }) => text === '1000')?.at]);
    expect(powers.every(({ at }) => at > (nothing?.at ?? Number.NaN))).toBe(true);
    expect(dots[0]?.y).toBeGreaterThan(dots[1]?.y ?? Number.NaN);
  });

  it('has no overlapping names', () => {
    const { dots } = layout(['a', 'b', 'c', 'd'].flatMap((lane) => pair(lane, 10, 0, 0.5)));
    const ys = dots.map(({ label }) => label?.y ?? Number.NaN).sort((a, b) => a - b);
    for (const [place, y] of ys.slice(1).entries()) expect(y - (ys[place] ?? 0)).toBeGreaterThanOrEqual(SIZE.fontSize);
  });

  it('draws the path of a lane through all points', () => {
    const [drr] = layout([
      ...pair('drr', 10, 400, 1),
      ...pair('drr', 100, 3300, 0.9),
      ...pair('red', 10, 0, 0.2),
    ]).dots.filter(({ lane }) => lane === 'drr');
    expect(drr?.path).toMatch(/^M[\d.]+,[\d.]+L[\d.]+,[\d.]+$/);
  });
});

function layout(rows: Parameters<typeof report>[0]) {
  const cost = fairnessCost(report(rows), KNOWN);
  if (cost === undefined) throw new Error('nothing to lay out');
  return costLayout(cost, 0, SIZE);
}

function pair(lane: string, point: number, bytes: number, fairness: number) {
  return [
    row({ lane, point, metric: 'state_bytes', unit: 'bytes', ours: sample(bytes) }),
    row({ lane, point, metric: 'jain_index', unit: '', ours: sample(fairness) }),
  ];
}

function sample(mean: number) {
  return sampleOf({ mean, sd: 0, half_width: 0, count: 3, values: [mean] });
}

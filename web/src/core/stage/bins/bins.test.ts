import { describe, expect, it } from 'vitest';
import { FixtureRun, mixedQueue } from '../fixtures';
import type { StageMark } from '../stage-display';
import type { StageSource } from '../stage-memory';
import { arrivalBins, binAt, layoutBins, paintBins } from './bin-grid';

/** A run with two levels of four bins. The arrival is in the second bin of level 1 and in the fourth bin of level 2. */
function run(params: Readonly<Record<string, number>> = { levels: 2, bin_size: 5 }): StageSource {
  const base = new FixtureRun(mixedQueue(20));
  base.decide({ packet: 9000, flow: 3 }, [
    { kind: 'value', quantity: 2, value: 1 },
    { kind: 'value', quantity: 0, value: 3 },
    { kind: 'value', quantity: 2, value: 7 },
    { kind: 'admit', place: 20 },
  ]);
  const bin = { id: 'bin', symbol: 'b', unit: '', meaning: '' };
  const probability = Float64Array.from([0, 1, 0.25, 0, 0, 0, 0, 1]);
  const packets = Float64Array.from([0, 10, 2, 0, 1, 0, 0, 12]);
  return {
    ...{
      catalog: base.catalog,
      droppedPackets: base.droppedPackets,
      series: base.series,
      version: 1,
      scene: 1,
      decision: base.decision,
    },
    isUnresponsive: (row: number) => base.isUnresponsive(row),
    about: { ...base.about, quantities: [...base.about.quantities, bin] },
    facts: { ...base.facts, params },
    latest: { ...base.latest, bins: { probability, packets } },
  };
}

const rect = { x: 10, y: 100, width: 400, height: 60 };

function painted(strength: number): readonly StageMark[] {
  const marks: StageMark[] = [];
  paintBins(marks, run(), layoutBins(run(), rect), strength);
  return marks;
}

describe('the grid of bins', () => {
  it('has a row for each level', () => {
    expect(layoutBins(run(), rect)).toMatchObject({ levels: 2, bins: 4, width: 100, height: 30 });
    expect(layoutBins(run({ bins: 2 }), rect)).toMatchObject({ levels: 4, bins: 2 });
    expect(layoutBins(run({ levels: 3 }), rect)).toMatchObject({ levels: 1, bins: 8 });
  });

  it('is lighter where drops are more probable, and hatched where they are certain', () => {
    const light = painted(0).flatMap((mark) =>
      mark.role === 'bin-p' && mark.kind === 'box' ? [mark.opacity ?? 1] : [],
    );
    expect(light).toEqual([0.9, 0.45, 0.9]);
    const hatched = painted(0).flatMap((mark) => (mark.role === 'hatch' && mark.kind === 'rule' ? [mark] : []));
    for (const { x1, x2, y1, y2 } of hatched) {
      const isFirst = y2 < 130;
      expect(Math.min(x1, x2)).toBeGreaterThanOrEqual(isFirst ? 110 : 310);
      expect(Math.max(x1, x2)).toBeLessThanOrEqual(isFirst ? 210 : 410);
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(isFirst ? 130 : 160);
    }
    expect(hatched.length).toBeGreaterThan(4);
  });

  it('frames the bins of the arrival while its decision is shown', () => {
    expect(arrivalBins(run())).toEqual([1, 7]);
    const frames = painted(1).flatMap((mark) => (mark.role === 'arrival-bin' && mark.kind === 'box' ? [mark] : []));
    expect(frames.map(({ x, y }) => [x, y])).toEqual([
      [108.5, 98.5],
      [308.5, 128.5],
    ]);
    expect(painted(1).filter(({ role }) => role === 'hash-path')).toHaveLength(1);
    expect(painted(0).filter(({ role }) => role === 'arrival-bin')).toHaveLength(0);
  });

  it('shows the numbers of the bin under the pointer', () => {
    const grid = layoutBins(run(), rect);
    expect(binAt(run(), grid, 150, 110)?.facts).toEqual({
      title: 'level 1, bin 2 of 4',
      lines: ['probability 1.0000: nothing gets through', '10 packets counted'],
    });
    expect(binAt(run(), grid, 150, 90)).toBeUndefined();
    expect(binAt(run(), grid, 411, 110)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { RunSeries } from '../run/run-series';
import { columnsFor, dropDensity } from './drop-density';

describe('the density of drops over the run', () => {
  it('counts every drop once, in the column of its time', () => {
    const series = seriesOf([
      { time_s: 1, drops: [3, 0] },
      { time_s: 2, drops: [0, 2] },
      { time_s: 9, drops: [1, 1] },
    ]);
    const density = dropDensity(series, 10, 5);
    expect([...density.counts]).toEqual([3, 0, 0, 0, 1, 2, 0, 0, 0, 1]);
    expect(density.greatest).toBe(5);
  });

  it('passes its arrays to the next count', () => {
    const first = dropDensity(seriesOf([{ time_s: 1, drops: [3, 0] }]), 10, 5);
    const ended = seriesOf([
      { time_s: 1, drops: [0, 0] },
      { time_s: 5, drops: [0, 1] },
    ]);
    const second = dropDensity(ended, 10, 5, first);
    expect(second).toBe(first);
    expect([...second.counts]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
    expect(dropDensity(seriesOf([]), 10, 4, first)).not.toBe(first);
  });

  it('never has a column that is narrower than a bucket', () => {
    expect(columnsFor(300, 3, 200, 0.1)).toBe(100);
    expect(columnsFor(300, 3, 5, 0.1)).toBe(50);
    expect(columnsFor(300, 3, 5, 0)).toBe(100);
    expect(columnsFor(0, 3, 5, 0.1)).toBe(1);
  });
});

function seriesOf(buckets: readonly { time_s: number; drops: readonly [number, number] }[]): RunSeries {
  const series = new RunSeries(1, 2);
  const nothing = new Float64Array(buckets.length);
  series.append({
    time_s: Float64Array.from(buckets, ({ time_s }) => time_s),
    queue_mean: nothing,
    queue_min: nothing,
    queue_max: nothing,
    average_queue: nothing,
    delay_s: nothing,
    jain_index: nothing,
    jain_index_tcp: nothing,
    class_bps: nothing,
    reasons: Float64Array.from(buckets.flatMap(({ drops }) => drops)),
  });
  return series;
}

import { describe, expect, it } from 'vitest';
import type { SeriesColumns, WindowColumns } from '../border/border.gen';
import { CAPACITY, RunSeries } from './run-series';

const CLASSES = 2;
const REASONS = 3;
const BUCKET_S = 0.1;

describe('the series of a run', () => {
  it('keeps every bucket while there is room', () => {
    const series = new RunSeries(CLASSES, REASONS);
    series.append(buckets(0, 100));
    series.append(buckets(100, 50));
    expect(series.length).toBe(150);
    expect(series.bucket_s).toBeCloseTo(BUCKET_S);
    expect(series.queue_mean[120]).toBe(queueMean(120));
    expect(series.class_bps[1]?.[7]).toBe(classRate(7, 1));
    expect(series.reasons[2]?.[149]).toBe(drops(149, 2));
  });

  it('merges pairs of buckets when it is full, so that each bucket covers twice the time', () => {
    const series = filled(CAPACITY + 1);
    expect(series.length).toBe(CAPACITY / 2 + 1);
    expect(series.bucket_s).toBeCloseTo(2 * BUCKET_S);
    expect(series.time_s[0]).toBeCloseTo(2 * BUCKET_S);
    // With an odd number of buckets, the last one has no second bucket to be merged with. The series contains it at
    // once, and the next bucket is merged into it.
    series.append(buckets(CAPACITY + 1, 1));
    expect(series.length).toBe(CAPACITY / 2 + 1);
    expect(series.time_s[CAPACITY / 2]).toBeCloseTo((CAPACITY + 2) * BUCKET_S);
  });

  it.each([CAPACITY, CAPACITY + 1, 2 * CAPACITY + 1, 3 * CAPACITY + 7, 8 * CAPACITY])(
    'conserves counts and means over %i buckets',
    (count) => {
      const series = filled(count);
      expect(series.length).toBeLessThanOrEqual(CAPACITY);
      for (let reason = 0; reason < REASONS; reason += 1)
        expect(sum(series, (bucket) => series.reasons[reason]?.[bucket] ?? 0)).toBe(
          range(count).reduce((total, bucket) => total + drops(bucket, reason), 0),
        );
      const end_s = count * BUCKET_S;
      const weighted = (values: Float64Array | undefined): number =>
        sum(series, (bucket) => (values?.[bucket] ?? 0) * duration(series, bucket)) / end_s;
      const plain = (value: (bucket: number) => number): number =>
        range(count).reduce((total, bucket) => total + value(bucket), 0) / count;
      expect(weighted(series.queue_mean)).toBeCloseTo(plain(queueMean), 6);
      expect(weighted(series.class_bps[0])).toBeCloseTo(
        plain((bucket) => classRate(bucket, 0)),
        4,
      );
      expect(Math.max(...series.queue_max.subarray(0, series.length))).toBe(Math.max(...range(count).map(queueMax)));
      expect(series.time_s[series.length - 1]).toBeCloseTo(end_s, 6);
    },
  );

  it('sums the cuts of recorded windows and keeps their last state, when it is merged, forked or copied', () => {
    const count = 2 * CAPACITY + 1;
    const series = new RunSeries(CLASSES, REASONS, 2);
    series.append(buckets(0, count), windows(count, 2));
    const second = series.windows[1];
    expect(second?.congestion_window[0]).toBe(1003);
    expect(sum(series, (bucket) => second?.timeouts[bucket] ?? 0)).toBe(count);
    const copy = series.copy();
    copy.keepUntil(100);
    expect(sum(copy, (bucket) => copy.windows[0]?.ecn_cuts[bucket] ?? 0)).toBeCloseTo(100 / BUCKET_S, 6);
    // Buckets without congestion windows, as from an engine that does not record them.
    series.append(buckets(count, 1));
    expect(series.windows[0]?.congestion_window[series.length - 1]).toBeNaN();
  });

  it('uses the delay of the half in which packets left, when two buckets are merged', () => {
    const series = new RunSeries(CLASSES, REASONS);
    const rows = buckets(0, CAPACITY + 1);
    rows.delay_s.fill(Number.NaN);
    rows.delay_s[10] = 0.4;
    series.append(rows);
    expect(series.delay_s[5]).toBe(0.4);
    expect(series.delay_s[6]).toBeNaN();
  });

  it('finds the bucket that contains a given time', () => {
    const series = filled(100);
    expect(series.bucketAt(-1)).toBe(0);
    expect(series.bucketAt(0.05)).toBe(0);
    expect(series.bucketAt(0.1501)).toBe(1);
    expect(series.bucketAt(1e9)).toBe(99);
    expect(new RunSeries(1, 1).bucketAt(1)).toBe(-1);
  });

  it('drops a replaced future, and continues from the time of the change', () => {
    const series = filled(200);
    series.keepUntil(12.3);
    expect(series.length).toBe(123);
    expect(series.time_s[122]).toBeCloseTo(12.3);
    series.append(buckets(123, 77));
    expect([...series.time_s.slice(0, 200)]).toEqual([...filled(200).time_s.slice(0, 200)]);
    series.keepUntil(99);
    expect(series.length).toBe(200);
    series.keepUntil(0);
    expect(series.length).toBe(0);
  });

  it('drops a future that begins inside a merged bucket', () => {
    const count = 3 * CAPACITY;
    const series = filled(count);
    const kept = 2 * CAPACITY + 3;
    series.keepUntil(kept * BUCKET_S);
    expect(series.time_s[series.length - 1]).toBeCloseTo(kept * BUCKET_S);
    series.append(buckets(kept, count - kept));
    const whole = filled(count);
    expect(series.length).toBe(whole.length);
    expect(series.time_s[series.length - 1]).toBeCloseTo(count * BUCKET_S);
    const total = (of: RunSeries): number => sum(of, (bucket) => of.reasons[0]?.[bucket] ?? 0);
    expect(total(series) / total(whole)).toBeCloseTo(1, 3);
    series.keepUntil(0);
    series.append(buckets(0, 10));
    expect([series.length, series.bucket_s]).toEqual([10, BUCKET_S]);
  });

  it('is copied completely', () => {
    const series = filled(50);
    const copy = series.copy();
    series.keepUntil(1);
    copy.append(buckets(50, 10));
    const whole = filled(60);
    expect(copy.length).toBe(60);
    expect([...(copy.reasons[1] ?? [])]).toEqual([...(whole.reasons[1] ?? [])]);
    expect([...copy.queue_mean]).toEqual([...whole.queue_mean]);
  });
});

function filled(count: number): RunSeries {
  const series = new RunSeries(CLASSES, REASONS);
  // The frames cover uneven lengths of time, as in a real run.
  for (let from = 0; from < count; from += 37) series.append(buckets(from, Math.min(37, count - from)));
  return series;
}

function buckets(from: number, count: number): SeriesColumns {
  const rows = range(count).map((index) => from + index);
  const column = (value: (bucket: number) => number): Float64Array => Float64Array.from(rows, value);
  return {
    time_s: column((bucket) => (bucket + 1) * BUCKET_S),
    queue_mean: column(queueMean),
    queue_min: column((bucket) => queueMean(bucket) - 2),
    queue_max: column(queueMax),
    average_queue: column(queueMean),
    delay_s: column((bucket) => 0.1 + (bucket % 3) / 100),
    jain_index: column((bucket) => 1 - 1 / (bucket + 2)),
    jain_index_tcp: column(() => 1),
    class_bps: Float64Array.from(rows.flatMap((bucket) => range(CLASSES).map((number) => classRate(bucket, number)))),
    reasons: Float64Array.from(rows.flatMap((bucket) => range(REASONS).map((reason) => drops(bucket, reason)))),
  };
}

/** The congestion window of flow `f` is 1000 f + bucket. Every bucket has one cut of each kind. */
function windows(count: number, flows: number): WindowColumns {
  const one = new Float64Array(count * flows).fill(1);
  return {
    congestion_window: one.map((_, at) => 1000 * (at % flows) + Math.floor(at / flows)),
    slow_start_threshold: one,
    recovery_state: one,
    reordering_window_s: one,
    pacing_bps: one,
    fast_retransmits: one,
    timeouts: one,
    ecn_cuts: one,
  };
}

function queueMean(bucket: number): number {
  return 50 + (bucket % 17);
}

function queueMax(bucket: number): number {
  return queueMean(bucket) + (bucket % 5);
}

function classRate(bucket: number, number: number): number {
  return 1000 * (number + 1) + (bucket % 7);
}

function drops(bucket: number, reason: number): number {
  return (bucket + reason) % 4;
}

function duration(series: RunSeries, bucket: number): number {
  return (series.time_s[bucket] ?? 0) - (bucket === 0 ? 0 : (series.time_s[bucket - 1] ?? 0));
}

function sum(series: RunSeries, value: (bucket: number) => number): number {
  return range(series.length).reduce((total, bucket) => total + value(bucket), 0);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/**
 * Converts the time buckets of a run to the points of a line, at most one for each pixel. Complete points are cached,
 * so that each frame computes only new ones.
 */

import type { RunSeries } from '../run/run-buffer';

/** Horizontal positions [px] and values of points. NaN stands for an unknown value. */
interface Points {
  readonly x: Float32Array;
  readonly value: Float64Array;
  readonly length: number;
}

/** Converts a time to its position in the plot [px]. */
export interface TimeScale {
  readonly left: number;
  readonly pixels_per_s: number;
}

/**
 * How the values within one pixel are combined. `mean` is used for means, `last` for states, and `min` and `max` for
 * extremes.
 */
export type Thinning = 'mean' | 'last' | 'min' | 'max';

/**
 * The inputs from which cached points were computed. While they stay the same, the points of complete buckets are
 * reused.
 */
interface Made {
  readonly epoch: object;
  readonly bucket_s: number;
}

interface Thinned extends Made {
  readonly scale: TimeScale;
  readonly how: Thinning;
  x: Float32Array;
  value: Float64Array;
  /** Number of points in complete pixel columns, and the first bucket after these columns. */
  points: number;
  bucket: number;
}

const thinned = new WeakMap<Float64Array, Thinned>();

/**
 * Points of a line, taken from a cache as far as possible. The cache is valid for one object `epoch`. The caller passes
 * a new object when a changed setting has altered the recorded part of the run, so that all points are computed again.
 */
export function thin(
  series: RunSeries,
  values: Float64Array,
  scale: TimeScale,
  how: Thinning,
  epoch: object = series,
): Points {
  const { length, time_s } = series;
  // Columns are one pixel wide and fixed in time, so that a drawn point does not move while the run continues.
  const most = length === 0 ? 0 : Math.floor((time_s[length - 1] as number) * scale.pixels_per_s) + 2;
  const size = Math.min(length, most) + 1;
  let kept = thinned.get(values);
  if (
    kept === undefined ||
    !isStill(kept, series, epoch) ||
    kept.how !== how ||
    kept.scale.left !== scale.left ||
    kept.scale.pixels_per_s !== scale.pixels_per_s ||
    kept.bucket > length
  ) {
    const { left, pixels_per_s } = scale;
    kept = {
      epoch,
      bucket_s: series.bucket_s,
      scale: { left, pixels_per_s },
      how,
      x: new Float32Array(size),
      value: new Float64Array(size),
      points: 0,
      bucket: 0,
    };
    thinned.set(values, kept);
  }
  if (kept.x.length < size) {
    // The arrays are allocated at twice the needed size, so that they rarely have to grow.
    kept.x = enlarged(kept.x, new Float32Array(2 * size));
    kept.value = enlarged(kept.value, new Float64Array(2 * size));
  }
  const { x, value } = kept;
  let count = kept.points;
  let bucket = kept.bucket;
  while (bucket < length && count < x.length) {
    // The last column may be incomplete, so the next call recomputes it.
    kept.points = count;
    kept.bucket = bucket;
    const column = Math.floor((time_s[bucket] as number) * scale.pixels_per_s);
    let result = Number.NaN;
    let known = 0;
    let end = bucket;
    for (; end < length && Math.floor((time_s[end] as number) * scale.pixels_per_s) === column; end += 1) {
      const sample = values[end] as number;
      if (Number.isNaN(sample)) continue;
      known += 1;
      if (known === 1 || how === 'last') result = sample;
      else if (how === 'mean') result += sample;
      else if (how === 'min') result = Math.min(result, sample);
      else result = Math.max(result, sample);
    }
    x[count] = scale.left + (time_s[end - 1] as number) * scale.pixels_per_s;
    value[count] = how === 'mean' && known > 0 ? result / known : result;
    count += 1;
    bucket = end;
  }
  return { x, value, length: count };
}

interface Averaged extends Made {
  readonly window_s: number;
  readonly means: Float64Array;
  /** Running sums over all buckets but the last, which may be incomplete. */
  bucket: number;
  sum: number;
  covered: number;
  oldest: number;
}

const averaged = new WeakMap<Float64Array, Averaged>();

/**
 * Moving mean at the end of each bucket, over the last `window_s` seconds or, if that is shorter, since the start of
 * the run.
 */
export function trailingMean(
  series: RunSeries,
  values: Float64Array,
  window_s: number,
  epoch: object = series,
): Float64Array {
  const { length, time_s } = series;
  let kept = averaged.get(values);
  if (kept === undefined || !isStill(kept, series, epoch) || kept.window_s !== window_s || kept.bucket > length) {
    const means = new Float64Array(values.length);
    kept = { epoch, bucket_s: series.bucket_s, window_s, means, bucket: 0, sum: 0, covered: 0, oldest: 0 };
    averaged.set(values, kept);
  }
  const { means } = kept;
  let { sum, covered, oldest } = kept;
  for (let bucket = kept.bucket; bucket < length; bucket += 1) {
    if (bucket === length - 1) {
      kept.bucket = bucket;
      kept.sum = sum;
      kept.covered = covered;
      kept.oldest = oldest;
    }
    const span = spanOf(series, bucket);
    sum += (values[bucket] as number) * span;
    covered += span;
    const begin_s = (time_s[bucket] as number) - window_s + 1e-9;
    while (oldest < bucket && (time_s[oldest] as number) <= begin_s) {
      const left = spanOf(series, oldest);
      sum -= (values[oldest] as number) * left;
      covered -= left;
      oldest += 1;
    }
    // Subtracting from the running sum leaves rounding errors in intervals without packets, so negative means are set
    // to 0.
    means[bucket] = covered > 0 ? Math.max(0, sum / covered) : Number.NaN;
  }
  return means;
}

/** Length of time that a bucket covers [s]. */
export function spanOf(series: RunSeries, bucket: number): number {
  return (series.time_s[bucket] as number) - series.startOf(bucket);
}

export function heights(points: Points, toY: (value: number) => number): Float32Array {
  const y = new Float32Array(points.length);
  for (let index = 0; index < points.length; index += 1) y[index] = toY(points.value[index] as number);
  return y;
}

function isStill(kept: Made, series: RunSeries, epoch: object): boolean {
  return kept.epoch === epoch && kept.bucket_s === series.bucket_s;
}

function enlarged<Numbers extends Float32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

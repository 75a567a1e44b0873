/** From the buckets of a run to the points of a line: one point a pixel at most, whatever the number of buckets. Pure. */

import type { RunSeries } from '../../run/run-buffer';

/** Points in time and value; NaN where nothing is known. */
export interface Points {
  readonly x: Float32Array;
  readonly value: Float64Array;
  readonly length: number;
}

/** Places the points [px] from the left edge of the plot. */
export interface TimeScale {
  readonly left: number;
  readonly pixels_per_s: number;
}

/** `mean`: what lies in a pixel is averaged, as fits means. `last`: as fits states. `min`, `max`: extremes. */
export type Thinning = 'mean' | 'last' | 'min' | 'max';

export function thin(series: RunSeries, values: Float64Array, scale: TimeScale, how: Thinning): Points {
  const { length, time_s } = series;
  // Columns one pixel wide that stand still while time goes on: a point once drawn does not move.
  const most = length === 0 ? 0 : Math.floor((time_s[length - 1] as number) * scale.pixels_per_s) + 2;
  const size = Math.min(length, most) + 1;
  const x = new Float32Array(size);
  const value = new Float64Array(size);
  let count = 0;
  let bucket = 0;
  while (bucket < length && count < size) {
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

/** Mean over the `window_s` before the end of each bucket; over what there is near the start. */
export function trailingMean(series: RunSeries, values: Float64Array, window_s: number): Float64Array {
  const { length, time_s } = series;
  const means = new Float64Array(length);
  let sum = 0;
  let covered = 0;
  let oldest = 0;
  for (let bucket = 0; bucket < length; bucket += 1) {
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
    // Subtracting leaves dust where nothing was sent.
    means[bucket] = covered > 0 ? Math.max(0, sum / covered) : Number.NaN;
  }
  return means;
}

/** Time that a bucket covers [s]. */
export function spanOf(series: RunSeries, bucket: number): number {
  return (series.time_s[bucket] as number) - series.startOf(bucket);
}

/** Heights in pixels for the values of points. */
export function heights(points: Points, toY: (value: number) => number): Float32Array {
  const y = new Float32Array(points.length);
  for (let index = 0; index < points.length; index += 1) y[index] = toY(points.value[index] as number);
  return y;
}

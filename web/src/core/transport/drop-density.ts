/**
 * Drops over the whole run by reason, for the strip above the scrubber. This file computes the counts and paints them.
 */

import { type Colours, type ReasonFamily, reasonInk } from '../../base/palette';
import type { RunSeries } from '../run/run-series';

/** Counts in equal intervals of the run. */
export interface DropDensity {
  readonly columns: number;
  readonly reasonCount: number;
  /** `counts[reason * columns + column]`. */
  readonly counts: Float64Array;
  /** Largest count in a column, rounded up, so that the scale does not change with every drop. */
  greatest: number;
}

/**
 * Number of columns that fit. No column is narrower than a bucket, since the time of a drop is known only to a bucket.
 */
export function columnsFor(width_px: number, pitch_px: number, duration_s: number, bucket_s: number): number {
  const fitting = Math.floor(width_px / pitch_px);
  const buckets = bucket_s > 0 ? Math.floor(duration_s / bucket_s) : fitting;
  return Math.max(1, Math.min(fitting, buckets));
}

/** Counts all drops again. The arrays of `before` are reused if their size fits. */
export function dropDensity(
  series: RunSeries,
  duration_s: number,
  columns: number,
  before?: DropDensity | undefined,
): DropDensity {
  const { reasonCount } = series;
  const density =
    before !== undefined && before.columns === columns && before.reasonCount === reasonCount
      ? before
      : { columns, reasonCount, counts: new Float64Array(reasonCount * columns), greatest: 0 };
  const { counts } = density;
  counts.fill(0);
  for (let reason = 0; reason < reasonCount; reason += 1) {
    const values = series.reasons[reason];
    if (values === undefined) continue;
    const row = reason * columns;
    for (let bucket = 0; bucket < series.length; bucket += 1) {
      const count = values[bucket] ?? 0;
      if (count === 0) continue;
      const middle_s = (series.time_s[bucket] ?? 0) - series.bucket_s / 2;
      const column = Math.min(columns - 1, Math.max(0, Math.floor((middle_s / duration_s) * columns)));
      counts[row + column] = (counts[row + column] ?? 0) + count;
    }
  }
  let greatest = 0;
  for (let column = 0; column < columns; column += 1) {
    let total = 0;
    for (let reason = 0; reason < reasonCount; reason += 1) total += counts[reason * columns + column] ?? 0;
    greatest = Math.max(greatest, total);
  }
  density.greatest = stepUp(greatest);
  return density;
}

interface StripLook {
  readonly width: number;
  readonly height: number;
  /** Share of the run that is simulated. The rest is faint. */
  readonly reached: number;
  readonly colours: Colours;
  /** For each reason, its family. */
  readonly families: readonly ReasonFamily[];
}

/** Paints stacked bars in the order of the reasons. */
export function paintDensity(context: CanvasRenderingContext2D, density: DropDensity, look: StripLook): void {
  const { columns, reasonCount, counts, greatest } = density;
  const { width, height, reached, colours, families } = look;
  context.clearRect(0, 0, width, height);
  if (greatest === 0) return;
  const pitch = width / columns;
  const bar = Math.max(1, pitch - 1);
  const grounds = new Float64Array(columns);
  const now = reached * columns;
  for (let reason = 0; reason < reasonCount; reason += 1) {
    context.fillStyle = colours[reasonInk(families[reason] ?? 'overflow')];
    for (let column = 0; column < columns; column += 1) {
      const count = counts[reason * columns + column] ?? 0;
      if (count === 0) continue;
      const ground = grounds[column] ?? 0;
      const size = (count / greatest) * height;
      context.globalAlpha = column < now ? 1 : 0.4;
      context.fillRect(column * pitch, height - ground - size, bar, size);
      grounds[column] = ground + size;
    }
  }
  context.globalAlpha = 1;
}

/** The smallest of 1, 2, 5, 10, 20, 50, … that is at or above a value. */
function stepUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}

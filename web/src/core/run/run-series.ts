/**
 * The time series of a run in bounded memory: at most `CAPACITY` buckets. When the series is full, pairs of buckets are
 * merged, and every bucket then covers twice the time. Counts are summed, means are weighted by their counts, and
 * extremes are kept. Totals and means over the whole run therefore do not change.
 */

import { FOLLOWED_WINDOWS, type SeriesColumns, type WindowColumns } from '../border/border.gen';

export const CAPACITY = 4096;
/** Times closer than this count as equal [s], because ends of buckets are sums of floating-point numbers. */
const ROUNDING_S = 1e-6;

/** The congestion window of one flow over time, one value for each bucket. */
type WindowSeries = WindowColumns;

/** The number of flows whose congestion windows are recorded, in a scene with `tcpFlows` TCP flows. */
export function followedWindows(tcpFlows: number): number {
  return Math.min(FOLLOWED_WINDOWS, tcpFlows);
}

export class RunSeries {
  /** Number of buckets. The last bucket may be incomplete. */
  length = 0;
  /** Length of time that a bucket covers [s]. It is 0 if there are no buckets. */
  bucket_s = 0;
  /** End of each bucket [s]. */
  readonly time_s = column();
  readonly queue_mean = column();
  readonly queue_min = column();
  readonly queue_max = column();
  readonly average_queue = column();
  readonly delay_s = column();
  readonly jain_index = column();
  readonly jain_index_tcp = column();
  /** `class_bps[class][bucket]` [bit/s]. */
  readonly class_bps: readonly Float64Array[];
  /** `reasons[reason][bucket]` is the number of drops or marks. */
  readonly reasons: readonly Float64Array[];
  /** Congestion windows, by index among the flows whose windows are recorded. */
  readonly windows: readonly WindowSeries[];

  /** Number of engine buckets merged into each full bucket, and into the last bucket so far. */
  private perBucket = 1;
  private inLast = 0;

  constructor(
    readonly classCount: number,
    readonly reasonCount: number,
    readonly windowCount: number = 0,
  ) {
    this.class_bps = Array.from({ length: classCount }, column);
    this.reasons = Array.from({ length: reasonCount }, column);
    this.windows = Array.from({ length: windowCount }, () => ({
      congestion_window: column(),
      slow_start_threshold: column(),
      recovery_state: column(),
      reordering_window_s: column(),
      pacing_bps: column(),
      fast_retransmits: column(),
      timeouts: column(),
      ecn_cuts: column(),
    }));
  }

  append(rows: SeriesColumns, windows?: WindowColumns): void {
    for (let row = 0; row < rows.time_s.length; row += 1) this.appendRow(rows, row, windows);
  }

  /**
   * Removes the part after a given time, which a changed setting has invalidated. A merged bucket that extends beyond
   * this time keeps a share of its counts in proportion to the time.
   */
  keepUntil(until_s: number): void {
    if (this.length === 0 || at(this.time_s, this.length - 1) <= until_s + ROUNDING_S) return;
    const bucket = this.bucketAt(until_s + ROUNDING_S);
    const begin_s = this.startOf(bucket);
    const part_s = this.bucket_s / this.perBucket;
    const kept = Math.max(0, Math.round((until_s - begin_s) / part_s));
    this.length = bucket;
    this.inLast = this.perBucket;
    if (kept > 0) {
      const share = (kept * part_s) / (at(this.time_s, bucket) - begin_s);
      for (const values of this.counts) values[bucket] = at(values, bucket) * share;
      this.time_s[bucket] = begin_s + kept * part_s;
      this.length += 1;
      this.inLast = kept;
    }
    if (this.length === 0) this.perBucket = 1;
  }

  copy(): RunSeries {
    const copy = new RunSeries(this.classCount, this.reasonCount, this.windowCount);
    copy.length = this.length;
    copy.bucket_s = this.bucket_s;
    copy.perBucket = this.perBucket;
    copy.inLast = this.inLast;
    const { columns } = copy;
    for (const [place, values] of this.columns.entries()) columns[place]?.set(values);
    return copy;
  }

  /** Start of a bucket [s]. */
  startOf(bucket: number): number {
    return bucket === 0 ? Math.max(0, at(this.time_s, 0) - this.bucket_s) : at(this.time_s, bucket - 1);
  }

  /**
   * Index of the bucket that contains a given time, or of the nearest bucket if the time is outside the run. −1 if
   * there are no buckets.
   */
  bucketAt(time_s: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(this.time_s, middle) < time_s) low = middle + 1;
      else high = middle;
    }
    return high < 0 ? -1 : low;
  }

  private get columns(): readonly Float64Array[] {
    const { time_s, queue_mean, queue_min, queue_max, average_queue, delay_s, jain_index, jain_index_tcp } = this;
    const single = [time_s, queue_mean, queue_min, queue_max, average_queue, delay_s, jain_index, jain_index_tcp];
    return [...single, ...this.class_bps, ...this.windows.flatMap(windowStates), ...this.counts];
  }

  /** All columns that contain counts. */
  private get counts(): readonly Float64Array[] {
    return this.windows.length === 0 ? this.reasons : [...this.reasons, ...this.windows.flatMap(cuts)];
  }

  private appendRow(rows: SeriesColumns, row: number, windows: WindowColumns | undefined): void {
    if (this.length > 0 && this.inLast < this.perBucket) {
      // The row is written to the spare slot after the last bucket, and then merged into that bucket.
      this.write(this.length, rows, row, windows);
      this.merge(this.length - 1, this.length, this.length - 1);
      this.inLast += 1;
      return;
    }
    if (this.length === CAPACITY) this.halve();
    if (this.length === 0) this.bucket_s = at(rows.time_s, row);
    this.write(this.length, rows, row, windows);
    this.length += 1;
    this.inLast = 1;
  }

  private halve(): void {
    for (let pair = 0; pair < this.length / 2; pair += 1) this.merge(2 * pair, 2 * pair + 1, pair);
    this.length /= 2;
    this.perBucket *= 2;
    this.bucket_s *= 2;
  }

  private write(to: number, rows: SeriesColumns, row: number, windows: WindowColumns | undefined): void {
    this.time_s[to] = at(rows.time_s, row);
    this.queue_mean[to] = at(rows.queue_mean, row);
    this.queue_min[to] = at(rows.queue_min, row);
    this.queue_max[to] = at(rows.queue_max, row);
    this.average_queue[to] = at(rows.average_queue, row);
    this.delay_s[to] = at(rows.delay_s, row);
    this.jain_index[to] = at(rows.jain_index, row);
    this.jain_index_tcp[to] = at(rows.jain_index_tcp, row);
    for (const [number, values] of this.class_bps.entries())
      values[to] = at(rows.class_bps, row * this.classCount + number);
    for (const [number, values] of this.reasons.entries())
      values[to] = at(rows.reasons, row * this.reasonCount + number);
    for (const [place, followed] of this.windows.entries()) {
      const from = row * this.windowCount + place;
      for (const name of WINDOW_COLUMNS)
        followed[name][to] = windows === undefined ? Number.NaN : at(windows[name], from);
    }
  }

  /**
   * Merges bucket `a` and the next bucket `b`, and writes the result to bucket `to`. `to` is never greater than `a`.
   */
  private merge(a: number, b: number, to: number): void {
    // `to - 1` is the previous merged bucket. Its end is the beginning of `a`.
    const begin = to === 0 ? 0 : at(this.time_s, to - 1);
    const firstBegin =
      to === 0 ? Math.max(begin, at(this.time_s, a) - (at(this.time_s, b) - at(this.time_s, a))) : begin;
    const weightA = Math.max(0, at(this.time_s, a) - firstBegin);
    const weightB = Math.max(0, at(this.time_s, b) - at(this.time_s, a));
    const mean = (values: Float64Array): number => weightedMean(at(values, a), weightA, at(values, b), weightB);

    // Mean delays are weighted by the bits sent, as a proxy for the number of departed packets.
    let leftA = 0;
    let leftB = 0;
    for (const values of this.class_bps) {
      leftA += at(values, a) * weightA;
      leftB += at(values, b) * weightB;
    }
    const delay = weightedMean(at(this.delay_s, a), leftA, at(this.delay_s, b), leftB);
    const queueMean = mean(this.queue_mean);

    for (const values of this.class_bps) values[to] = mean(values);
    for (const values of this.counts) values[to] = at(values, a) + at(values, b);
    this.queue_min[to] = Math.min(at(this.queue_min, a), at(this.queue_min, b));
    this.queue_max[to] = Math.max(at(this.queue_max, a), at(this.queue_max, b));
    this.queue_mean[to] = queueMean;
    this.delay_s[to] = delay;
    // States are values at the end of a bucket and not means.
    for (const values of this.windows.flatMap(windowStates)) values[to] = at(values, b);
    this.average_queue[to] = at(this.average_queue, b);
    this.jain_index[to] = at(this.jain_index, b);
    this.jain_index_tcp[to] = at(this.jain_index_tcp, b);
    this.time_s[to] = at(this.time_s, b);
  }
}

/** Columns that contain states at the end of a bucket. */
const WINDOW_STATES = [
  'congestion_window',
  'slow_start_threshold',
  'recovery_state',
  'reordering_window_s',
  'pacing_bps',
] as const satisfies readonly (keyof WindowColumns)[];

const WINDOW_COLUMNS = [
  ...WINDOW_STATES,
  'fast_retransmits',
  'timeouts',
  'ecn_cuts',
] as const satisfies readonly (keyof WindowColumns)[];

function windowStates(windows: WindowSeries): Float64Array[] {
  return WINDOW_STATES.map((state) => windows[state]);
}

function cuts({ fast_retransmits, timeouts, ecn_cuts }: WindowSeries): Float64Array[] {
  return [fast_retransmits, timeouts, ecn_cuts];
}

function weightedMean(a: number, weightA: number, b: number, weightB: number): number {
  if (Number.isNaN(a)) return b;
  if (Number.isNaN(b)) return a;
  const weight = weightA + weightB;
  return weight > 0 ? (a * weightA + b * weightB) / weight : (a + b) / 2;
}

function column(): Float64Array {
  // The spare slot holds a new bucket until the bucket is merged into the last one.
  return new Float64Array(CAPACITY + 1);
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}

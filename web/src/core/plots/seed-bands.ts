/**
 * Bands on time plots that show the spread over other seeds. A separate engine runs the whole scene under other seeds.
 * At each time, a band spans the least to the greatest value of the separate runs, without the run on the page. A line
 * shows the mean of the separate runs.
 */

import { bisectRight } from 'd3-array';
import { problemText } from '../../base/problem-text';
import type { Region } from '../../ui/figure/axis';
import type { AreaMark } from '../../ui/marks/area';
import type { LineMark } from '../../ui/marks/line';
import type { EngineClient } from '../border/client';
import type { Scenario } from '../border/scenario';
import { Beside } from '../engine/beside';
import { MOST_LANES } from '../run/lanes';
import { RunSeries } from '../run/run-series';
import type { Thinning, TimeScale } from './columns';

/**
 * Number of runs under other seeds. The value of a further run lies between the minimum and the maximum of 19 runs with
 * probability 18/20.
 */
export const OTHER_SEEDS = 19;
/** Delay between a change of settings and the start of the runs [ms]. */
const SETTLED_MS = 400;
/** Number of possible seeds. After the last one, seeds wrap around to 0. */
const SEEDS = 2 ** 32;

/** Returns the column of a series that a band shows, and how the values within a pixel are combined. */
export type BandColumn = (series: RunSeries) => readonly [values: Float64Array, how: Thinning] | undefined;

export interface BandShapes {
  readonly band: AreaMark;
  readonly mean: LineMark;
}

/** Position and scales of the plot in which a band is drawn. */
export interface BandFrame {
  readonly region: Region;
  readonly scale: TimeScale;
  readonly toY: (value: number) => number;
}

/** The runs under other seeds that have finished so far. */
export class SeedBands {
  /** Cache of drawn bands, keyed by the column of the first run. A band is reused while its axes stay the same. */
  private readonly drawn = new WeakMap<
    Float64Array,
    { readonly key: string; readonly shapes: BandShapes | undefined }
  >();

  /** `runs[lane]` has the series of this lane, one for each seed. All lanes have the same number of series. */
  constructor(
    private readonly runs: readonly (readonly RunSeries[])[],
    /** The error that prevents further runs, if one occurred. */
    readonly problem?: string,
  ) {}

  /** Number of seeds under which every lane has been run. */
  get done(): number {
    return this.runs[0]?.length ?? 0;
  }

  /** Description of the band for a key. */
  get words(): string {
    if (this.problem !== undefined) return `other seeds: ${this.problem}`;
    return this.done === OTHER_SEEDS ? `${OTHER_SEEDS} other seeds` : `${this.done} of ${OTHER_SEEDS} other seeds`;
  }

  /** Band of a lane. Undefined if the lane has no runs. Values are meaningful only from the time `since_s` [s]. */
  shapesOf(lane: number, column: BandColumn, frame: BandFrame, since_s = 0): BandShapes | undefined {
    const runs = this.runs[lane] ?? [];
    const [values] = (runs[0] && column(runs[0])) ?? [];
    if (values === undefined) return undefined;
    const { region, scale, toY } = frame;
    // The key of the cache contains the vertical position of one value, since this position changes with the range and
    // the scale of the axis.
    const height = toY(values[(runs[0]?.length ?? 1) - 1] as number);
    const key = [...Object.values(region), scale.left, scale.pixels_per_s, height, since_s].join();
    const before = this.drawn.get(values);
    if (before?.key === key) return before.shapes;
    const shapes = bandShapes(runs, column, frame, since_s);
    this.drawn.set(values, { key, shapes });
    return shapes;
  }
}

/** One point for each pixel, computed from the buckets that end inside the region. */
function bandShapes(
  runs: readonly RunSeries[],
  column: BandColumn,
  { region, scale, toY }: BandFrame,
  since_s: number,
): BandShapes | undefined {
  const [first] = runs;
  const columns = runs.flatMap((series) => {
    const own = column(series);
    return own === undefined ? [] : [own];
  });
  if (first === undefined || columns.length === 0) return undefined;
  // All runs have the same buckets, because these depend only on the duration of the scene.
  const { time_s } = first;
  const length = Math.min(...runs.map((run) => run.length));
  const secondsAt = (x: number): number => (x - scale.left) / scale.pixels_per_s;
  const begin = bisectRight(time_s, Math.max(secondsAt(region.left), since_s), 0, length);
  const end = bisectRight(time_s, secondsAt(region.right), begin, length);
  const points: { readonly x: number; readonly low: number; readonly high: number; readonly mean: number }[] = [];
  for (let from = begin; from < end; ) {
    const pixel = Math.floor((time_s[from] as number) * scale.pixels_per_s);
    let until = from + 1;
    while (until < end && Math.floor((time_s[until] as number) * scale.pixels_per_s) === pixel) until += 1;
    const values = columns
      .map(([own, how]) => (how === 'last' ? (own[until - 1] as number) : meanOf(own, from, until)))
      .filter((value) => !Number.isNaN(value));
    if (values.length > 0)
      points.push({
        x: scale.left + (time_s[until - 1] as number) * scale.pixels_per_s,
        low: toY(Math.min(...values)),
        high: toY(Math.max(...values)),
        mean: toY(values.reduce((sum, value) => sum + value, 0) / values.length),
      });
    from = until;
  }
  if (points.length < 2) return undefined;
  const x = Float32Array.from(points, (point) => point.x);
  const of = (name: 'low' | 'high' | 'mean'): Float32Array => Float32Array.from(points, (point) => point[name]);
  return {
    band: { x, low: of('low'), high: of('high'), length: points.length, opacity: 0.2 },
    mean: { x, y: of('mean'), length: points.length, width: 1.25, dash: [1.5, 2.5] },
  };
}

function meanOf(values: Float64Array, from: number, until: number): number {
  let sum = 0;
  let known = 0;
  for (let bucket = from; bucket < until; bucket += 1) {
    const value = values[bucket] as number;
    if (Number.isNaN(value)) continue;
    sum += value;
    known += 1;
  }
  return sum / known;
}

interface Means {
  readonly connect: () => Promise<EngineClient>;
  readonly signal: AbortSignal;
  /** Called after each seed under which every lane has been run, and once if no more runs are possible. */
  readonly onRun: (bands: SeedBands) => void;
  readonly settled_ms?: number;
}

/** Runs one seed after another until all have been run or the signal aborts. */
export async function runOtherSeeds(
  scenario: Scenario,
  { connect, signal, onRun, settled_ms = SETTLED_MS }: Means,
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settled_ms));
  if (signal.aborted) return;
  const lanes = Array.from({ length: Math.min(MOST_LANES, scenario.lanes.length) }, (_, lane) => lane);
  const beside = new Beside(connect);
  let runs: readonly (readonly RunSeries[])[] = lanes.map(() => []);
  signal.addEventListener('abort', () => beside.close());
  try {
    const engine = await beside.engine();
    for (let run = 1; run <= OTHER_SEEDS; run += 1) {
      const other = { ...scenario, seed: (scenario.seed + run) % SEEDS };
      const next: RunSeries[] = [];
      for (const lane of lanes) {
        const { facts, frame } = await engine.open(other, scenario.duration_s, lane, { signal });
        if (signal.aborted) return;
        // The series of these runs contain no drop reasons and no congestion windows, because bands do not show them.
        const series = new RunSeries(facts.classes.length, 0);
        series.append(frame.series);
        next.push(series);
      }
      runs = runs.map((before, lane) => [...before, next[lane] as RunSeries]);
      onRun(new SeedBands(runs));
    }
  } catch (problem) {
    if (!signal.aborted) onRun(new SeedBands(runs, problemText(problem)));
  } finally {
    beside.close();
  }
}

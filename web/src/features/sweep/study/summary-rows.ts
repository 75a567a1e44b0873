/**
 * The statistics of a sweep with more runs than fit in memory. Only one point's runs are in memory at a time, so they
 * must arrive point by point, as in the tables of the command line and of the page.
 */

import type { SweepFacts } from '../../../core/experiment/sweep';
import type { SweepBatch } from '../../../core/experiment/sweep-messages';
import type { SweepSource } from '../pictures/shown-sweep';
import { type Cell, cellOf, cellWith } from '../sweep-rows';
import { TableFault } from './parquet-table';

/** Number of values per cell: the number of runs, their mean, and their standard deviation. */
const WIDTH = 3;
/** Maximum number of values that are stored, at 8 bytes each. */
const MOST_VALUES = 32 * 1024 * 1024;

export class SummaryRows implements SweepSource {
  readonly hasRuns = false;
  done = 0;
  version = 0;
  mostSeeds = 0;
  /** Statistics by point, then lane, then metric. `differences` has the same for each pair of lanes. */
  private readonly cells: Float64Array;
  private readonly differences: Float64Array;
  /** Problems by point and lane. */
  private readonly problems = new Map<number, string>();
  private readonly leftOut: ReadonlySet<number>;
  /** The finished points. */
  private readonly isFinished: Uint8Array;
  /** The point whose runs are arriving, and its values by lane, seed and metric. */
  private point = -1;
  private readonly values: Float64Array;

  /** Throws `TableFault` if even the statistics do not fit in memory. */
  constructor(readonly facts: SweepFacts) {
    const { points, lanes, seeds, metrics } = facts;
    const pairs = (lanes.length * (lanes.length - 1)) / 2;
    const stored = points * (lanes.length + pairs) * metrics.length * WIDTH + lanes.length * seeds * metrics.length;
    if (stored > MOST_VALUES)
      throw new TableFault(
        `has ${points.toLocaleString('en')} points with ${lanes.length} lanes and ${metrics.length} metrics, more than the page can show; ` +
          'chokepoint plot draws figures of it',
      );
    this.cells = new Float64Array(points * lanes.length * metrics.length * WIDTH);
    this.differences = new Float64Array(points * pairs * metrics.length * WIDTH);
    this.leftOut = new Set(facts.left_out);
    this.isFinished = new Uint8Array(points);
    this.values = new Float64Array(lanes.length * seeds * metrics.length).fill(Number.NaN);
  }

  /** Adds runs, which are sorted by point. Throws `TableFault` if they are not. */
  addBatch({ tasks, values, refused }: SweepBatch): void {
    const { lanes, seeds, metrics } = this.facts;
    const perPoint = lanes.length * seeds;
    const width = metrics.length;
    tasks.forEach((task, place) => {
      const point = Math.floor(task / perPoint);
      if (point !== this.point) this.begin(point);
      const at = (task - point * perPoint) * width;
      for (let metric = 0; metric < width; metric += 1)
        this.values[at + metric] = values[place * width + metric] ?? Number.NaN;
      this.mostSeeds = Math.max(this.mostSeeds, (task % seeds) + 1);
    });
    for (const { task, problems } of refused)
      this.problems.set(Math.floor(task / seeds), problems.map(({ problem }) => problem).join('; '));
    this.done += tasks.length;
    this.version += 1;
  }

  /** Ends the last point. */
  finish(): void {
    const { lanes, metrics } = this.facts;
    const { point } = this;
    if (point < 0) return;
    metrics.forEach((about, metric) => {
      const samples = lanes.map((_, lane) => this.samples(lane, metric));
      samples.forEach((own, lane) => {
        store(this.cells, this.placeOf(point, lane, metric), cellOf(own, about.is_share));
        samples.slice(0, lane).forEach((other, against) => {
          const both = own.map((value, place) => minus(value, other[place]));
          store(this.differences, this.placeOfPair(point, lane, against, metric), cellOf(both, false));
        });
      });
    });
    this.isFinished[point] = 1;
    this.point = -1;
    this.values.fill(Number.NaN);
    this.version += 1;
  }

  cell(point: number, lane: number, metric: number): Cell | undefined {
    const isShare = this.facts.metrics[metric]?.is_share === true;
    return restored(this.cells, this.placeOf(point, lane, metric), 1, isShare);
  }

  difference(point: number, lane: number, against: number, metric: number): Cell | undefined {
    if (lane === against) return undefined;
    const [high, low, sign] = lane > against ? [lane, against, 1] : [against, lane, -1];
    return restored(this.differences, this.placeOfPair(point, high, low, metric), sign, false);
  }

  /** Always undefined, because the table in the file has no columns for the two halves of the measured window. */
  settling(): undefined {
    return undefined;
  }

  /** Always empty, because the table in the file has no column for remarks. */
  remarksAt(): readonly string[] {
    return [];
  }

  tooWide(): readonly never[] {
    return [];
  }

  problem(point: number, lane?: number): string | undefined {
    const { lanes, where = [] } = this.facts;
    if (this.leftOut.has(point)) return `left out, since the sweep is of points with ${where.join(' and ')}`;
    const asked = lane === undefined ? [...lanes.keys()] : [lane];
    return asked.map((one) => this.problems.get(point * lanes.length + one)).find((text) => text !== undefined);
  }

  private begin(point: number): void {
    this.finish();
    if (this.isFinished[point] === 1)
      throw new TableFault(
        'is too large for its order: the page reads a table of this size point by point, and the runs of a point are apart; ' +
          'chokepoint join FILE --out OTHER.parquet sorts them',
      );
    this.point = point;
  }

  private samples(lane: number, metric: number): readonly (number | undefined)[] {
    const { seeds, metrics } = this.facts;
    return Array.from({ length: Math.min(seeds, this.mostSeeds) }, (_, seed) => {
      const value = this.values[(lane * seeds + seed) * metrics.length + metric];
      return value === undefined || Number.isNaN(value) ? undefined : value;
    });
  }

  private placeOf(point: number, lane: number, metric: number): number {
    const { lanes, metrics } = this.facts;
    return WIDTH * ((point * lanes.length + lane) * metrics.length + metric);
  }

  /**
   * Index in `differences` at which the statistics of a pair of lanes begin. `high` is the greater index of the two
   * lanes.
   */
  private placeOfPair(point: number, high: number, low: number, metric: number): number {
    const { lanes, metrics } = this.facts;
    const pairs = (lanes.length * (lanes.length - 1)) / 2;
    return WIDTH * ((point * pairs + (high * (high - 1)) / 2 + low) * metrics.length + metric);
  }
}

function minus(value: number | undefined, other: number | undefined): number | undefined {
  return value === undefined || other === undefined ? undefined : value - other;
}

function store(cells: Float64Array, at: number, cell: Cell | undefined): void {
  if (cell !== undefined) cells.set([cell.n, cell.mean, cell.sd], at);
}

function restored(cells: Float64Array, at: number, sign: number, isShare: boolean): Cell | undefined {
  const [n = 0, mean = 0, sd = 0] = cells.subarray(at, at + WIDTH);
  return n === 0 ? undefined : cellWith({ n, mean: sign * mean, sd, values: [] }, isShare);
}

/** A sweep's rows so far, in packed form, with statistics over the seeds. */

import type { SceneProblem } from '../../core/border/client';
import type { SeedsOfPoint, SweepFacts, SweepRow } from '../../core/experiment/sweep';
import type { RunsToPlot, SeedsMade, SweepBatch } from '../../core/experiment/sweep-messages';
import { FEWEST_FOR_HALVES, type HalfSums, intervalOfShare, isSettling, student95 } from './spread';

/** Statistics of a quantity in one lane at one point, over the seeds for which the quantity has a value. */
export interface Cell {
  readonly n: number;
  readonly mean: number;
  /** Standard deviation. It is 0 for a single value. */
  readonly sd: number;
  /** Half-width of the mean's 95 % interval, by Student's t. Undefined for a single value. */
  readonly half: number | undefined;
  /** The ends of the 95 % interval. For shares and indices it lies in [0, 1]. Undefined for a single value. */
  readonly ends: readonly [number, number] | undefined;
  /** The quantity's values, one for each seed. Empty if only the statistics are known. */
  readonly values: readonly number[];
}

/**
 * The means of a quantity in the first and the second half of the measured window, if they differ: the run has not
 * reached a steady state.
 */
export interface Settling {
  readonly first: number;
  readonly second: number;
}

/** States of a run. */
const MISSING = 0;
const MEASURED = 1;
const REFUSED = 2;
/** Number of fields of {@link HalfSums}. All of them are stored for each point, lane and metric. */
const SUMS = 5;

export class SweepRows {
  /** True if the values of single runs are known. */
  readonly hasRuns: boolean = true;
  /** Number of runs that have arrived. */
  done = 0;
  /** Counts the arrivals of rows. */
  version = 0;
  /** Values by task, then by metric. `NaN` if a run has no such value. */
  private readonly values: Float64Array;
  private readonly states: Uint8Array;
  /** Problems by task. */
  private readonly problems = new Map<number, readonly SceneProblem[]>();
  /** Remarks by point. */
  private readonly remarks = new Map<number, readonly string[]>();
  /** Points that have no runs, because a condition is false there. */
  private readonly leftOut: ReadonlySet<number>;
  /** The five fields of {@link HalfSums}, by point, lane and metric. */
  private readonly halves: Float64Array;
  /** Each point's number of seeds as far as known. Undefined if all points have the same number. */
  private readonly seedsOf: SeedsOfPoint[] | undefined;

  constructor(readonly facts: SweepFacts) {
    this.values = new Float64Array(facts.tasks * facts.metrics.length);
    this.states = new Uint8Array(facts.tasks);
    this.leftOut = new Set(facts.left_out);
    this.halves = new Float64Array(SUMS * facts.points * facts.lanes.length * facts.metrics.length);
    const { until } = facts;
    if (until === undefined) return;
    this.seedsOf = Array.from({ length: facts.points }, (_, point): SeedsOfPoint => {
      const isLeftOut = this.leftOut.has(point);
      return { seeds: isLeftOut ? 0 : until.least, stop: isLeftOut ? 'done' : 'open', wide: [] };
    });
  }

  /** Number of all runs. With a rule that adds seeds, as far as known. */
  get total(): number {
    if (this.seedsOf === undefined) return runsOf(this.facts);
    return this.facts.lanes.length * this.seedsOf.reduce((sum, { seeds }) => sum + seeds, 0);
  }

  /** True if all runs have arrived, and no rule asks for more. */
  get isWhole(): boolean {
    return this.seedsOf?.some(({ stop }) => stop === 'open') !== true && this.done >= this.total;
  }

  /**
   * The largest number of seeds of any point. If a rule adds seeds during the sweep, it is the largest number so far.
   */
  get mostSeeds(): number {
    return this.seedsOf?.reduce((most, { seeds }) => Math.max(most, seeds), 0) ?? this.facts.seeds;
  }

  /** A point's number of seeds. If a rule adds seeds during the sweep, it is the number so far. */
  seedsAt(point: number): number {
    return this.seedsOf?.[point]?.seeds ?? this.facts.seeds;
  }

  /** The points that may need further seeds, with their finished runs. Undefined if there are none. */
  seedsMade(): SeedsMade | undefined {
    const { until, lanes, metrics } = this.facts;
    const metric = metrics.findIndex(({ id }) => id === until?.metric);
    const open = (this.seedsOf ?? []).flatMap(({ stop }, point) => (stop === 'open' ? [point] : []));
    if (open.length === 0) return undefined;
    const seeds = open.map((point) => Math.min(...lanes.map((_, lane) => this.firstSeeds(point, lane))));
    const values = new Float64Array(lanes.length * seeds.reduce((sum, count) => sum + count, 0));
    let at = 0;
    open.forEach((point, place) => {
      for (const lane of lanes.keys())
        for (let seed = 1; seed <= (seeds[place] ?? 0); seed += 1) {
          const task = this.taskOf({ point, lane, seed });
          const isMeasured = this.states[task] === MEASURED;
          values[at] = (isMeasured ? this.values[task * metrics.length + metric] : undefined) ?? Number.NaN;
          at += 1;
        }
    });
    return { points: Float64Array.from(open), seeds: Float64Array.from(seeds), values };
  }

  /** Stores how many seeds each of these points gets, as computed by the engine. */
  addSeeds(points: Float64Array, seeds: readonly SeedsOfPoint[]): void {
    points.forEach((point, place) => {
      const found = seeds[place];
      if (found !== undefined && this.seedsOf !== undefined) this.seedsOf[point] = found;
    });
  }

  /** The points that have reached the largest number of seeds although a lane's interval is still too wide. */
  tooWide(): readonly { readonly point: number; readonly wide: SeedsOfPoint['wide'] }[] {
    return (this.seedsOf ?? []).flatMap(({ stop, wide }, point) => (stop === 'at_most' ? [{ point, wide }] : []));
  }

  /** Number of seeds, counted from the first, whose runs have all arrived. */
  private firstSeeds(point: number, lane: number): number {
    const first = this.taskOf({ point, lane, seed: 1 });
    let count = 0;
    while (count < this.facts.seeds && this.has(first + count)) count += 1;
    return count;
  }

  taskOf({ point, lane, seed }: Pick<SweepRow, 'point' | 'lane' | 'seed'>): number {
    const { lanes, seeds } = this.facts;
    return (point * lanes.length + lane) * seeds + seed - 1;
  }

  has(task: number): boolean {
    return this.states[task] !== MISSING;
  }

  /** Adds rows. A row replaces an earlier row of the same run. */
  add(rows: readonly SweepRow[]): void {
    const width = this.facts.metrics.length;
    for (const row of rows) {
      const task = this.taskOf(row);
      const isNew = !this.has(task);
      if (isNew) this.done += 1;
      if (row.remarks !== undefined) this.remarks.set(row.point, row.remarks);
      if (isNew)
        for (const [metric, pair] of (row.halves ?? []).entries())
          if (pair !== null) this.addHalves(task, metric, pair);
      if (row.values === undefined) {
        this.states[task] = REFUSED;
        this.problems.set(task, row.problems ?? []);
        continue;
      }
      this.states[task] = MEASURED;
      for (let metric = 0; metric < width; metric += 1)
        this.values[task * width + metric] = row.values[metric] ?? Number.NaN;
    }
    if (rows.length > 0) this.version += 1;
  }

  /** Adds runs in the packed form of a worker or of the browser's storage. */
  addBatch({ tasks, values, refused, halves, remarks = [] }: SweepBatch): void {
    const width = this.facts.metrics.length;
    for (const { task, remarks: ofTask } of remarks) this.remarks.set(this.pointOf(task), ofTask);
    tasks.forEach((task, place) => {
      if (!this.has(task)) {
        this.done += 1;
        for (let metric = 0; halves !== undefined && metric < width; metric += 1) {
          const at = 2 * (place * width + metric);
          this.addHalves(task, metric, [halves[at] ?? Number.NaN, halves[at + 1] ?? Number.NaN]);
        }
      }
      this.states[task] = MEASURED;
      this.values.set(values.subarray(place * width, (place + 1) * width), task * width);
    });
    for (const { task, problems } of refused) {
      this.states[task] = REFUSED;
      this.problems.set(task, problems);
    }
    this.version += 1;
  }

  /** The statistics of a cell. Undefined while no seed has a value. */
  cell(point: number, lane: number, metric: number): Cell | undefined {
    return cellOf(this.samples(point, lane, metric), this.facts.metrics[metric]?.is_share === true);
  }

  /**
   * Statistics of the difference between two lanes, seed by seed (`lane` minus `against`). Under the same seed both
   * lanes have the same traffic, so its variation cancels out.
   */
  difference(point: number, lane: number, against: number, metric: number): Cell | undefined {
    const others = this.samples(point, against, metric);
    return cellOf(
      this.samples(point, lane, metric).map((value, place) => {
        const other = others[place];
        return value === undefined || other === undefined ? undefined : value - other;
      }),
      false,
    );
  }

  /** Means over the halves of the measured window. Undefined if they agree, or if too few runs have both halves. */
  settling(point: number, lane: number, metric: number): Settling | undefined {
    const [n = 0, first = 0, second = 0, difference = 0, square = 0] = this.halves.subarray(
      this.sumsAt(point, lane, metric),
    );
    const sums: HalfSums = { n, first, second, difference, square };
    return n >= FEWEST_FOR_HALVES && isSettling(sums) ? { first: first / n, second: second / n } : undefined;
  }

  /** Remarks on a point that is valid but probably not intended. */
  remarksAt(point: number): readonly string[] {
    return this.remarks.get(point) ?? [];
  }

  /** The values in seed order, from seed 1. */
  samples(point: number, lane: number, metric: number): readonly (number | undefined)[] {
    const { metrics } = this.facts;
    const seeds = this.seedsAt(point);
    const first = this.taskOf({ point, lane, seed: 1 });
    // A plain loop is faster than a function call for each seed. This matters in a heat map, which reads tens of
    // thousands of cells.
    const samples = new Array<number | undefined>(seeds);
    for (let place = 0; place < seeds; place += 1) {
      const task = first + place;
      const value = this.states[task] === MEASURED ? this.values[task * metrics.length + metric] : undefined;
      samples[place] = value === undefined || Number.isNaN(value) ? undefined : value;
    }
    return samples;
  }

  /**
   * The reason why there is no valid scene at a point, or in a lane. Undefined if the scene is valid, or if this is
   * unknown.
   */
  problem(point: number, lane?: number): string | undefined {
    const { lanes, where = [] } = this.facts;
    const seeds = this.seedsAt(point);
    if (this.leftOut.has(point)) return `left out: the sweep covers only points with ${where.join(' and ')}`;
    const asked = lane === undefined ? lanes.keys() : [lane];
    for (const one of asked) {
      const first = this.taskOf({ point, lane: one, seed: 1 });
      for (let task = first; task < first + seeds; task += 1) {
        const found = this.problems.get(task);
        if (found !== undefined) return found.map(({ path, problem }) => `${path} ${problem}`.trim()).join('; ');
      }
    }
    return undefined;
  }

  private addHalves(task: number, metric: number, [first, second]: readonly [number, number]): void {
    if (Number.isNaN(first) || Number.isNaN(second)) return;
    const { lanes, seeds } = this.facts;
    const lane = Math.floor(task / seeds) % lanes.length;
    const at = this.sumsAt(this.pointOf(task), lane, metric);
    const difference = second - first;
    [1, first, second, difference, difference * difference].forEach((part, place) => {
      this.halves[at + place] = (this.halves[at + place] ?? 0) + part;
    });
  }

  private sumsAt(point: number, lane: number, metric: number): number {
    const { lanes, metrics } = this.facts;
    return SUMS * ((point * lanes.length + lane) * metrics.length + metric);
  }

  private pointOf(task: number): number {
    return Math.floor(task / (this.facts.seeds * this.facts.lanes.length));
  }

  /** The runs that have arrived, as packed numbers. */
  packed(): RunsToPlot {
    const width = this.facts.metrics.length;
    const withState = (wanted: number): Float64Array => {
      const found = [...this.states.keys()].filter((task) => this.states[task] === wanted);
      return Float64Array.from(found);
    };
    const tasks = withState(MEASURED);
    const values = new Float64Array(tasks.length * width);
    tasks.forEach((task, place) => {
      values.set(this.values.subarray(task * width, (task + 1) * width), place * width);
    });
    return { tasks, values, refused: withState(REFUSED) };
  }

  /** All rows that have arrived, sorted by task. */
  *rows(): Iterable<SweepRow> {
    const { lanes, seeds, metrics } = this.facts;
    for (let task = 0; task < this.states.length; task += 1) {
      const state = this.states[task];
      if (state === MISSING) continue;
      const place = Math.floor(task / seeds);
      const at = { point: Math.floor(place / lanes.length), lane: place % lanes.length, seed: (task % seeds) + 1 };
      if (state === REFUSED) {
        yield { ...at, problems: this.problems.get(task) ?? [] };
        continue;
      }
      const values = this.values.subarray(task * metrics.length, (task + 1) * metrics.length);
      yield { ...at, values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)) };
    }
  }
}

/** Number of runs of a sweep. Points that are left out have no runs. */
export function runsOf({ tasks, lanes, seeds, left_out = [] }: SweepFacts): number {
  return tasks - left_out.length * lanes.length * seeds;
}

/** Statistics of the values of several seeds. Undefined if there is no value. */
export function cellOf(samples: readonly (number | undefined)[], isShare: boolean): Cell | undefined {
  const values = samples.filter((value) => value !== undefined);
  const n = values.length;
  if (n === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return cellWith({ n, mean, sd: n === 1 ? 0 : Math.sqrt(squares / (n - 1)), values }, isShare);
}

/** The cell with its interval. */
export function cellWith(cell: Pick<Cell, 'n' | 'mean' | 'sd' | 'values'>, isShare: boolean): Cell {
  const { n, mean, sd } = cell;
  if (n === 1) return { ...cell, half: undefined, ends: undefined };
  const half = (student95(n - 1) * sd) / Math.sqrt(n);
  return { ...cell, half, ends: isShare ? intervalOfShare(n, mean, sd) : [mean - half, mean + half] };
}

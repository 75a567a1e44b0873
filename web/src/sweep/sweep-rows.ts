/** The rows of a sweep as far as they came in, packed, and what they say over the seeds. */

import type { SceneProblem } from '../engine/client';
import { student95 } from './student';
import type { SweepFacts, SweepRow } from './sweep';
import type { SweepBatch } from './sweep-messages';

/** A quantity over the seeds that have it. */
export interface Cell {
  readonly n: number;
  readonly mean: number;
  /** 0 of a single value. */
  readonly sd: number;
  /** Half of the 95 % interval of the mean, by Student's t; undefined of a single value. */
  readonly half: number | undefined;
}

/** What is known of a run. */
const MISSING = 0;
const MEASURED = 1;
const REFUSED = 2;

export class SweepRows {
  /** Runs that came in. */
  done = 0;
  /** Goes up with whatever comes in. */
  version = 0;
  /** By task, then by metric; `NaN` where a run has no such value. */
  private readonly values: Float64Array;
  private readonly states: Uint8Array;
  /** By task. */
  private readonly problems = new Map<number, readonly SceneProblem[]>();

  constructor(readonly facts: SweepFacts) {
    this.values = new Float64Array(facts.tasks * facts.metrics.length);
    this.states = new Uint8Array(facts.tasks);
  }

  taskOf({ point, lane, seed }: Pick<SweepRow, 'point' | 'lane' | 'seed'>): number {
    const { lanes, seeds } = this.facts;
    return (point * lanes.length + lane) * seeds + seed - 1;
  }

  has(task: number): boolean {
    return this.states[task] !== MISSING;
  }

  /** Of a run that came in before, the new row counts. */
  add(rows: readonly SweepRow[]): void {
    const width = this.facts.metrics.length;
    for (const row of rows) {
      const task = this.taskOf(row);
      if (!this.has(task)) this.done += 1;
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

  /** The same of runs as a worker or the memory of the browser packs them. */
  addBatch({ tasks, values, refused }: SweepBatch): void {
    const width = this.facts.metrics.length;
    tasks.forEach((task, place) => {
      if (!this.has(task)) this.done += 1;
      this.states[task] = MEASURED;
      this.values.set(values.subarray(place * width, (place + 1) * width), task * width);
    });
    for (const { task, problems } of refused) {
      this.states[task] = REFUSED;
      this.problems.set(task, problems);
    }
    this.version += 1;
  }

  /** Undefined while no seed has the value. */
  cell(point: number, lane: number, metric: number): Cell | undefined {
    return cellOf(this.samples(point, lane, metric));
  }

  /** The first lane less the second, seed by seed: what both have in common, the traffic of the seed, falls out. */
  difference(point: number, lane: number, against: number, metric: number): Cell | undefined {
    const others = this.samples(point, against, metric);
    return cellOf(
      this.samples(point, lane, metric).map((value, place) => {
        const other = others[place];
        return value === undefined || other === undefined ? undefined : value - other;
      }),
    );
  }

  /** By seed less one. */
  samples(point: number, lane: number, metric: number): readonly (number | undefined)[] {
    const { seeds, metrics } = this.facts;
    const first = this.taskOf({ point, lane, seed: 1 });
    // No closure a seed: a map asks for tens of thousands of cells.
    const samples = new Array<number | undefined>(seeds);
    for (let place = 0; place < seeds; place += 1) {
      const task = first + place;
      const value = this.states[task] === MEASURED ? this.values[task * metrics.length + metric] : undefined;
      samples[place] = value === undefined || Number.isNaN(value) ? undefined : value;
    }
    return samples;
  }

  /** Why there is no such scene at a point, or not in a lane; undefined where there is one, or it is not known yet. */
  problem(point: number, lane?: number): string | undefined {
    const { lanes, seeds } = this.facts;
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

  /** All that came in, sorted by task. */
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

function cellOf(samples: readonly (number | undefined)[]): Cell | undefined {
  const values = samples.filter((value) => value !== undefined);
  const n = values.length;
  if (n === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { n, mean, sd: 0, half: undefined };
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const sd = Math.sqrt(squares / (n - 1));
  return { n, mean, sd, half: (student95(n - 1) * sd) / Math.sqrt(n) };
}

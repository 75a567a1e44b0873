/** Performs sweep requests in a worker. It does the runs and packs their results, so that the page parses no text. */

import type { Result } from '../core/border/serve';
import type * as FullPackage from '../core/engine/pkg/full/chokepoint_full.js';
import type { SweepFacts, SweepRow } from '../core/experiment/sweep';
import type {
  OpenedSweep,
  ReadSweep,
  RefusedTask,
  RemarkedTask,
  RunTasks,
  SweepRequest,
} from '../core/experiment/sweep-messages';

/**
 * Largest number of points that are tried in the search for a point with a valid scene. The engine has the same limit.
 */
const POINTS_TRIED = 1000;

export class SweepHost {
  private sweep: FullPackage.Sweep | undefined;
  private metrics = 0;

  constructor(private readonly binding: Pick<typeof FullPackage, 'Sweep'>) {}

  perform(request: SweepRequest): Result {
    switch (request.kind) {
      case 'open-sweep':
        return this.open(request.definition);
      case 'scene-of-point':
        return { value: JSON.parse(this.opened().scene(request.point)) };
      case 'run-tasks':
        return this.run(request.tasks);
      case 'seeds-of-points':
        return { value: JSON.parse(this.opened().look(request.points, request.seeds, request.values)) };
      case 'plot-runs': {
        const { figure, tasks, values, refused } = request;
        return { value: JSON.parse(this.opened().plot(figure, tasks, values, refused)) };
      }
      case 'read-sweep':
        return { value: this.read(request.text) };
    }
  }

  /** Parses a definition for display only. The open sweep stays open, and nothing of the definition is run. */
  private read(text: string): ReadSweep {
    const sweep = new this.binding.Sweep(text);
    try {
      return { facts: JSON.parse(sweep.facts()), definition: JSON.parse(sweep.definition()) };
    } finally {
      sweep.free();
    }
  }

  private open(definition: string): Result {
    this.sweep?.free();
    this.sweep = undefined;
    const sweep = new this.binding.Sweep(definition);
    const facts = JSON.parse(sweep.facts()) as SweepFacts;
    this.sweep = sweep;
    this.metrics = facts.metrics.length;
    return { value: { facts, key: firstKey(sweep, facts) } satisfies OpenedSweep };
  }

  private opened(): FullPackage.Sweep {
    if (this.sweep === undefined) throw new Error('no sweep is open');
    return this.sweep;
  }

  private run(tasks: Float64Array): Result {
    const rows = JSON.parse(this.opened().run(tasks)) as readonly SweepRow[];
    const width = tasks.length * this.metrics;
    const block = new Float64Array(3 * width).fill(Number.NaN);
    const [values, halves] = [block.subarray(0, width), block.subarray(width)];
    const refused: RefusedTask[] = [];
    const remarks: RemarkedTask[] = [];
    rows.forEach((row, place) => {
      const task = tasks[place];
      if (task !== undefined && row.remarks !== undefined) remarks.push({ task, remarks: row.remarks });
      if (row.values === undefined) {
        if (task !== undefined) refused.push({ task, problems: row.problems ?? [] });
        return;
      }
      row.values.forEach((value, metric) => {
        if (value !== null) values[place * this.metrics + metric] = value;
      });
      row.halves?.forEach((pair, metric) => {
        if (pair !== null) halves.set(pair, 2 * (place * this.metrics + metric));
      });
    });
    return { value: { refused, remarks } satisfies RunTasks, block: block.buffer };
  }
}

function firstKey(sweep: FullPackage.Sweep, { points, lanes, seeds, left_out = [] }: SweepFacts): string {
  const leftOut = new Set(left_out);
  const stride = Math.max(1, Math.floor((points - leftOut.size) / POINTS_TRIED));
  let kept = 0;
  for (let point = 0; point < points; point += 1) {
    if (leftOut.has(point)) continue;
    kept += 1;
    if ((kept - 1) % stride !== 0) continue;
    const key = sweep.key(point * lanes.length * seeds);
    if (key !== undefined) return key;
  }
  throw new Error('no point of the sweep fits the scene');
}

/**
 * Runs a sweep on several workers, in small batches: a worker that dies is replaced and only what it was at is done again.
 *
 *   runners ── packed rows ──▶ page
 */

import { SceneRefused } from '../engine/client';
import { engineFor } from '../scenario/allowed-scripts';
import type { OpenedSweep, SweepBatch } from './sweep-messages';
import type { ConnectSweep, SweepRunner } from './sweep-runner';

export interface SweepPlan {
  readonly connect: ConnectSweep;
  /** Text of the definition. */
  readonly definition: string;
  /** How many runs at a time. */
  readonly workers: number;
  /** How many of the workers may run at this moment; the others rest, so that what is on the screen has a core. */
  readonly atOnce: () => number;
  /** Told once, by the first worker that has it open: the runs in the order in which they are wanted. */
  readonly onOpened: (opened: OpenedSweep) => Promise<Iterator<number>>;
  readonly onBatch: (batch: SweepBatch) => void;
  /** No more batches are begun; those that have been are waited for. */
  readonly pause: AbortSignal;
  /** Ends everything at once. */
  readonly cancel: AbortSignal;
}

/** So long a batch shall take [ms]: short enough to pause and to show at once, long enough for messages to cost nothing. */
const BATCH_MS = 75;
/** The most runs of a batch, however short they are. */
const MOST_RUNS = 1000;
/** How much of the measured time of a run the last batch makes up. */
const NEWEST_SHARE = 0.3;
/** A worker has the next batch before it is done with one, so that it never waits for a page that draws. */
const BATCHES_AHEAD = 2;
/** So often a worker that rests looks whether it may run [ms]. */
const REST_MS = 50;
/** How many workers may die in a row, for each that there are, before the sweep is given up. */
const MOST_DEATHS = 3;
/** A run that this many workers died of is told and left out. */
const MOST_TRIES = 2;

/** Runs that belong together because they were tried together, or that nobody has tried yet. */
interface Batch {
  readonly tasks: readonly number[];
  /** How many workers died while they were at it. */
  readonly deaths: number;
}

/** Done when all runs were made, or none is begun any more. Rejects when the sweep as a whole cannot be run. */
export async function runSweep(plan: SweepPlan): Promise<void> {
  const { workers, pause, cancel } = plan;
  // One that fails stops the others.
  const stop = new AbortController();
  const { signal } = stop;
  const onCancel = (): void => stop.abort();
  if (cancel.aborted) return;
  cancel.addEventListener('abort', onCancel);
  const queue = new Queue(plan, () => pause.aborted || signal.aborted);
  const failures: unknown[] = [];
  const work = async (place: number): Promise<void> => {
    try {
      await new Work(plan, queue, signal, place).done();
    } catch (problem) {
      failures.push(problem);
      // Wrong for one is wrong for all; whoever cannot be started may leave the runs to the others.
      if (problem instanceof SceneRefused || queue.deaths > MOST_DEATHS * workers) stop.abort();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, (_, place) => work(place)));
  cancel.removeEventListener('abort', onCancel);
  if (cancel.aborted) return;
  const refusal = failures.find((problem) => problem instanceof SceneRefused);
  if (refusal !== undefined) throw refusal;
  if (failures.length > 0 && !pause.aborted && !queue.isEmpty) throw failures[0];
}

/** The runs that are still to be begun, and what they cost so far. */
class Queue {
  /** Workers that died since a batch came in. */
  deaths = 0;
  private opened: Promise<Iterator<number>> | undefined;
  private order: Iterator<number> | undefined;
  private metrics = 0;
  private isOrderDone = false;
  private readonly again: Batch[] = [];
  /** Estimated time of a run [ms]. */
  private run_ms: number | undefined;

  constructor(
    private readonly plan: SweepPlan,
    private readonly isStopped: () => boolean,
  ) {}

  /** Whether nothing is begun any more. */
  get isOver(): boolean {
    return this.isStopped() || this.isEmpty;
  }

  get isEmpty(): boolean {
    return this.isOrderDone && this.again.length === 0;
  }

  async open(opened: OpenedSweep): Promise<void> {
    this.metrics = opened.facts.metrics.length;
    this.opened ??= this.plan.onOpened(opened);
    this.order = await this.opened;
  }

  next(): Batch | undefined {
    if (this.isStopped()) return undefined;
    const tried = this.again.shift();
    if (tried !== undefined) return tried;
    const most = this.run_ms === undefined ? 1 : Math.max(1, Math.min(MOST_RUNS, Math.round(BATCH_MS / this.run_ms)));
    const tasks: number[] = [];
    while (tasks.length < most && !this.isOrderDone) {
      const next = this.order?.next();
      if (next === undefined || next.done === true) this.isOrderDone = true;
      else tasks.push(next.value);
    }
    return tasks.length === 0 ? undefined : { tasks, deaths: 0 };
  }

  add(batch: SweepBatch, spent_ms: number): void {
    this.deaths = 0;
    const measured = spent_ms / Math.max(1, batch.tasks.length);
    this.run_ms = this.run_ms === undefined ? measured : this.run_ms + NEWEST_SHARE * (measured - this.run_ms);
    this.plan.onBatch(batch);
  }

  /** A worker died: its batches come again, the one that it was at in halves, until the run is found that it died of. */
  lost([at, ...waiting]: readonly Batch[], reason: string): void {
    this.deaths += 1;
    if (at !== undefined) this.tryAgain({ ...at, deaths: at.deaths + 1 }, reason);
    this.again.push(...waiting);
  }

  private tryAgain({ tasks, deaths }: Batch, reason: string): void {
    const [task] = tasks;
    if (deaths < MOST_TRIES) {
      this.again.push({ tasks, deaths });
    } else if (tasks.length > 1) {
      const half = Math.ceil(tasks.length / 2);
      // Each half has one more try before it is halved.
      const halves = [tasks.slice(0, half), tasks.slice(half)];
      this.again.push(...halves.map((some) => ({ tasks: some, deaths: MOST_TRIES - 1 })));
    } else if (task !== undefined) {
      const problems = [{ path: '', problem: `the engine stopped in this run: ${reason}` }];
      this.plan.onBatch({
        tasks: Float64Array.of(task),
        values: new Float64Array(this.metrics).fill(Number.NaN),
        refused: [{ task, problems }],
      });
    }
  }
}

/** One worker's share, and that of those that replace it. */
class Work {
  constructor(
    private readonly plan: SweepPlan,
    private readonly queue: Queue,
    private readonly signal: AbortSignal,
    /** Counted from 0. */
    private readonly place: number,
  ) {}

  /** The first worker always runs. */
  private get rests(): boolean {
    return this.place > 0 && this.place >= this.plan.atOnce();
  }

  async done(): Promise<void> {
    const { plan, queue, signal } = this;
    while (!signal.aborted) {
      let runner: SweepRunner | undefined;
      try {
        runner = await plan.connect(signal, engineFor(plan.definition));
        await queue.open(await runner.open(plan.definition));
        if (await this.share(runner)) return;
      } catch (problem) {
        if (signal.aborted) return;
        throw problem;
      } finally {
        runner?.close();
      }
    }
  }

  /** Whether nothing is left to do; else the runner died. */
  private async share(runner: SweepRunner): Promise<boolean> {
    const { queue, signal, plan } = this;
    const asked: { batch: Batch; answer: Promise<SweepBatch> }[] = [];
    let free_ms = performance.now();
    for (;;) {
      while (asked.length < BATCHES_AHEAD && !this.rests) {
        const batch = queue.next();
        if (batch === undefined) break;
        const answer = runner.run(batch.tasks);
        // Those behind the one in front are lost with it.
        answer.catch(() => undefined);
        asked.push({ batch, answer });
      }
      const [front] = asked;
      if (front === undefined) {
        if (queue.isOver || !this.rests) return true;
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
        free_ms = performance.now();
        continue;
      }
      try {
        const made = await front.answer;
        asked.shift();
        const now_ms = performance.now();
        queue.add(made, now_ms - free_ms);
        free_ms = now_ms;
      } catch (problem) {
        if (signal.aborted) return true;
        const reason = problem instanceof Error ? problem.message : String(problem);
        queue.lost(
          asked.map(({ batch }) => batch),
          reason,
        );
        if (queue.deaths > MOST_DEATHS * plan.workers) throw problem;
        return false;
      }
    }
  }
}

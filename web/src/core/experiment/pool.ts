/**
 * Runs an experiment on several workers. Each worker takes the next job. An additional worker, the judge, collects and
 * evaluates the results. A failed job is skipped and listed; the others continue.
 *
 *   runners ── result texts ──▶ page ──▶ judge ── report ──▶ page
 */

import { problemText } from '../../base/problem-text';
import { EngineLost } from '../border/client';
import { runOnWorkers } from '../engine/pool';
import type { Job, Report } from './report';
import type { Connect, Runner } from './runner';

interface FailedJob {
  readonly job: Job;
  readonly reason: string;
}

/** The progress of an experiment. */
export interface Progress {
  /** Number of all runs; 0 until this number is known. */
  readonly total: number;
  readonly done: number;
  readonly failed: readonly FailedJob[];
  /** Seeds for which every lane has been run at every point of the sweep. */
  readonly seeds: readonly number[];
  readonly report: Report | undefined;
}

interface PoolPlan {
  readonly connect: Connect;
  /** Text of the preset file. */
  readonly preset: string;
  readonly seeds: number;
  /** Number of simultaneous runs. */
  readonly workers: number;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** Pause between two reports [ms]. Results that arrive meanwhile are in the next report. */
const REPORT_MS = 400;
/** A job takes about a second, so each batch consists of one job. */
const BATCHES = { batch_ms: 0, max: 1 };

/**
 * Runs until the jobs are done or the signal aborts. Returns the last progress. Rejects if the whole experiment fails.
 */
export async function runExperiment({
  connect,
  preset,
  seeds,
  workers,
  onProgress,
  signal,
}: PoolPlan): Promise<Progress> {
  const gathered = new Gathered(onProgress, signal);
  let judge: Runner | undefined;
  const closeJudge = (): void => judge?.close();
  signal.addEventListener('abort', closeJudge);
  try {
    judge = await connect(signal);
    if (signal.aborted) return gathered.current;
    await judge.open(preset);
    const jobs = seedBySeed(await judge.jobs(seeds));
    gathered.start(judge, jobs);
    const waiting = jobs.values();
    const running = runOnWorkers<Job, Ran, Runner>({
      workers: Math.max(1, Math.min(workers, jobs.length)),
      connect,
      open: async (runner) => {
        await runner.open(preset);
        return waiting;
      },
      run: async (runner, [job]) => (job === undefined ? {} : await ran(runner, job)),
      onBatch: async ({ result, problem }, [job]) => {
        if (job === undefined) return;
        if (result === undefined) gathered.failed(job, problem);
        else await gathered.add(job, result);
      },
      onGivenUp: (job, reason) => gathered.failed(job, reason),
      batches: BATCHES,
      cancel: signal,
    });
    // If all workers are lost, the results that arrived before are still reported.
    await running.catch((problem: unknown) => gathered.without(problem));
    if (signal.aborted) return gathered.current;
    const [first] = gathered.current.failed;
    if (gathered.current.done === 0 && first !== undefined) throw new Error(first.reason);
    await gathered.finish();
  } catch (problem) {
    if (!signal.aborted) throw problem;
  } finally {
    signal.removeEventListener('abort', closeJudge);
    closeJudge();
  }
  return gathered.current;
}

/** The text of a result, or the reason why this run was refused. A refusal does not end the experiment. */
interface Ran {
  readonly result?: string;
  readonly problem?: unknown;
}

async function ran(runner: Runner, job: Job): Promise<Ran> {
  try {
    return { result: await runner.run(job) };
  } catch (problem) {
    if (problem instanceof EngineLost) throw problem;
    return { problem };
  }
}

/** The results so far, and the reports about them. */
class Gathered {
  current: Progress = { total: 0, done: 0, failed: [], seeds: [], report: undefined };
  private judge: Runner | undefined;
  private readonly pending = new Set<Job>();
  /** Number of missing runs for each seed. */
  private readonly missing = new Map<number, number>();
  private reporting: Promise<void> | undefined;
  private isStale = false;

  constructor(
    private readonly onProgress: (progress: Progress) => void,
    private readonly signal: AbortSignal,
  ) {}

  start(judge: Runner, jobs: readonly Job[]): void {
    this.judge = judge;
    for (const job of jobs) this.pending.add(job);
    for (const { seed } of jobs) this.missing.set(seed, (this.missing.get(seed) ?? 0) + 1);
    this.update({ total: jobs.length });
  }

  async add(job: Job, result: string): Promise<void> {
    try {
      await this.judge?.add(job, result);
    } catch (problem) {
      this.failed(job, problem);
      return;
    }
    this.pending.delete(job);
    const missing = (this.missing.get(job.seed) ?? 1) - 1;
    this.missing.set(job.seed, missing);
    const { done, seeds } = this.current;
    this.update({ done: done + 1, ...(missing === 0 ? { seeds: [...seeds, job.seed].sort((a, b) => a - b) } : {}) });
    this.reportSoon();
  }

  /** Marks all missing runs as failed, since no worker is left. */
  without(problem: unknown): void {
    for (const job of this.pending) this.failed(job, problem);
  }

  failed(job: Job, problem: unknown): void {
    this.pending.delete(job);
    // After a cancellation, a missing run does not count as failed.
    if (this.signal.aborted) return;
    const reason = problemText(problem);
    this.update({ failed: [...this.current.failed, { job, reason }] });
  }

  /** Makes the report on all results. */
  async finish(): Promise<void> {
    this.isStale = false;
    await this.report();
  }

  private reportSoon(): void {
    this.isStale = true;
    this.reporting ??= this.keepReporting().finally(() => {
      this.reporting = undefined;
    });
  }

  private async keepReporting(): Promise<void> {
    while (this.isStale && !this.signal.aborted) {
      this.isStale = false;
      // If the judge, the worker that collects results, has crashed, `finish` rejects with the reason.
      await this.report().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
    }
  }

  private async report(): Promise<void> {
    try {
      const report = await this.judge?.report();
      if (report !== undefined) this.update({ report });
    } catch (problem) {
      if (!this.signal.aborted) throw problem;
    }
  }

  private update(news: Partial<Progress>): void {
    this.current = { ...this.current, ...news };
    this.onProgress(this.current);
  }
}

/**
 * Jobs sorted by seed. All lanes run under one seed before the next seed begins, so that early reports can pair the
 * lanes.
 */
function seedBySeed(jobs: readonly Job[]): readonly Job[] {
  return [...jobs].sort((a, b) => a.seed - b.seed);
}

/**
 * Runs an experiment on several workers: each takes the next job, one more gathers the results and judges them. A job
 * that fails is told and left out, the others go on.
 *
 *   runners ── result texts ──▶ page ──▶ judge ── report ──▶ page
 */

import { EngineLost } from '../engine/client';
import { engineFor } from '../scenario/allowed-scripts';
import type { Job, Report } from './report';
import type { Connect, Runner } from './runner';

export interface FailedJob {
  readonly job: Job;
  readonly reason: string;
}

/** How far an experiment is. */
export interface Progress {
  /** Runs in all; 0 until that is known. */
  readonly total: number;
  readonly done: number;
  readonly failed: readonly FailedJob[];
  /** Seeds that were run in every lane, at every point. */
  readonly seeds: readonly number[];
  /** From the runs that are done. */
  readonly report: Report | undefined;
}

export interface PoolPlan {
  readonly connect: Connect;
  /** Text of the preset file. */
  readonly preset: string;
  readonly seeds: number;
  /** How many runs at a time. */
  readonly workers: number;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** Between two reports [ms]; what comes in between waits for the next one. */
const REPORT_MS = 400;
/** How often a worker that died is replaced before its jobs are given up. */
const MOST_REPLACEMENTS = 2;

/** Runs to the end, or until the signal; the last progress. Rejects when the experiment as a whole cannot be run. */
export async function runExperiment(plan: PoolPlan): Promise<Progress> {
  const { signal } = plan;
  const runners = new Set<Runner>();
  const connect = async (): Promise<Runner> => {
    const runner = await plan.connect(signal, engineFor(plan.preset));
    runners.add(runner);
    if (signal.aborted) closeAll();
    await runner.open(plan.preset);
    return runner;
  };
  const closeAll = (): void => {
    for (const runner of runners) runner.close();
    runners.clear();
  };
  signal.addEventListener('abort', closeAll);
  const gathered = new Gathered(plan.onProgress, signal);
  try {
    const judge = await connect();
    const jobs = seedBySeed(await judge.jobs(plan.seeds));
    gathered.start(judge, jobs);
    const waiting = [...jobs];
    const count = Math.max(1, Math.min(plan.workers, jobs.length));
    await Promise.all(Array.from({ length: count }, () => work(waiting, connect, gathered, signal)));
    // What is left was not wanted any more, or there was nobody to do it.
    if (signal.aborted) return gathered.current;
    for (const job of waiting) gathered.failed(job, new EngineLost('no worker was left to run it'));
    const [first] = gathered.current.failed;
    if (gathered.current.done === 0 && first !== undefined) throw new Error(first.reason);
    await gathered.finish();
  } catch (problem) {
    if (!signal.aborted) throw problem;
  } finally {
    signal.removeEventListener('abort', closeAll);
    closeAll();
  }
  return gathered.current;
}

/** One worker's share: job after job until none is left. */
async function work(
  waiting: Job[],
  connect: () => Promise<Runner>,
  gathered: Gathered,
  signal: AbortSignal,
): Promise<void> {
  let runner: Runner | undefined;
  let replacements = 0;
  while (waiting.length > 0 && !signal.aborted) {
    try {
      runner ??= await connect();
    } catch {
      // Fewer workers do the rest; what is left in the end is told.
      return;
    }
    const job = waiting.shift();
    if (job === undefined) return;
    try {
      await gathered.add(job, await runner.run(job));
    } catch (problem) {
      if (signal.aborted) return;
      gathered.failed(job, problem);
      if (!(problem instanceof EngineLost)) continue;
      runner = undefined;
      replacements += 1;
      if (replacements > MOST_REPLACEMENTS) return;
    }
  }
}

/** What has come in so far, and the reports made of it. */
class Gathered {
  current: Progress = { total: 0, done: 0, failed: [], seeds: [], report: undefined };
  private judge: Runner | undefined;
  /** Runs of each seed that are still to come. */
  private readonly missing = new Map<number, number>();
  private reporting: Promise<void> | undefined;
  private isStale = false;

  constructor(
    private readonly onProgress: (progress: Progress) => void,
    private readonly signal: AbortSignal,
  ) {}

  start(judge: Runner, jobs: readonly Job[]): void {
    this.judge = judge;
    for (const { seed } of jobs) this.missing.set(seed, (this.missing.get(seed) ?? 0) + 1);
    this.tell({ total: jobs.length });
  }

  async add(job: Job, result: string): Promise<void> {
    await this.judge?.add(job, result);
    const missing = (this.missing.get(job.seed) ?? 1) - 1;
    this.missing.set(job.seed, missing);
    const { done, seeds } = this.current;
    this.tell({ done: done + 1, ...(missing === 0 ? { seeds: [...seeds, job.seed].sort((a, b) => a - b) } : {}) });
    this.reportSoon();
  }

  failed(job: Job, problem: unknown): void {
    const reason = problem instanceof Error ? problem.message : String(problem);
    this.tell({ failed: [...this.current.failed, { job, reason }] });
  }

  /** The report of all that came. */
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
      // Should the judge be gone, the last report says so.
      await this.report().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
    }
  }

  private async report(): Promise<void> {
    try {
      const report = await this.judge?.report();
      if (report !== undefined) this.tell({ report });
    } catch (problem) {
      if (!this.signal.aborted) throw problem;
    }
  }

  private tell(news: Partial<Progress>): void {
    this.current = { ...this.current, ...news };
    this.onProgress(this.current);
  }
}

/** All lanes of a seed before the next one: so differences are paired from the first minute on. */
function seedBySeed(jobs: readonly Job[]): readonly Job[] {
  return [...jobs].sort((a, b) => a.seed - b.seed);
}

/**
 * Runs a sweep on several workers, in small batches. A sweep with a rule that adds seeds has several rounds.
 *
 *   workers ── packed rows ──▶ page
 */

import { runOnWorkers } from '../../core/engine/pool';
import type { OpenedSweep, SweepBatch } from '../../core/experiment/sweep-messages';
import type { ConnectSweep, SweepRunner } from './sweep-runner';

interface SweepPlan {
  readonly connect: ConnectSweep;
  /** Text of the definition. */
  readonly definition: string;
  /** Number of simultaneous runs. */
  readonly workers: number;
  /** Number of workers that may run at this moment. It is smaller than `workers` while the page needs a core. */
  readonly atOnce: () => number;
  /**
   * Called once, when the first worker has opened the sweep, with the description of the sweep and with this worker's
   * runner. Returns the first round's runs in the order in which they start.
   */
  readonly onOpened: (opened: OpenedSweep, runner: SweepRunner) => Promise<Iterator<number>>;
  /** Called after each round. Returns the next round's runs, or undefined if there is none. */
  readonly onRound?: (runner: SweepRunner) => Promise<Iterator<number> | undefined>;
  readonly onBatch: (batch: SweepBatch) => void;
  /** Prevents new batches. Started batches are awaited. */
  readonly pause: AbortSignal;
  /** Ends all work at once. */
  readonly cancel: AbortSignal;
}

/** Batches are short enough for quick pausing and display, and long enough that messages cost little. */
const BATCHES = { batch_ms: 75, max: 1000 };

/** Resolves when all runs are done, or when the sweep is paused. Rejects if the sweep as a whole cannot be run. */
export async function runSweep({ definition, onOpened, onRound, onBatch, ...plan }: SweepPlan): Promise<void> {
  const { pause, cancel } = plan;
  const runners = new OpenRunners(plan.connect, definition);
  let order: Promise<Iterator<number>> | undefined;
  let metrics = 0;
  const closeAll = (): void => runners.closeAll();
  cancel.addEventListener('abort', closeAll);
  try {
    for (;;) {
      await runOnWorkers<number, SweepBatch, OpenRunner>({
        ...plan,
        connect: (signal) => runners.connect(signal),
        batches: BATCHES,
        open: async (one) => {
          const opened = await one.open();
          metrics = opened.facts.metrics.length;
          order ??= onOpened(opened, one.runner);
          return order;
        },
        run: ({ runner }, tasks) => runner.run(tasks),
        onBatch,
        onGivenUp: (task, reason) => {
          const problems = [{ path: '', problem: `the engine stopped in this run: ${reason}` }];
          const values = new Float64Array(metrics).fill(Number.NaN);
          onBatch({ tasks: Float64Array.of(task), values, refused: [{ task, problems }] });
        },
      });
      if (onRound === undefined || pause.aborted || cancel.aborted) return;
      const next = await runners.ask(onRound, cancel);
      if (next === undefined) return;
      order = Promise.resolve(next);
    }
  } catch (problem) {
    // A runner that was closed while handling a request rejects it.
    if (!cancel.aborted) throw problem;
  } finally {
    cancel.removeEventListener('abort', closeAll);
    closeAll();
  }
}

interface OpenRunner {
  readonly runner: SweepRunner;
  /** Opens the sweep, once. */
  open(): Promise<OpenedSweep>;
  /** Returns the runner, for use in the next round. A runner that has unfinished runs is closed. */
  close(): void;
}

/** Runners of the sweep. They stay open between rounds, so that a round does not have to start workers. */
class OpenRunners {
  private readonly idle: OpenRunner[] = [];
  private readonly all = new Set<SweepRunner>();

  constructor(
    private readonly start: ConnectSweep,
    private readonly definition: string,
  ) {}

  async connect(signal: AbortSignal): Promise<OpenRunner> {
    return this.idle.pop() ?? this.kept(await this.start(signal));
  }

  /** Sends a request to a runner between two rounds of runs. */
  async ask<T>(question: (runner: SweepRunner) => Promise<T>, signal: AbortSignal): Promise<T> {
    const one = await this.connect(signal);
    await one.open();
    const answer = await question(one.runner);
    one.close();
    return answer;
  }

  closeAll(): void {
    for (const runner of this.all) this.end(runner);
  }

  private kept(runner: SweepRunner): OpenRunner {
    this.all.add(runner);
    let opened: Promise<OpenedSweep> | undefined;
    let unfinished = 0;
    const run: SweepRunner['run'] = async (tasks) => {
      unfinished += 1;
      const batch = await runner.run(tasks);
      unfinished -= 1;
      return batch;
    };
    const kept: OpenRunner = {
      runner: { ...runner, run },
      open: () => {
        opened ??= runner.open(this.definition);
        return opened;
      },
      close: () => {
        if (unfinished > 0) this.end(runner);
        else if (this.all.has(runner)) this.idle.push(kept);
      },
    };
    return kept;
  }

  private end(runner: SweepRunner): void {
    if (this.all.delete(runner)) runner.close();
  }
}

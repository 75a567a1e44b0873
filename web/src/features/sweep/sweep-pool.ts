/**
 * Runs a sweep on several workers, in small batches.
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
  /** Number of workers that may run at present. */
  readonly atOnce: () => number;
  /**
   * Called once, with the answer of the first worker that has opened the sweep. Returns the runs in the intended order.
   */
  readonly onOpened: (opened: OpenedSweep) => Promise<Iterator<number>>;
  readonly onBatch: (batch: SweepBatch) => void;
  /** Prevents new batches. Started batches are awaited. */
  readonly pause: AbortSignal;
  /** Ends all work at once. */
  readonly cancel: AbortSignal;
}

/** Batches are short enough for quick pausing and display, and long enough that messages cost little. */
const BATCHES = { batch_ms: 75, max: 1000 };

/** Resolves when all runs were made, or when the sweep is paused. Rejects if the sweep as a whole cannot be run. */
export async function runSweep({ definition, onOpened, onBatch, ...plan }: SweepPlan): Promise<void> {
  let order: Promise<Iterator<number>> | undefined;
  let metrics = 0;
  await runOnWorkers<number, SweepBatch, SweepRunner>({
    ...plan,
    batches: BATCHES,
    open: async (runner) => {
      const opened = await runner.open(definition);
      metrics = opened.facts.metrics.length;
      order ??= onOpened(opened);
      return order;
    },
    run: (runner, tasks) => runner.run(tasks),
    onBatch,
    onGivenUp: (task, reason) => {
      const problems = [{ path: '', problem: `the engine stopped in this run: ${reason}` }];
      const values = new Float64Array(metrics).fill(Number.NaN);
      onBatch({ tasks: Float64Array.of(task), values, refused: [{ task, problems }] });
    },
  });
}

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
  /** The number of runs at a time. */
  readonly workers: number;
  /** The number of workers that may run at this moment. */
  readonly atOnce: () => number;
  /** Called once, with the answer of the first worker that has it open: the runs in the order in which they are wanted. */
  readonly onOpened: (opened: OpenedSweep) => Promise<Iterator<number>>;
  readonly onBatch: (batch: SweepBatch) => void;
  /** No more batches are begun; those that have been are waited for. */
  readonly pause: AbortSignal;
  /** Ends everything at once. */
  readonly cancel: AbortSignal;
}

/** Short enough to pause and to show at once, long enough for messages to cost nothing. */
const BATCHES = { batch_ms: 75, max: 1000 };

/** Done when all runs were made, or none is begun any more. Rejects when the sweep as a whole cannot be run. */
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

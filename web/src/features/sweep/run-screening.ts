/**
 * Runs a screening on several workers. One more worker collects the results and evaluates them.
 *
 * workers ── rows ──▶ page ──▶ collecting worker ── report ──▶ page
 */

import type { Asker } from '../../core/border/rpc';
import { startEngine } from '../../core/engine/bridge';
import { runOnWorkers } from '../../core/engine/pool';
import type { ScreeningDefinition, ScreeningFacts, ScreeningReport } from './screening';
import type { ScreeningRequest } from './screening-messages';

interface ScreeningWorker {
  /** Rejects with `Refused` if the engine refuses the request, and with `EngineLost` if the worker crashed. */
  ask(request: ScreeningRequest): Promise<string>;
  close(): void;
}

/** Starts a worker, which ends when the signal aborts. */
export type ConnectScreening = (signal: AbortSignal) => Promise<ScreeningWorker>;

interface ScreeningPlan {
  readonly definition: ScreeningDefinition;
  readonly workers: number;
  readonly connect: ConnectScreening;
  readonly signal: AbortSignal;
  readonly onFacts: (facts: ScreeningFacts) => void;
  /** Called after every batch of rows. */
  readonly onReport: (report: ScreeningReport) => void;
}

/**
 * Size of a batch of runs: short enough for several updates of the picture per second, long enough that messages cost
 * little.
 */
const BATCHES = { batch_ms: 200, max: 200 };

/** Runs to the end. Rejects if the runs fail. An abort ends them at once. */
export async function runScreening({
  signal,
  connect,
  workers,
  onFacts,
  onReport,
  ...plan
}: ScreeningPlan): Promise<void> {
  const definition = JSON.stringify(plan.definition);
  const givenUp: string[] = [];
  let gather: ScreeningWorker | undefined;
  try {
    gather = await connect(signal);
    const facts = JSON.parse(await gather.ask({ kind: 'open-screening', definition })) as ScreeningFacts;
    onFacts(facts);
    const order = Array.from({ length: facts.tasks }, (_, task) => task).values();
    await runOnWorkers<number, string, ScreeningWorker>({
      workers: Math.max(1, Math.min(workers, facts.tasks)),
      connect,
      open: async ({ ask }) => {
        await ask({ kind: 'open-screening', definition });
        return order;
      },
      run: ({ ask }, tasks) => ask({ kind: 'run-screening', tasks: Float64Array.from(tasks) }),
      onBatch: async (rows) => {
        const report = await gather?.ask({ kind: 'add-rows', rows });
        if (report !== undefined) onReport(JSON.parse(report) as ScreeningReport);
      },
      onGivenUp: (task, reason) => givenUp.push(`the engine stopped in run ${task + 1}: ${reason}`),
      batches: BATCHES,
      cancel: signal,
    });
    // Morris' method changes one setting after another along a trajectory. A skipped run leaves its trajectory
    // incomplete, so there is no effect to compute from it.
    if (givenUp[0] !== undefined) throw new Error(givenUp[0]);
  } catch (problem) {
    if (!signal.aborted) throw problem;
  } finally {
    gather?.close();
  }
}

export const connectScreening: ConnectScreening = async (signal) =>
  screeningWorker(await startEngine<ScreeningRequest>('full', signal));

/** A run is not divided into slices, however long it takes. */
export function screeningWorker({ ask, close }: Asker<ScreeningRequest>): ScreeningWorker {
  return {
    ask: async (request) => (await ask(request, { patience_ms: Number.POSITIVE_INFINITY })).value as string,
    close,
  };
}

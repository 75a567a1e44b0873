/** A sweep in a worker of its own. */

import { type EngineKind, type SceneProblem, SceneRefused } from '../engine/client';
import { askerOf, Refused, type WorkerLike } from '../engine/rpc';
import type { Load } from '../engine/serve';
import { startWorker } from '../experiment/runner';
import type { OpenedSweep, RunTasks, SweepBatch, SweepRequest } from './sweep-messages';

/** Each call is answered in order and rejects with `EngineLost` when the worker died, `SceneRefused` with what is wrong. */
export interface SweepRunner {
  /** To be called first: the text of a definition. */
  open(definition: string): Promise<OpenedSweep>;
  run(tasks: readonly number[]): Promise<SweepBatch>;
  /** Ends the worker. */
  close(): void;
}

/** `signal` ends the worker at once, even while it is being started. */
export type ConnectSweep = (signal: AbortSignal, kind?: EngineKind) => Promise<SweepRunner>;

export const connectSweep: ConnectSweep = async (signal, kind) => {
  const { worker, module } = await startWorker(signal, kind);
  return sweepRunnerBehind(worker, module, signal);
};

/** Waits until the runner in the worker answers. A run is one piece of work, however long it takes. */
export async function sweepRunnerBehind(
  worker: WorkerLike,
  module: WebAssembly.Module,
  signal: AbortSignal,
): Promise<SweepRunner> {
  const asker = askerOf<SweepRequest | Load>(worker);
  const ask = async (request: SweepRequest | Load) => {
    try {
      return await asker.ask(request, { patience_ms: Number.POSITIVE_INFINITY });
    } catch (problem) {
      throw problem instanceof Refused ? new SceneRefused(problemsOf(problem.text)) : problem;
    }
  };
  signal.addEventListener('abort', asker.close);
  const close = (): void => {
    signal.removeEventListener('abort', asker.close);
    asker.close();
  };
  try {
    await ask({ kind: 'load', module });
  } catch (problem) {
    close();
    throw problem;
  }
  return {
    open: async (definition) => (await ask({ kind: 'open-sweep', definition })).value as OpenedSweep,
    run: async (given) => {
      const tasks = Float64Array.from(given);
      const { value, block } = await ask({ kind: 'run-tasks', tasks });
      const all = new Float64Array(block ?? new ArrayBuffer(0));
      return { tasks, values: all.slice(0, all.length / 3), halves: all.slice(all.length / 3), ...(value as RunTasks) };
    },
    close,
  };
}

/** A refusal is a JSON list of problems with their paths. */
function problemsOf(text: string): readonly SceneProblem[] {
  try {
    return JSON.parse(text) as readonly SceneProblem[];
  } catch {
    return [{ path: '', problem: text }];
  }
}

/** An experiment in a worker of its own: runs jobs, or gathers what others ran and judges it. */

import type { EngineKind, SceneProblem } from '../engine/client';
import { compiled, loadOnce } from '../engine/load-once';
import { askerOf, EngineLost, Refused, type WorkerLike } from '../engine/rpc';
import type { Load } from '../engine/serve';
import type { Job, Report } from './report';
import type { RunnerRequest } from './runner-messages';

/** Each call is answered in order and rejects with `EngineLost` when the worker died, else with what went wrong. */
export interface Runner {
  /** To be called first: the text of a preset file. */
  open(preset: string): Promise<void>;
  /** Every run that the experiment takes with so many seeds. */
  jobs(seeds: number): Promise<readonly Job[]>;
  /** Runs a job to its end: the text of its result. */
  run(job: Job): Promise<string>;
  /** Takes the result of a job; of one that was added before, the new one counts. */
  add(job: Job, result: string): Promise<void>;
  forget(): Promise<void>;
  report(): Promise<Report>;
  /** Ends the worker. */
  close(): void;
}

/** `signal` ends the worker at once, even while it is being started. */
export type Connect = (signal?: AbortSignal, kind?: EngineKind) => Promise<Runner>;

/** Starts a worker that holds the runner. */
export async function connectRunner(signal?: AbortSignal, kind?: EngineKind): Promise<Runner> {
  const { worker, module } = await startWorker(signal, kind);
  return runnerBehind(worker, module, signal);
}

/** A worker that waits for the compiled runner; for scenes with scripts that of the engine that reads them. */
export async function startWorker(
  signal?: AbortSignal,
  kind: EngineKind = 'lab',
): Promise<{ readonly worker: WorkerLike; readonly module: WebAssembly.Module }> {
  if (kind === 'script') {
    const { startScriptRunner } = await import('./script-runner');
    return startScriptRunner(signal);
  }
  const module = await compiledRunner();
  if (signal?.aborted === true) throw new EngineLost('it was closed');
  const worker = new Worker(new URL('./runner-worker.ts', import.meta.url), { type: 'module', name: 'runner' });
  return { worker: worker as WorkerLike, module };
}

/** Waits until the runner in the worker answers. A run is one piece of work, however long it takes. */
export async function runnerBehind(
  worker: WorkerLike,
  module: WebAssembly.Module,
  signal?: AbortSignal,
): Promise<Runner> {
  const asker = askerOf<RunnerRequest | Load>(worker);
  const ask = async (request: RunnerRequest | Load): Promise<string> => {
    try {
      return ((await asker.ask(request, { patience_ms: Number.POSITIVE_INFINITY })).value as string | null) ?? '';
    } catch (problem) {
      throw problem instanceof Refused ? new Error(inWords(problem.text)) : problem;
    }
  };
  signal?.addEventListener('abort', asker.close);
  try {
    await ask({ kind: 'load', module });
  } catch (problem) {
    asker.close();
    throw problem;
  }
  return {
    open: async (preset) => void (await ask({ kind: 'open', preset })),
    jobs: async (seeds) => JSON.parse(await ask({ kind: 'jobs', seeds })) as Job[],
    run: (job) => ask({ kind: 'run', job: JSON.stringify(job) }),
    add: async (job, result) => void (await ask({ kind: 'add', job: JSON.stringify(job), result })),
    forget: async () => void (await ask({ kind: 'forget' })),
    report: async () => JSON.parse(await ask({ kind: 'report' })) as Report,
    close: () => {
      signal?.removeEventListener('abort', asker.close);
      asker.close();
    },
  };
}

/** A refusal is a JSON list of problems with their paths. */
function inWords(text: string): string {
  try {
    const problems = JSON.parse(text) as readonly SceneProblem[];
    return problems.map(({ path, problem }) => `${path === '' ? 'The preset' : path} ${problem}`).join('; ');
  } catch {
    return text;
  }
}

/** Compiled once for all workers of this page, whatever they do. */
export const compiledRunner = loadOnce('it', (request) =>
  compiled(new URL('../engine/pkg/runner/chokepoint_runner_bg.wasm', import.meta.url), request),
);

/**
 * The runner of an experiment in a worker. It runs jobs, or collects the results of other workers and evaluates them.
 */

import { problemsIn } from '../border/refusal';
import { type Asker, Refused } from '../border/rpc';
import { startEngine } from '../engine/bridge';
import type { Job, Report } from './report';
import type { ExperimentRequest } from './runner-messages';

/**
 * Handles calls in order. A call rejects with `EngineLost` after a crash, otherwise with the problem that the engine
 * reports.
 */
export interface Runner {
  /** Reads the text of a preset file. Must be called before every other function. */
  open(preset: string): Promise<void>;
  /** All runs of the experiment for `seeds` seeds. */
  jobs(seeds: number): Promise<readonly Job[]>;
  /** Runs a job to its end and returns the text of the result. */
  run(job: Job): Promise<string>;
  /** Adds the result of a job. It replaces an earlier result of the same job. */
  add(job: Job, result: string): Promise<void>;
  forget(): Promise<void>;
  report(): Promise<Report>;
  close(): void;
}

/** Starts a runner. Aborting `signal` terminates the worker at once, even while it is starting. */
export type Connect = (signal?: AbortSignal) => Promise<Runner>;

export async function connectRunner(signal?: AbortSignal): Promise<Runner> {
  return runnerBehind(await startEngine<ExperimentRequest>('full', signal));
}

/**
 * The runner in the worker that `asker` sends requests to. A run is not divided into slices, so the worker may be
 * silent for any length of time.
 */
export function runnerBehind(asker: Asker<ExperimentRequest>): Runner {
  const ask = async (request: ExperimentRequest): Promise<string> => {
    try {
      return ((await asker.ask(request, { patience_ms: Number.POSITIVE_INFINITY })).value as string | null) ?? '';
    } catch (problem) {
      throw problem instanceof Refused ? new Error(inWords(problem.text)) : problem;
    }
  };
  return {
    open: async (preset) => void (await ask({ kind: 'open-experiment', preset })),
    jobs: async (seeds) => JSON.parse(await ask({ kind: 'jobs', seeds })) as Job[],
    run: (job) => ask({ kind: 'run-job', job: JSON.stringify(job) }),
    add: async (job, result) => void (await ask({ kind: 'add-result', job: JSON.stringify(job), result })),
    forget: async () => void (await ask({ kind: 'forget' })),
    report: async () => JSON.parse(await ask({ kind: 'report' })) as Report,
    close: asker.close,
  };
}

function inWords(text: string): string {
  const problems = problemsIn(text)?.map(({ path, problem }) => `${path === '' ? 'The preset' : path} ${problem}`);
  return problems?.join('; ') ?? text;
}

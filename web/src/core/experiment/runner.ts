/** An experiment in a worker of its own: runs jobs, or gathers the results of others and judges them. */

import { problemsIn } from '../border/refusal';
import { type Asker, Refused } from '../border/rpc';
import { startEngine } from '../engine/bridge';
import type { Job, Report } from './report';
import type { ExperimentRequest } from './runner-messages';

/** Answers calls in order; they reject with `EngineLost` when the worker crashed, else with the problem. */
export interface Runner {
  /** Reads the text of a preset file; has to be called first. */
  open(preset: string): Promise<void>;
  /** All runs of the experiment with `seeds` seeds. */
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
export type Connect = (signal?: AbortSignal) => Promise<Runner>;

/** Starts a worker that runs experiments. */
export async function connectRunner(signal?: AbortSignal): Promise<Runner> {
  return runnerBehind(await startEngine<ExperimentRequest>('full', signal));
}

/** A run is one piece of work, however long it takes. */
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

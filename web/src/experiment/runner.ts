/** An experiment in a worker of its own: runs jobs, or gathers what others ran and judges it. */

import { EngineLost } from '../engine/client';
import type { Job, Report } from './report';
import type { RunnerAnswer, RunnerRequest } from './runner-messages';

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
export type Connect = (signal?: AbortSignal) => Promise<Runner>;

/** Starts a worker that holds the runner. */
export async function connectRunner(signal?: AbortSignal): Promise<Runner> {
  if (import.meta.env.DEV && new URLSearchParams(window.location.search).has('fake'))
    return (await import('./fake-runner')).fakeRunner({ run_ms: 400 });
  const module = await compiledRunner();
  if (signal?.aborted === true) throw new EngineLost('it was closed');
  const worker = new Worker(new URL('./runner-worker.ts', import.meta.url), { type: 'module', name: 'runner' });
  const ask = askerOf(worker);
  signal?.addEventListener('abort', ask.close);
  const told = async (request: RunnerRequest): Promise<string> => (await ask(request)) ?? '';
  try {
    await ask({ kind: 'load', module });
  } catch (problem) {
    ask.close();
    throw problem;
  }
  return {
    open: async (preset) => void (await ask({ kind: 'open', preset })),
    jobs: async (seeds) => JSON.parse(await told({ kind: 'jobs', seeds })) as Job[],
    run: (job) => told({ kind: 'run', job: JSON.stringify(job) }),
    add: async (job, result) => void (await ask({ kind: 'add', job: JSON.stringify(job), result })),
    forget: async () => void (await ask({ kind: 'forget' })),
    report: async () => JSON.parse(await told({ kind: 'report' })) as Report,
    close: () => {
      signal?.removeEventListener('abort', ask.close);
      ask.close();
    },
  };
}

/** Compiled once for all workers of this page. */
let compiled: Promise<WebAssembly.Module> | undefined;

function compiledRunner(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((problem: unknown) => {
    // The next one to ask tries again.
    compiled = undefined;
    throw new EngineLost(`it could not be loaded: ${problem instanceof Error ? problem.message : String(problem)}`);
  });
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('../engine/pkg/runner/chokepoint_runner_bg.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

interface Asker {
  (request: RunnerRequest): Promise<string | undefined>;
  close(): void;
}

function askerOf(worker: Worker): Asker {
  interface Waiting {
    readonly resolve: (value: string | undefined) => void;
    readonly reject: (reason: Error) => void;
  }
  const waiting = new Map<number, Waiting>();
  let lastNumber = 0;
  let lost: EngineLost | undefined;
  const lose = (reason: string): void => {
    lost ??= new EngineLost(reason);
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
    worker.terminate();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    lose(event.message || 'the worker could not be started');
  };
  worker.onmessageerror = () => lose('an answer of the worker could not be read');
  worker.onmessage = ({ data }: MessageEvent<RunnerAnswer>) => {
    const asked = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.kind === 'done') asked?.resolve(data.value);
    else if (data.kind === 'refused') asked?.reject(new Error(data.reason));
    else {
      asked?.reject(new EngineLost(data.reason));
      lose(data.reason);
    }
  };
  const ask = (request: RunnerRequest): Promise<string | undefined> => {
    if (lost) return Promise.reject(lost);
    lastNumber += 1;
    const number = lastNumber;
    return new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      worker.postMessage({ number, request });
    });
  };
  return Object.assign(ask, { close: () => lose('it was closed') });
}

/** A worker with one experiment of the engine. It answers requests one by one and knows nothing of the page. */

import init, { Experiment } from '../engine/pkg/runner/chokepoint_runner.js';
import type { NumberedRunnerRequest, RunnerAnswer, RunnerRequest } from './runner-messages';

let experiment: Experiment | undefined;

let load: (module: WebAssembly.Module) => void;
const ready = new Promise<WebAssembly.Module>((resolve) => {
  load = resolve;
}).then((module) => init({ module_or_path: module }));

self.onmessage = ({ data }: MessageEvent<NumberedRunnerRequest>) => {
  if (data.request.kind === 'load') load(data.request.module);
  const cannotLoad = (reason: unknown): RunnerAnswer => ({
    number: data.number,
    kind: 'lost',
    reason: `it could not be loaded: ${reason instanceof Error ? reason.message : String(reason)}`,
  });
  void ready.then(() => answerTo(data), cannotLoad).then((answer) => self.postMessage(answer));
};

function answerTo({ number, request }: NumberedRunnerRequest): RunnerAnswer {
  try {
    return { number, kind: 'done', value: perform(request) };
  } catch (thrown) {
    // The engine throws texts; anything else is a fault of the machine, after which nothing can be trusted.
    if (typeof thrown === 'string') return { number, kind: 'refused', reason: inWords(thrown) };
    return { number, kind: 'lost', reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function perform(request: RunnerRequest): string | undefined {
  switch (request.kind) {
    case 'load':
      return undefined;
    case 'open':
      experiment?.free();
      experiment = undefined;
      experiment = new Experiment(request.preset);
      return undefined;
    case 'jobs':
      return opened().jobs(request.seeds);
    case 'run':
      return opened().run(request.job);
    case 'add':
      opened().add(request.job, request.result);
      return undefined;
    case 'forget':
      opened().forget();
      return undefined;
    case 'report':
      return opened().report();
  }
}

function opened(): Experiment {
  if (!experiment) throw new Error('no experiment is open');
  return experiment;
}

/** A refusal is a JSON list of problems with their paths. */
function inWords(text: string): string {
  try {
    const problems = JSON.parse(text) as readonly { path: string; problem: string }[];
    return problems.map(({ path, problem }) => `${path === '' ? 'The preset' : path} ${problem}`).join('; ');
  } catch {
    return text;
  }
}

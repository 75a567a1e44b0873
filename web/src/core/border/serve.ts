/** The worker's side of `rpc.ts`. It answers requests one after another, in slices. */

import { problemText } from '../../base/problem-text';
import type { EngineKind } from './client';
import type { Answer, Question } from './rpc';

/** Outcome of a request: its result, or a task that takes several slices. */
export type Served = Result | Task;

export interface Result {
  readonly value: unknown;
  /** Bytes whose memory is transferred to the page instead of copied. */
  readonly block?: ArrayBuffer;
}

/** Work that takes several slices. */
export interface Task {
  /** Works for about `budget_ms`. Returns the result, or the progress if the work is unfinished. */
  goOn(budget_ms: number): Result | Unfinished;
  /** Stops the work and returns the partial result. */
  stop(): Result;
}

export interface Unfinished {
  readonly unfinished: unknown;
}

/** Length of one slice of work [ms], short enough for the worker to respond to the page well within 50 ms. */
const SLICE_MS = 30;

/** Handles requests by calling `perform`. A string thrown by `perform` becomes a refusal. */
export function server<Request>(perform: (request: Request) => Served): (question: Question<Request>) => Answer {
  const tasks = new Map<number, Task>();
  return (question) => {
    const { number } = question;
    try {
      if ('request' in question) {
        const served = perform(question.request);
        if (!('goOn' in served)) return { number, kind: 'done', ...served };
        tasks.set(number, served);
      }
      const task = tasks.get(number);
      if (task === undefined) throw new Error(`request ${number} is not in progress`);
      const done = 'next' in question && question.next === 'stop' ? task.stop() : task.goOn(SLICE_MS);
      if ('unfinished' in done) return { number, kind: 'unfinished', value: done.unfinished };
      tasks.delete(number);
      return { number, kind: 'done', ...done };
    } catch (thrown) {
      tasks.delete(number);
      // Strings thrown by the engine are refusals. Any other exception is a bug in the engine, whose state can no
      // longer be trusted.
      if (typeof thrown === 'string') return { number, kind: 'refused', text: thrown };
      return { number, kind: 'lost', reason: problemText(thrown) };
    }
  };
}

/** The first request to a worker: load this package, which the page has compiled once for all workers. */
export interface Load {
  readonly kind: 'load';
  readonly package: EngineKind;
  readonly module: WebAssembly.Module;
}

/** The members of a worker's global scope that are used here. */
interface Scope<Request> {
  onmessage: ((event: MessageEvent<Question<Request | Load>>) => void) | null;
  postMessage(message: Answer, options?: { transfer: Transferable[] }): void;
}

/**
 * Handles requests in a worker. `open` loads a package and returns its server. Requests that arrive while the package
 * is loading wait.
 */
export function serveIn<Request extends { readonly kind: string }>(
  scope: Scope<Request>,
  open: (load: Load) => Promise<(request: Request) => Served>,
): void {
  let answering: Promise<(question: Question<Request>) => Answer> | undefined;
  scope.onmessage = ({ data }) => {
    const load = loadIn(data);
    // Only the first request loads a package.
    if (load) answering = open(load).then(server);
    const { number } = data;
    void answering
      ?.then(
        (answerTo): Answer => (load ? { number, kind: 'done', value: null } : answerTo(data as Question<Request>)),
        (reason): Answer => ({
          number,
          kind: 'lost',
          reason: `it could not be loaded: ${problemText(reason)}`,
        }),
      )
      .then((answer) => {
        scope.postMessage(answer, { transfer: answer.kind === 'done' && answer.block ? [answer.block] : [] });
      });
  };
}

function loadIn<Request extends { readonly kind: string }>(question: Question<Request | Load>): Load | undefined {
  return 'request' in question && question.request.kind === 'load' ? (question.request as Load) : undefined;
}

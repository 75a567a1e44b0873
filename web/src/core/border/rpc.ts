/**
 * Requests to a worker, and its answers. A worker only ever sends answers. If a task takes longer than one slice, the
 * worker answers `unfinished`, and the page replies with `go-on` or `stop`. A worker that is silent for too long counts
 * as lost.
 *
 *   page ── Question ──▶ worker (serve.ts)
 *   page ◀── Answer ──── worker
 */

import { isAllowed, scriptsWithin } from './allowed-scripts';

/** A request to a worker, or the page's reply to the answer `unfinished`. */
export type Question<Request> =
  | { readonly number: number; readonly request: Request }
  | { readonly number: number; readonly next: 'go-on' | 'stop' };

export type Answer =
  | { readonly number: number; readonly kind: 'done'; readonly value: unknown; readonly block?: ArrayBuffer }
  /** The task needs more slices. `value` is the progress so far. */
  | { readonly number: number; readonly kind: 'unfinished'; readonly value: unknown }
  /** The engine refused the request; the text is the reason. The worker remains usable. */
  | { readonly number: number; readonly kind: 'refused'; readonly text: string }
  | { readonly number: number; readonly kind: 'lost'; readonly reason: string };

export type Done = Answer & { readonly kind: 'done' };

/** The engine can no longer be used: its worker crashed, was closed or stopped responding. */
export class EngineLost extends Error {
  /**
   * `silent_s`: how long the worker was silent before it was terminated [s]. Undefined if the cause was not silence.
   */
  constructor(
    reason: string,
    readonly silent_s?: number,
  ) {
    super(reason);
    this.name = 'EngineLost';
  }
}

/** The engine refused a request; `text` is its reason. */
export class Refused extends Error {
  constructor(readonly text: string) {
    super(text);
    this.name = 'Refused';
  }
}

/** The members of `Worker` that are used here, so that tests can substitute another object. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

export interface AskOptions {
  /** Stops the unfinished task. The answer is then the partial result. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every slice with the progress. */
  readonly onUnfinished?: ((value: unknown) => void) | undefined;
  /** Longest silence of the worker allowed for this request [ms]. `Infinity` for work that cannot be sliced. */
  readonly patience_ms?: number;
}

/** The longest allowed silence of a worker [ms], unless a request sets another limit. */
const PATIENCE_MS = 4000;
/** Period of the timer that measures silence [ms]. Time for which the page was suspended does not count. */
const BEAT_MS = 250;

export interface Asker<Request> {
  ask(request: Request, options?: AskOptions): Promise<Done>;
  /** Terminates the worker and rejects all pending requests. */
  close(): void;
}

/**
 * Kinds of requests that only parse or produce text. A request of any other kind runs the scripts that it contains, so
 * it is sent only if all of them are allowed.
 */
const READING: ReadonlySet<string> = new Set([
  'load',
  'names',
  'export-scene',
  'read-lesson',
  'read-recording',
  'read-scene',
  'read-sweep',
  'read-script',
  'translate-script',
  'decode-link',
  'encode-link',
]);

/**
 * The refusal of a forbidden script, in the form of a problem of the scene, so that the page shows it like other
 * refusals.
 */
const NOT_ALLOWED = JSON.stringify([
  { path: 'script', problem: 'was not allowed to run in this browser; open its scene again to allow it' },
]);

/** True if a request contains a script that is not allowed and would run. */
function isForbidden(request: unknown): boolean {
  const { kind, ...content } = request as { readonly kind: string };
  if (READING.has(kind)) return false;
  const { script, text } = content as { readonly script?: unknown; readonly text?: unknown };
  const written = [script, kind === 'check-script' ? text : undefined].filter((one) => typeof one === 'string');
  return [...written, ...scriptsWithin(content)].some((one) => !isAllowed(one));
}

interface Waiting {
  readonly resolve: (answer: Done) => void;
  readonly reject: (reason: Error) => void;
  readonly options: AskOptions;
  /** Number of timer ticks since the worker's last message, while this request is unanswered. */
  silent: number;
}

/** True if a message has the form of an answer. A worker that sends any other message counts as lost. */
function isAnswer(data: unknown): data is Answer {
  if (typeof data !== 'object' || data === null) return false;
  const { number, kind, text, reason } = data as Partial<Record<string, unknown>>;
  if (typeof number !== 'number') return false;
  if (kind === 'refused') return typeof text === 'string';
  if (kind === 'lost') return typeof reason === 'string' && reason !== '';
  return kind === 'done' || kind === 'unfinished';
}

export function askerOf<Request>(worker: WorkerLike): Asker<Request> {
  const waiting = new Map<number, Waiting>();
  let lastNumber = 0;
  let lost: EngineLost | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;

  const lose = (reason: string, silent_s?: number): void => {
    lost ??= new EngineLost(reason, silent_s);
    clearInterval(beat);
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
    worker.terminate();
  };
  const onBeat = (): void => {
    // The worker answers in order, so its silence counts only for the first pending request.
    const [front] = waiting.values();
    if (front === undefined) return;
    front.silent += 1;
    const patience_ms = front.options.patience_ms ?? PATIENCE_MS;
    if (front.silent * BEAT_MS >= patience_ms)
      lose(`it has not answered for ${patience_ms / 1000} s`, patience_ms / 1000);
  };
  const settle = (number: number): Waiting | undefined => {
    const asked = waiting.get(number);
    waiting.delete(number);
    if (waiting.size === 0) {
      clearInterval(beat);
      beat = undefined;
    }
    return asked;
  };

  worker.onerror = (event) => {
    event.preventDefault();
    lose(event.message || 'the worker could not be started');
  };
  worker.onmessageerror = () => lose('the worker’s answer could not be read');
  worker.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isAnswer(data)) return lose('the worker sent an answer of unknown form');
    for (const asked of waiting.values()) asked.silent = 0;
    if (data.kind === 'unfinished') {
      const asked = waiting.get(data.number);
      if (asked === undefined) return;
      const { signal, onUnfinished } = asked.options;
      worker.postMessage({ number: data.number, next: signal?.aborted === true ? 'stop' : 'go-on' });
      onUnfinished?.(data.value);
      return;
    }
    const asked = settle(data.number);
    if (data.kind === 'done') asked?.resolve(data);
    else if (data.kind === 'refused') asked?.reject(new Refused(data.text));
    else {
      asked?.reject(new EngineLost(data.reason));
      lose(data.reason);
    }
  };

  return {
    ask: (request, options = {}) => {
      if (lost !== undefined) return Promise.reject(lost);
      if (isForbidden(request)) return Promise.reject(new Refused(NOT_ALLOWED));
      lastNumber += 1;
      const number = lastNumber;
      beat ??= setInterval(onBeat, BEAT_MS);
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject, options, silent: 0 });
        worker.postMessage({ number, request } satisfies Question<Request>);
      });
    },
    close: () => lose('it was closed'),
  };
}

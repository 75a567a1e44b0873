/** The engine's reader of lessons in a worker of its own. */

import { compiled, loadOnce } from '../engine/load-once';
import { askerOf, EngineLost, type WorkerLike } from '../engine/rpc';
import type { Load } from '../engine/serve';

export interface ReadRequest {
  readonly kind: 'read';
  readonly text: string;
  /** Those that the lesson may name, as JSON text. */
  readonly presets: string;
}

/** Whether a script solves its task. The texts are the scene and the part of the lesson, as JSON. */
export interface JudgeRequest {
  readonly kind: 'judge';
  readonly scenario: string;
  readonly write: string;
  readonly script: string;
}

export type LessonRequest = ReadRequest | JudgeRequest;

/** The package behind it: the one with scripts is larger, and alone reads lessons that have some. */
export type ReaderKind = 'plain' | 'script';

export interface LessonReader {
  /**
   * The lesson as JSON text. Rejects with `Refused`, whose text lists what is wrong, and with `EngineLost` where reading never
   * ends.
   */
  read(text: string, presets: string): Promise<string>;
  /** The verdict as JSON text; rejects with `Refused`, whose text says what is wrong with the script. With scripts only. */
  judge(request: Omit<JudgeRequest, 'kind'>, signal?: AbortSignal): Promise<string>;
  /** Ends the worker. */
  close(): void;
}

/** `signal` ends the worker at once. */
export type ConnectReader = (signal?: AbortSignal, kind?: ReaderKind) => Promise<LessonReader>;

/** A lesson is read in a fraction of a second; a slow phone may take longer. */
const PATIENCE_MS = 10_000;

export async function connectReader(signal?: AbortSignal, kind: ReaderKind = 'plain'): Promise<LessonReader> {
  const module = await compiledReaders[kind]();
  if (signal?.aborted === true) throw new EngineLost('it was closed');
  const worker =
    kind === 'plain'
      ? new Worker(new URL('./lesson-worker.ts', import.meta.url), { type: 'module', name: 'lesson' })
      : new Worker(new URL('./script-lesson-worker.ts', import.meta.url), { type: 'module', name: 'lesson' });
  return readerBehind(worker as WorkerLike, module, signal);
}

/** Waits until the reader in the worker answers. */
export async function readerBehind(
  worker: WorkerLike,
  module: WebAssembly.Module,
  signal?: AbortSignal,
): Promise<LessonReader> {
  const asker = askerOf<LessonRequest | Load>(worker);
  signal?.addEventListener('abort', asker.close);
  const close = (): void => {
    signal?.removeEventListener('abort', asker.close);
    asker.close();
  };
  try {
    await asker.ask({ kind: 'load', module }, { patience_ms: PATIENCE_MS });
  } catch (problem) {
    close();
    throw problem;
  }
  return {
    read: async (text, presets) =>
      (await asker.ask({ kind: 'read', text, presets }, { patience_ms: PATIENCE_MS })).value as string,
    judge: async (request, signal) =>
      (await asker.ask({ kind: 'judge', ...request }, { patience_ms: PATIENCE_MS, signal })).value as string,
    close,
  };
}

/** Compiled once; who asks after it could not be loaded tries again. */
const compiledReaders: Readonly<Record<ReaderKind, () => Promise<WebAssembly.Module>>> = {
  plain: readerAt(() => new URL('../engine/pkg/lesson/chokepoint_lesson_bg.wasm', import.meta.url)),
  script: readerAt(() => new URL('../engine/pkg/script/chokepoint_script_bg.wasm', import.meta.url)),
};

function readerAt(address: () => URL): () => Promise<WebAssembly.Module> {
  return loadOnce('the reader of lessons', async (request) => {
    if (import.meta.env.MODE === 'one-file')
      throw new Error('a saved file has no room for the reader of lessons; open it in the lab');
    return compiled(address(), request);
  });
}

/** The engine's reader of lessons in a worker of its own. */

import { askerOf, EngineLost, type WorkerLike } from '../engine/rpc';
import type { Load } from '../engine/serve';

export interface ReadRequest {
  readonly kind: 'read';
  readonly text: string;
  /** Those that the lesson may name, as JSON text. */
  readonly presets: string;
}

export interface LessonReader {
  /**
   * The lesson as JSON text. Rejects with `Refused`, whose text lists what is wrong, and with `EngineLost` where reading never
   * ends.
   */
  read(text: string, presets: string): Promise<string>;
  /** Ends the worker. */
  close(): void;
}

/** `signal` ends the worker at once. */
export type ConnectReader = (signal?: AbortSignal) => Promise<LessonReader>;

/** A lesson is read in a fraction of a second; a slow phone may take longer. */
const PATIENCE_MS = 10_000;

export async function connectReader(signal?: AbortSignal): Promise<LessonReader> {
  const module = await compiledReader();
  if (signal?.aborted === true) throw new EngineLost('it was closed');
  const worker = new Worker(new URL('./lesson-worker.ts', import.meta.url), { type: 'module', name: 'lesson' });
  return readerBehind(worker as WorkerLike, module, signal);
}

/** Waits until the reader in the worker answers. */
export async function readerBehind(
  worker: WorkerLike,
  module: WebAssembly.Module,
  signal?: AbortSignal,
): Promise<LessonReader> {
  const asker = askerOf<ReadRequest | Load>(worker);
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
    close,
  };
}

/** Compiled once; who asks after it could not be loaded tries again. */
let compiled: Promise<WebAssembly.Module> | undefined;

function compiledReader(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((problem: unknown) => {
    compiled = undefined;
    throw new EngineLost(
      `the reader of lessons could not be loaded: ${problem instanceof Error ? problem.message : String(problem)}`,
    );
  });
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  if (import.meta.env.MODE === 'one-file')
    throw new Error('a saved file has no room for the reader of lessons; open it in the lab');
  const response = await fetch(new URL('../engine/pkg/lesson/chokepoint_lesson_bg.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

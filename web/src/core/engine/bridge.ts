/** Starts workers. Every worker with an engine is started in this file. */

import type { EngineClient, EngineKind } from '../border/client';
import type { LabRequest } from '../border/messages';
import { type Asker, askerOf, type WorkerLike } from '../border/rpc';
import type { Load } from '../border/serve';
import { connectLab } from './lab-client';
import { compiledPackage, fetchedCatalog, packageThatPlays } from './packages';

/** Longest wait for the first answer of a worker [ms]. It includes loading the code of the worker and the engine. */
const LOADING_MS = 60_000;

/**
 * Starts a worker and waits for its first answer. Aborting `signal` terminates the worker, even while it is starting.
 */
export function startEngine<Request>(kind: EngineKind, signal?: AbortSignal): Promise<Asker<Request>> {
  const worker = new Worker(new URL('../../worker/worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  return askerBehind<Request>(worker as WorkerLike, kind, compiledPackage(kind), signal);
}

/** Waits for the first answer of the engine in a started worker. */
export async function askerBehind<Request>(
  worker: WorkerLike,
  kind: EngineKind,
  module: WebAssembly.Module | Promise<WebAssembly.Module>,
  signal?: AbortSignal,
): Promise<Asker<Request>> {
  const asker = askerOf<Request | Load>(worker);
  // A second call of `close` has no effect.
  signal?.addEventListener('abort', asker.close);
  if (signal?.aborted) asker.close();
  try {
    await asker.ask({ kind: 'load', package: kind, module: await module }, { patience_ms: LOADING_MS });
    return asker;
  } catch (problem) {
    asker.close();
    throw problem;
  }
}

/** Starts the engine of a lane. */
export async function connectWorker(kind: EngineKind = 'lab'): Promise<EngineClient> {
  const catalog = fetchedCatalog();
  // If both the catalog and the worker fail, only the worker's error is reported. This handler keeps the catalog's
  // error from becoming an unhandled rejection.
  catalog.catch(() => undefined);
  return connectLab(await startEngine<LabRequest>(kind === 'lab' ? packageThatPlays() : kind), catalog);
}

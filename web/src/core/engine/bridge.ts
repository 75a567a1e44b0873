/** Starts workers. The only file that does. */

import type { EngineClient, EngineKind } from '../border/client';
import type { LabRequest } from '../border/messages';
import { type Asker, askerOf, type WorkerLike } from '../border/rpc';
import type { Load } from '../border/serve';
import { connectLab } from './lab-client';
import { compiledPackage, fetchedCatalog, packageThatPlays } from './packages';

/** A worker may have to be fetched, and the engine made ready in it, before it answers for the first time [ms]. */
const LOADING_MS = 60_000;

/** Starts a worker and waits until the engine in it answers; `signal` ends it, also while it starts. */
export function startEngine<Request>(kind: EngineKind, signal?: AbortSignal): Promise<Asker<Request>> {
  const worker = new Worker(new URL('../../worker/worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  return askerBehind<Request>(worker as WorkerLike, kind, compiledPackage(kind), signal);
}

/** Waits until the engine in a worker that was started answers. */
export async function askerBehind<Request>(
  worker: WorkerLike,
  kind: EngineKind,
  module: WebAssembly.Module | Promise<WebAssembly.Module>,
  signal?: AbortSignal,
): Promise<Asker<Request>> {
  const asker = askerOf<Request | Load>(worker);
  // Closing it again does nothing.
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
  // If the worker cannot be started either, that is the problem to report.
  catalog.catch(() => undefined);
  return connectLab(await startEngine<LabRequest>(kind === 'lab' ? packageThatPlays() : kind), catalog);
}

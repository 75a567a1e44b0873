/** Starts the worker of a lane. The only file that does. */

import type { Catalog } from './catalog';
import type { EngineClient, EngineKind } from './client';
import { connectLab } from './lab-client';
import { compiled, fetched, loadOnce } from './load-once';
import type { WorkerLike } from './rpc';

/** Starts a worker and waits until the engine in it answers. */
export async function connectWorker(kind: EngineKind = 'lab'): Promise<EngineClient> {
  if (kind === 'script') {
    const { compiledWithScripts, startScriptWorker } = await import('./script-bridge');
    const module = await compiledWithScripts();
    return connectLab(startScriptWorker(), Promise.all([module, fetchedCatalog()]));
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  return connectLab(worker as WorkerLike, Promise.all([compiledEngine(), fetchedCatalog()]));
}

/** The engine, compiled once: every lane has a worker of its own, and none of them compiles or fetches it again. */
const compiledEngine = loadOnce('it', (request) =>
  compiled(new URL('./pkg/chokepoint_wasm_bg.wasm', import.meta.url), request),
);

/** What the engine tells about itself: texts, so they need not be compiled. */
const fetchedCatalog = loadOnce(
  'its catalogue',
  async (request) => (await (await fetched(new URL('./pkg/catalog.json', import.meta.url), request)).json()) as Catalog,
);

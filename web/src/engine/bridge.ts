/** Starts the worker of a lane. The only file that does. */

import type { Catalog } from './catalog';
import type { EngineClient, EngineKind } from './client';
import { connectLab } from './lab-client';
import { EngineLost, type WorkerLike } from './rpc';

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
const compiledEngine = once(async () =>
  // Not while it streams in: some hosts do not say that it is WebAssembly, and browsers insist on that then.
  WebAssembly.compile(await (await fetched(new URL('./pkg/chokepoint_wasm_bg.wasm', import.meta.url))).arrayBuffer()),
);

/** What the engine tells about itself: texts, so they need not be compiled. */
const fetchedCatalog = once(
  async () => (await (await fetched(new URL('./pkg/catalog.json', import.meta.url))).json()) as Catalog,
);

/** Loads something when it is first asked for, and again only if that failed. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((problem: unknown) => {
      loaded = undefined;
      throw new EngineLost(`it could not be loaded: ${problem instanceof Error ? problem.message : String(problem)}`);
    });
    return loaded;
  };
}

async function fetched(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

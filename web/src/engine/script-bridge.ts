/** The engine that reads scripts: loaded by those whose scene has one. */

import { compiled, fetched, loadOnce } from './load-once';
import type { WorkerLike } from './rpc';
import type { ScriptTexts } from './script';

/** Starts a worker that waits for the compiled engine. */
export function startScriptWorker(): WorkerLike {
  return new Worker(new URL('./script-worker.ts', import.meta.url), { type: 'module', name: 'engine' }) as WorkerLike;
}

/** Compiled once for all workers of this page. */
export const compiledWithScripts = loadOnce('the part that reads scripts', async (request) => {
  if (import.meta.env.MODE === 'one-file')
    throw new Error('a saved file has no room for it; open the scene in the lab');
  return compiled(new URL('./pkg/script/chokepoint_script_bg.wasm', import.meta.url), request);
});

/** The scripts to start from, and what a script may call. */
export const fetchedScriptTexts = loadOnce('what a script may call', async (request) => {
  return (await (await fetched(new URL('./pkg/script/texts.json', import.meta.url), request)).json()) as ScriptTexts;
});

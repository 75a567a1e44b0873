/** The engine that reads scripts: loaded by those whose scene has one. */

import { EngineLost, type WorkerLike } from './rpc';
import type { ScriptTexts } from './script';

/** Starts a worker that waits for the compiled engine. */
export function startScriptWorker(): WorkerLike {
  return new Worker(new URL('./script-worker.ts', import.meta.url), { type: 'module', name: 'engine' }) as WorkerLike;
}

/** Compiled once for all workers of this page. */
let compiled: Promise<WebAssembly.Module> | undefined;

export function compiledWithScripts(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((problem: unknown) => {
    // The next one to ask tries again.
    compiled = undefined;
    const reason = problem instanceof Error ? problem.message : String(problem);
    throw new EngineLost(`the part that reads scripts could not be loaded: ${reason}`);
  });
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  if (import.meta.env.MODE === 'one-file')
    throw new Error('a saved file has no room for it; open the scene in the lab');
  const response = await fetched(new URL('./pkg/script/chokepoint_script_bg.wasm', import.meta.url));
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The scripts to start from, and what a script may call. */
export async function fetchedScriptTexts(): Promise<ScriptTexts> {
  return (await (await fetched(new URL('./pkg/script/texts.json', import.meta.url))).json()) as ScriptTexts;
}

async function fetched(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

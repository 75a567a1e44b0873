/** Starts workers that run scenes with scripts. Loaded by those who have one. */

import { EngineLost, type WorkerLike } from '../engine/rpc';
import { compiledWithScripts } from '../engine/script-bridge';

export async function startScriptRunner(
  signal?: AbortSignal,
): Promise<{ readonly worker: WorkerLike; readonly module: WebAssembly.Module }> {
  const module = await compiledWithScripts();
  if (signal?.aborted === true) throw new EngineLost('it was closed');
  const worker = new Worker(new URL('./script-runner-worker.ts', import.meta.url), { type: 'module', name: 'runner' });
  return { worker: worker as WorkerLike, module };
}

/** Files of the engine: loaded when they are first asked for, and kept. */

import { problemText } from '../../base/problem-text';
import { EngineLost } from '../border/rpc';

/**
 * Loads something on demand, and again only if that failed: then past the cache of the browser, which may hold a file
 * that was cut off on its way. `what`: its name in the message of a failure.
 */
export function loadOnce<T>(what: string, load: (request: RequestInit) => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  let request: RequestInit = {};
  return () => {
    loaded ??= load(request).catch((problem: unknown) => {
      loaded = undefined;
      request = { cache: 'reload' };
      throw new EngineLost(`${what} could not be loaded: ${problemText(problem)}`);
    });
    return loaded;
  };
}

export async function fetched(address: URL, request: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, request);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

/** Compiled after loading: some hosts do not declare WebAssembly, which browsers require for streaming. */
export async function compiled(address: URL, request: RequestInit): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await (await fetched(address, request)).arrayBuffer());
}

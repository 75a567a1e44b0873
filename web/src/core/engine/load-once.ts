/** Files of the engine. Each is loaded on first request, then cached. */

import { problemText } from '../../base/problem-text';
import { EngineLost } from '../border/rpc';

/**
 * Loads a file at the first call. If loading failed, the next call bypasses the browser's cache, which may contain a
 * truncated file. `what` is the name of the file in the error message.
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

/**
 * Compiles a module after it is completely downloaded. Streaming compilation needs a media type that some hosts do not
 * send.
 */
export async function compiled(address: URL, request: RequestInit): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await (await fetched(address, request)).arrayBuffer());
}

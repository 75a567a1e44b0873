import { afterEach, describe, expect, it, vi } from 'vitest';
import { EngineLost } from '../border/rpc';
import { compiled, fetched, loadOnce } from './load-once';

afterEach(() => void vi.unstubAllGlobals());

const ADDRESS = new URL('https://example.org/engine.wasm');
/** The shortest valid WebAssembly module. */
const WHOLE = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

describe('a file that is loaded once', () => {
  it('is requested once, however many callers need it', async () => {
    const asked = vi.fn(async () => new Response(WHOLE));
    vi.stubGlobal('fetch', asked);
    const engine = loadOnce('it', (request) => compiled(ADDRESS, request));
    expect(await engine()).toBe(await engine());
    expect(asked.mock.calls).toEqual([[ADDRESS, {}]]);
  });

  it('is dropped if it arrived incomplete, and requested again without the cache', async () => {
    // The first response is truncated and cached. A request that bypasses the cache gets the whole file.
    const asked = vi.fn(
      async (_: URL, { cache }: RequestInit) => new Response(cache === 'reload' ? WHOLE : WHOLE.slice(0, 6)),
    );
    vi.stubGlobal('fetch', asked);
    const engine = loadOnce('it', (request) => compiled(ADDRESS, request));
    await expect(engine()).rejects.toThrow(EngineLost);
    expect(await engine()).toBeInstanceOf(WebAssembly.Module);
    expect(await engine()).toBeInstanceOf(WebAssembly.Module);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is named with the cause if it cannot be loaded', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    const texts = loadOnce('the catalogue', async (request) => (await fetched(ADDRESS, request)).json());
    await expect(texts()).rejects.toThrow('the catalogue could not be loaded: the server answered 404');
  });
});

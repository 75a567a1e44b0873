/**
 * The two packages of the engine and its texts. Each is loaded when first needed, and kept for the lifetime of the
 * page.
 */

import type { Catalog } from '../border/catalog';
import type { EngineKind } from '../border/client';
import { compiled, fetched, loadOnce } from './load-once';

const packages: Readonly<Record<EngineKind, () => Promise<WebAssembly.Module>>> = {
  lab: loadOnce('it', (request) => compiled(new URL('./pkg/lab/chokepoint_lab_bg.wasm', import.meta.url), request)),
  full: loadOnce('the full engine', async (request) => {
    if (import.meta.env.MODE === 'first') throw new Error('it is still being built; reload this page later');
    const module = await compiled(new URL('./pkg/full/chokepoint_full_bg.wasm', import.meta.url), request);
    isFullReady = true;
    return module;
  }),
};

/** True if the full package is loaded. A page saved as one file contains only this package. */
let isFullReady = import.meta.env.MODE === 'one-file';

/** The compiled package. It is compiled once for all workers of this page. */
export function compiledPackage(kind: EngineKind): Promise<WebAssembly.Module> {
  return packages[kind]();
}

/** The package for scenes without scripts: `full` if it is already loaded, since it is the faster one. */
export function packageThatPlays(): EngineKind {
  return isFullReady ? 'full' : 'lab';
}

/** The engine's declarations. Loading them does not need a compiled engine. */
export const fetchedCatalog = loadOnce(
  'its catalogue',
  async (request) => (await (await fetched(new URL('./pkg/catalog.json', import.meta.url), request)).json()) as Catalog,
);

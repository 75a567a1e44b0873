/** The engine in Node. Node does not fetch file URLs, so the files are read from disk. */

import { readFile } from 'node:fs/promises';
import { load as loadFrom } from './engine.js';

export * from './engine.js';

const FILE = './lab/chokepoint_lab_bg.wasm';

/** Loads the WebAssembly once, from this package's file or another `source`. */
export function load(source?: Parameters<typeof loadFrom>[0]): Promise<void> {
  return loadFrom(source ?? readFile(new URL(FILE, import.meta.url)));
}

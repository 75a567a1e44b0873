/** The engine in Node. Node does not fetch files by URL, so the files are read from the disk. */

import { readFile } from 'node:fs/promises';
import { load as loadFrom } from './engine.js';

export * from './engine.js';

const FILE = './lab/chokepoint_lab_bg.wasm';

/** Loads the WebAssembly, once: the file of this package, or another `source`. */
export function load(source?: Parameters<typeof loadFrom>[0]): Promise<void> {
  return loadFrom(source ?? readFile(new URL(FILE, import.meta.url)));
}

// The page's own WebAssembly, run in Node: the same compiler as Chromium's, without a page around it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './commands.mjs';

const pkg = join(root, 'web', 'src', 'engine', 'pkg');

/** Runs Model 1 under one discipline to its end, after a first run that lets V8's optimising compiler finish. */
export async function runInWasm({ aqm, seed, duration }) {
  const wasm = await import(join(pkg, 'chokepoint_wasm.js'));
  wasm.initSync({ module: readFileSync(join(pkg, 'chokepoint_wasm_bg.wasm')) });
  const { scenario } = JSON.parse(readFileSync(join(root, 'presets', 'choked-model1.json'), 'utf8'));
  const scene = JSON.stringify({ ...scenario, seed, duration_s: duration, lanes: [{ aqm, params: {} }] });

  const run = () => {
    const begin = performance.now();
    const result = JSON.parse(wasm.run(scene, 0));
    return { seconds: (performance.now() - begin) / 1000, result };
  };
  run();
  return run();
}

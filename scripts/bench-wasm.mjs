// The page's own WebAssembly, run in Node: the same compiler as Chromium's, without a page around it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './commands.mjs';

const pkg = join(root, 'web', 'src', 'engine', 'pkg');

/** Runs Model 1 under one discipline to its end, after a first run that lets V8's optimising compiler finish. */
export async function runInWasm({ aqm, seed, duration }) {
  const { initSync, Lab } = await import(join(pkg, 'chokepoint_wasm.js'));
  initSync({ module: readFileSync(join(pkg, 'chokepoint_wasm_bg.wasm')) });
  const { scenario } = JSON.parse(readFileSync(join(root, 'presets', 'choked-model1.json'), 'utf8'));

  const run = (seconds) => {
    const scene = { ...scenario, seed, duration_s: seconds, lanes: [{ aqm, params: {} }] };
    const lab = new Lab(JSON.stringify(scene), 0);
    const begin = performance.now();
    lab.advance(seconds, Number.MAX_SAFE_INTEGER);
    const elapsed = (performance.now() - begin) / 1000;
    const result = JSON.parse(lab.result());
    lab.free();
    return { seconds: elapsed, result };
  };
  run(duration);
  return run(duration);
}

// Builds the page into web/dist: a static folder that works under any path of any host. Skipped if nothing changed.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWasm } from './build-wasm.mjs';
import { isEntryPoint, main, root, runPackage } from './commands.mjs';
import { fingerprint, isFresh, markFresh } from './fingerprint.mjs';
import { setUp } from './set-up.mjs';

export const dist = join(root, 'web', 'dist');

// Outside dist, so that what is published holds the page alone.
const stampFile = join(root, 'node_modules', '.chokepoint-page');

export async function build() {
  await buildWasm();
  const inputs = ['web', 'presets', 'package-lock.json'];
  // The folder of the wasm package is no input by itself; its stamp stands for it.
  const stamp = fingerprint([...inputs, 'web/src/engine/pkg/.inputs']);
  if (existsSync(join(dist, 'index.html')) && isFresh(stampFile, stamp)) return;

  console.log('Building the page');
  await runPackage('vite', ['build', 'web']);
  // After it: the first build empties the folder, and the file takes the licences along.
  await runPackage('vite', ['build', 'web', '--config', 'web/one-file.config.ts']);
  markFresh(stampFile, stamp);
}

if (isEntryPoint(import.meta.url)) {
  main(async () => {
    await setUp({ forTests: false });
    await build();
  });
}

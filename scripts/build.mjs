// Builds the page into web/dist: a static folder that works under any path of any host. Skipped if nothing has changed.
// The documentation goes into web/dist/docs; `--crates` adds the API documentation of the Rust crates.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from './build-site.mjs';
import { buildFull, buildLab, isFullBuilt } from './build-wasm.mjs';
import { isEntryPoint, main, root, runPackage } from './commands.mjs';
import { fingerprint, isFresh, markFresh } from './fingerprint.mjs';
import { setUp } from './set-up.mjs';

export const dist = join(root, 'web', 'dist');

// This file records the inputs of the last build. It is outside dist, so that the published folder contains only the
// page.
const stampFile = join(root, 'node_modules', '.chokepoint-page');

/** `withCrates`: the documentation includes the API documentation of the Rust crates. */
export async function build({ withCrates = false } = {}) {
  await buildLab();
  await buildFull();
  // `fingerprint` skips folders named `pkg`, which contain the WebAssembly packages. In place of each package, this
  // list has its file `.inputs`, a hash of the sources of the package.
  const inputs = [
    'web',
    'presets',
    'package-lock.json',
    'scripts/licences.mjs',
    ...['lab', 'full'].map((name) => `web/src/core/engine/pkg/${name}/.inputs`),
  ];
  const stamp = fingerprint(inputs);
  if (!existsSync(join(dist, 'index.html')) || !isFresh(stampFile, stamp)) {
    console.log('Building the page');
    await runPackage('vite', ['build', 'web']);
    // The lab as one file is built after the page. The build of the page empties the output folder, and writes the
    // licences that the one file includes.
    await runPackage('vite', ['build', 'web', '--config', 'web/one-file.config.ts']);
    markFresh(stampFile, stamp);
  }
  // The site is built last, because it uses the page's typefaces.
  await buildSite({ withCrates });
}

/** True if neither the page nor the larger package has ever been built on this machine. */
export function isFirstBuild() {
  return !existsSync(join(dist, 'index.html')) && !isFullBuilt();
}

/**
 * Builds a page that can play scenes while the other parts are compiled. If the user requests a part that is not built
 * yet, the page says so.
 */
export async function buildFirst() {
  await buildLab();
  console.log('Building the first part of the page');
  await runPackage('vite', ['build', 'web', '--mode', 'first']);
}

if (isEntryPoint(import.meta.url)) {
  main(async () => {
    await setUp({ forTests: false });
    await build({ withCrates: process.argv.includes('--crates') });
  });
}

// Builds the documentation site in a folder of node_modules, and copies it to web/dist/docs. A build of the page
// empties web/dist. The site is then copied again, but it is built again only if its inputs have changed.
//
// node scripts/build-site.mjs [--crates]
//
// --crates: adds the API documentation of the Rust crates; rustdoc needs a minute or two for it.

import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isEntryPoint, main, root, runPackage } from './commands.mjs';
import { documentCrates } from './docs-crates.mjs';
import { fingerprint, isFresh, markFresh } from './fingerprint.mjs';

const dist = join(root, 'web', 'dist');
const kept = join(root, 'node_modules', '.chokepoint-site');
const stampFile = join(root, 'node_modules', '.chokepoint-site-stamp');
const placed = join(dist, 'docs');
/**
 * Records which build of the site is in web/dist. The file is outside that folder, so that the published folder
 * contains only pages.
 */
const placedStamp = join(root, 'node_modules', '.chokepoint-site-placed');

const inputs = [
  'docs',
  'site',
  'presets',
  'scripts/site',
  'web/src/core/engine/pkg/full/chokepoint_full_bg.wasm',
  'package.json',
  'package-lock.json',
  'web/src/base',
  'web/src/core/border',
  'web/src/core/explain',
  'web/src/core/run/pseudo-code.ts',
  'web/src/embed/host',
  'web/src/features/catalogue',
  'web/src/ui/PrintedSymbol.tsx',
  'web/src/ui/tokens.css',
  'web/src/core/engine/pkg/catalog.json',
  'web/src/core/engine/pkg/script-texts.json',
  'web/src/core/engine/pkg/lab/chokepoint_lab.d.ts',
  'crates/apps/wasm/npm',
  'crates/README.md',
];
/** The files from which rustdoc makes the API documentation of the crates. */
const crates = ['crates', 'Cargo.toml', 'Cargo.lock'];

export async function buildSite({ withCrates = false } = {}) {
  const stamp = fingerprint(withCrates ? [...inputs, ...crates] : inputs, namesOfFonts());
  if (!existsSync(join(kept, 'index.html')) || !isFresh(stampFile, stamp)) {
    console.log('Building the documentation');
    rmSync(stampFile, { force: true });
    process.env.CHOKEPOINT_SITE_CRATES = withCrates ? '1' : '0';
    await runPackage('vitepress', ['build', 'site']);
    if (withCrates) cpSync(await documentCrates(), join(kept, 'rust'), { recursive: true });
    markFresh(stampFile, stamp);
  }
  if (existsSync(join(placed, 'index.html')) && isFresh(placedStamp, stamp)) return;
  rmSync(placed, { recursive: true, force: true });
  cpSync(kept, placed, { recursive: true });
  markFresh(placedStamp, stamp);
}

/** URLs of the typefaces. The site uses the lab's own files, whose names contain hashes. */
function namesOfFonts() {
  const assets = join(dist, 'assets');
  return existsSync(assets) ? readdirSync(assets).filter((name) => name.endsWith('.woff2')) : [];
}

if (isEntryPoint(import.meta.url)) main(() => buildSite({ withCrates: process.argv.includes('--crates') }));

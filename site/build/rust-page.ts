/**
 * The README of the crates as a page. The documents that rustdoc makes of the crates are beside it if the site was
 * built with them.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code } from './markdown.ts';

/**
 * True if the site has rustdoc's documents. `scripts/build-site.mjs --crates` sets the variable, and puts the documents
 * into the folder `rust` of the site.
 */
const HAS_DOCUMENTS = process.env.CHOKEPOINT_SITE_CRATES === '1';
/** A table row with a crate that is a library. The command line is excluded, since it documents itself. */
const LIBRARY = /^\| `(chokepoint-(?!cli)[a-z]+)` \|/gm;

export function rustPage(root: string): string {
  const text = readFileSync(join(root, 'crates', 'README.md'), 'utf8').replace(/^# .+/, '# Rust');
  const documents = HAS_DOCUMENTS
    ? 'The name of a library in the table leads to the documents of its public items.'
    : `${code('npm run docs:crates')} in a checkout documents every public item. The published site has these pages, and docs.rs those of each release.`;
  const linked = text.replace(
    LIBRARY,
    (_row, name: string) => `| <a href="../rust/${name.replaceAll('-', '_')}/index.html">${code(name)}</a> |`,
  );
  return [
    HAS_DOCUMENTS ? linked : text,
    documents,
    'One scene in three languages: [Rust](@/crates/core/engine/examples/library.rs), [JavaScript](@/docs/examples/library.mjs) and [Python](@/docs/examples/library.py). All three print the same line.',
  ].join('\n\n');
}

/** The README of the crates as a page. If the site was built with rustdoc's output, that is beside it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code } from './markdown.ts';

/**
 * True if the site has rustdoc's output. `scripts/build-site.mjs --crates` sets the variable, and puts the output into
 * the site's folder `rust`.
 */
const HAS_DOCUMENTS = process.env.CHOKEPOINT_SITE_CRATES === '1';
/** A table row for a library crate. The command line is excluded, since it has its own help. */
const LIBRARY = /^\| `(chokepoint-(?!cli)[a-z]+)` \|/gm;

export function rustPage(root: string): string {
  const text = readFileSync(join(root, 'crates', 'README.md'), 'utf8').replace(/^# .+/, '# Rust');
  const documents = HAS_DOCUMENTS
    ? 'The name of a library in the table links to the documentation of its public items.'
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

/** Writes the list of chunks that load first, for scripts/check-size.mjs. The list is not published. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

const MANIFEST = '.vite/manifest.json';

export function manifestAt(file: string): Plugin {
  return {
    name: 'manifest-aside',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const manifest = bundle[MANIFEST];
        if (manifest?.type !== 'asset') throw new Error('Vite has made no manifest');
        delete bundle[MANIFEST];
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, manifest.source);
      },
    },
  };
}

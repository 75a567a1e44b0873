/**
 * Writes `licences.txt` beside the built page: every part of the page with its authors, and the licence texts that must
 * accompany it. Vite collects the npm packages whose code is bundled. This plugin adds the fonts and the crates in the
 * WebAssembly files.
 */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildEnvironmentOptions, Plugin } from 'vite';
import { byName, cratesIn, licenceIn, licencesText, standardLibrary } from '../scripts/licences.mjs';

/** File in which Vite lists the licences of the bundled packages. The published text is made from it. */
const COLLECTED = 'licences.json';
export const collectLicences: NonNullable<BuildEnvironmentOptions['license']> = { fileName: COLLECTED };

export const LICENCES = 'licences.txt';

interface Entry {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier of the licence. */
  readonly identifier?: string | undefined;
  readonly text?: string | undefined;
}

export function licences(root: string): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const collected = bundle[COLLECTED];
        if (collected?.type !== 'asset') throw new Error('Vite has collected no licences');
        delete bundle[COLLECTED];
        const scripts = JSON.parse(String(collected.source)) as Entry[];
        const fonts = Object.values(bundle).flatMap((file) =>
          file.type === 'asset' && /\.(woff2?|ttf)$/.test(file.fileName) ? file.originalFileNames : [],
        );
        const outside = [
          ...fonts.map((file) => join(root, 'web', file)),
          ...[...SERVICE_WORKER, ...DOCUMENTATION].map((name) => inPackage(root, name)),
        ];
        const packages = [...scripts, ...outside.map(npmPackage)];
        const source = licencesText('What this page is made of, and under which licences.', [
          { title: 'Chokepoint itself', entries: [ownEntry(root)] },
          { title: 'In the scripts, and the typefaces', entries: byName(packages) },
          {
            title: 'In the WebAssembly files',
            entries: byName([...cratesIn('chokepoint-wasm', 'wasm32-unknown-unknown'), ...standardLibrary()]),
          },
        ]);
        this.emitFile({ type: 'asset', fileName: LICENCES, source });
      },
    },
  };
}

/** The npm packages in the service worker, which is built after the page, so that Vite does not collect them. */
const SERVICE_WORKER: readonly string[] = [
  'workbox-core',
  'workbox-expiration',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
];

/** The npm packages in the scripts of the documentation, which is built after the page. */
const DOCUMENTATION: readonly string[] = [
  'minisearch',
  'vitepress',
  'vue',
  '@vue/reactivity',
  '@vue/runtime-core',
  '@vue/runtime-dom',
  '@vue/shared',
  '@vueuse/core',
  '@vueuse/shared',
];

function inPackage(root: string, name: string): string {
  return join(root, 'node_modules', name, 'package.json');
}

/** The npm package that contains a file. */
function npmPackage(file: string): Entry {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  return { name, version, identifier: license, text: licenceIn(folder, license) };
}

function ownEntry(root: string): Entry {
  return { ...npmPackage(join(root, 'package.json')), text: readFileSync(join(root, 'LICENSE-MIT'), 'utf8').trim() };
}

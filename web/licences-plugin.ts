/**
 * `licences.txt` beside the built page: everything that is in it and by whom, with the texts that have to go along. Vite
 * collects the npm packages whose code is bundled; the typefaces and the crates in the WebAssembly files come on top.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** Vite's own file; the built page gets the text made from it. */
const COLLECTED = 'licences.json';
export const collectLicences: NonNullable<BuildEnvironmentOptions['license']> = { fileName: COLLECTED };

export const LICENCES = 'licences.txt';

interface Entry {
  readonly name: string;
  readonly version: string;
  /** SPDX. */
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
        const source = licencesText([
          { title: 'Chokepoint itself', entries: [ownEntry(root)] },
          { title: 'In the scripts, and the typefaces', entries: byName(packages) },
          { title: 'In the WebAssembly files', entries: byName([...crates(root), ...standardLibrary()]) },
        ]);
        this.emitFile({ type: 'asset', fileName: LICENCES, source });
      },
    },
  };
}

function licencesText(parts: readonly { readonly title: string; readonly entries: readonly Entry[] }[]): string {
  const lines = ['What this page is made of, and under which licences.', ''];
  for (const { title, entries } of parts) {
    lines.push('='.repeat(78), title, '='.repeat(78), '');
    for (const { name, version, identifier, text } of entries) {
      // A page that leaves out a text that has to go along is not to be published.
      if (text === undefined || text === '')
        throw new Error(`${name} ${version} comes without the text of its licence`);
      lines.push(`${name} ${version} (${identifier ?? 'see below'})`, '-'.repeat(78), text, '', '');
    }
  }
  return lines.join('\n').replaceAll('\r\n', '\n');
}

/** The parts of the service worker, which is built after the page, where Vite does not see it. */
const SERVICE_WORKER: readonly string[] = [
  'workbox-core',
  'workbox-expiration',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
];

/** In the scripts of the documentation, which is built after the page. */
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

/** The package in which a file lies. */
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

/** If there is a choice, the MIT licence; further texts go along. */
function licenceIn(folder: string, identifier = ''): string | undefined {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying)/i.test(name));
  const chosen = files.find((name) => /mit/i.test(name)) ?? files[0];
  if (chosen === undefined) return undefined;
  const wanted = / AND /.test(identifier) ? files.filter((name) => !/apache/i.test(name)) : [chosen];
  return wanted.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

interface Metadata {
  readonly packages: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly license: string | null;
    readonly manifest_path: string;
    readonly source: string | null;
    readonly targets: readonly { readonly kind: readonly string[] }[];
  }[];
  readonly resolve: {
    readonly nodes: readonly {
      readonly id: string;
      readonly deps: readonly {
        readonly pkg: string;
        readonly dep_kinds: readonly { readonly kind: string | null }[];
      }[];
    }[];
  };
}

/** Crates from which the page's types are derived: nothing calls them, so the linker leaves nothing of them. */
const TYPES_ONLY: readonly string[] = ['ts-rs'];

/** Every crate that is compiled into the WebAssembly files: not those that only build them. */
function crates(root: string): Entry[] {
  const { packages, resolve } = metadata(root);
  const start = packages.find(({ name }) => name === 'chokepoint-wasm');
  if (start === undefined) throw new Error('cargo knows no chokepoint-wasm');
  const seen = new Set<string>();
  const visit = (id: string): void => {
    const isMacro = packages.find((one) => one.id === id)?.targets.some(({ kind }) => kind.includes('proc-macro'));
    const isTypesOnly = packages.some((one) => one.id === id && TYPES_ONLY.includes(one.name));
    if (seen.has(id) || isMacro === true || isTypesOnly) return;
    seen.add(id);
    for (const { pkg, dep_kinds } of resolve.nodes.find((node) => node.id === id)?.deps ?? [])
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  visit(start.id);
  return packages
    .filter(({ id, source }) => seen.has(id) && source !== null)
    .map(({ name, version, license, manifest_path }) => ({
      ...{ name, version, identifier: license ?? undefined },
      text: licenceIn(dirname(manifest_path), license ?? undefined),
    }));
}

/** The crates are on this machine, or there would be no WebAssembly: the network is asked only if they are not. */
function metadata(root: string): Metadata {
  const args = ['metadata', '--format-version', '1', '--locked', '--filter-platform', 'wasm32-unknown-unknown'];
  const ask = (more: readonly string[]): Metadata =>
    JSON.parse(
      execFileSync('cargo', [...args, ...more], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    ) as Metadata;
  try {
    return ask(['--offline']);
  } catch {
    return ask([]);
  }
}

/** Its texts lie beside the compiler; where a distribution leaves them out, that of the licence is above anyway. */
function standardLibrary(): Entry[] {
  const ask = (...args: readonly string[]): string => execFileSync('rustc', args, { encoding: 'utf8' }).trim();
  const file = join(ask('--print', 'sysroot'), 'share', 'doc', 'rust', 'licenses', 'MIT.txt');
  const holders = 'Copyright (c) The Rust Project Developers';
  const text = existsSync(file) ? `${holders}\n\n${readFileSync(file, 'utf8').trim()}` : holders;
  const version = ask('--version').split(' ')[1] ?? '';
  return [{ name: 'The standard library of Rust', version, identifier: 'MIT OR Apache-2.0', text }];
}

/** Each package once. */
function byName(entries: readonly Entry[]): Entry[] {
  const single = new Map(entries.map((entry) => [`${entry.name} ${entry.version}`, entry]));
  return [...single.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

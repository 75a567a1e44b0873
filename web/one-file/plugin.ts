/**
 * Puts the build into one HTML file: scripts, styles, fonts, the engine and its texts, each compressed, with a small
 * loader that unpacks them. The scene is added when a user saves the file (`src/core/save/one-file.ts`).
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Plugin, RenderBuiltAssetUrl } from 'vite';
import { ONE_FILE_NAME } from '../src/core/save/one-file-name.ts';

/**
 * Modules that need the network or are too large. The page shows the name of the missing part in its place
 * (`ui/on-demand.tsx`).
 */
const LEFT_OUT: readonly RegExp[] = [
  /\/src\/features\/share\/(clip\/Clip|Embed|Simulator)Section\.tsx$/,
  /\/src\/core\/save\/pdf\.ts$/,
  /\/node_modules\/(mediabunny|hyparquet-writer)\//,
  /\/src\/features\/hall\/HallDialog\.tsx$/,
  /\/src\/features\/hall\/PhonePage\.tsx$/,
  /\/src\/features\/sweep\/(SweepPanel\.tsx|file\/sweep-file\.ts|study\/take-study\.ts)$/,
  /\/src\/features\/script\/ScriptPanel\.tsx$/,
];
const NOTHING = '\0left-out';

/** The engine package in the file. It is the larger package, which has every function (`core/engine/packages.ts`). */
const ENGINE = 'chokepoint_full';
const ENGINES = /\bchokepoint_(lab|full)(?=\.js$|_bg\b)/;

/**
 * Files that are left out: the engine packages, which one package replaces; texts for the editor of scripts;
 * recordings.
 */
const PARTS_LEFT_OUT: readonly RegExp[] = [/chokepoint_(lab|full)_bg/, /\bscript-texts-[^/]*\.json$/, /\.chokerec$/];

/** Makes the page request the address of a built file from the loader. */
export const partAddress: RenderBuiltAssetUrl = (file, { hostType }) =>
  hostType === 'js' ? { runtime: `globalThis.chokepointPart(${JSON.stringify(partOf(file))})` } : { relative: true };

function partOf(file: string): string {
  const name = basename(file);
  return ENGINES.test(name) ? `${ENGINE}_bg.wasm` : name;
}

function engineFolder(web: string): string {
  return join(web, 'src', 'core', 'engine', 'pkg', 'full');
}

/** Makes the page and its workers import the one engine that the file contains. */
export function speaksToOneEngine(web: string): Plugin {
  return {
    name: 'one-engine',
    enforce: 'pre',
    resolveId: (source) =>
      ENGINES.test(source) && source.endsWith('.js') ? join(engineFolder(web), `${ENGINE}.js`) : null,
  };
}

export function oneFile(web: string): Plugin {
  return {
    name: 'one-file',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source === NOTHING || bringsScripts(web, source)) return NOTHING;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved !== null && LEFT_OUT.some((pattern) => pattern.test(resolved.id)) ? NOTHING : null;
    },
    load: (id) => (id === NOTHING ? "throw new Error('this is not in the saved file');" : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const parts: Part[] = [];
        for (const [file, built] of Object.entries(bundle)) {
          delete bundle[file];
          if (PARTS_LEFT_OUT.some((pattern) => pattern.test(file))) continue;
          const content = built.type === 'chunk' ? built.code : built.source;
          const isEntry = built.type === 'chunk' && built.isEntry;
          parts.push({ name: isEntry ? 'page.js' : basename(file), content: Buffer.from(content) });
        }
        const engine = `${ENGINE}_bg.wasm`;
        parts.push({ name: engine, content: readFileSync(join(engineFolder(web), engine)) });
        parts.push({ name: 'licences.txt', content: readFileSync(join(web, 'dist', 'licences.txt')) });
        const source = fileOf(web, parts);
        this.emitFile({ type: 'asset', fileName: ONE_FILE_NAME, source });
      },
    },
  };
}

/** True for a lesson with scripts. The single file does not contain their editor. */
function bringsScripts(web: string, source: string): boolean {
  const lesson = /^virtual:lesson\/(.+)$/.exec(source)?.[1];
  return (
    lesson !== undefined &&
    readFileSync(join(web, '..', 'presets', 'lessons', `${lesson}.md`), 'utf8').includes('\n```script ')
  );
}

interface Part {
  readonly name: string;
  readonly content: Buffer;
}

function fileOf(web: string, parts: readonly Part[]): string {
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  const loader = readFileSync(join(import.meta.dirname, 'loader.js'), 'utf8');
  const style = readFileSync(join(import.meta.dirname, 'saved-line.css'), 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(loader)}' blob: 'wasm-unsafe-eval'`,
    `style-src '${hashOf(style)}' blob:`,
    'img-src data: blob:',
    'font-src blob:',
    'connect-src blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const body = /<noscript>[\s\S]*<\/div>(?=\s*<script type="module")/.exec(page)?.[0];
  const icon = `data:image/svg+xml;base64,${readFileSync(join(web, 'public', 'favicon.svg')).toString('base64')}`;
  if (body === undefined) throw new Error('index.html has no body before its script');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="dark light">',
    `<meta name="generator" content="${versions(web)}">`,
    '<title>Chokepoint</title>',
    `<link rel="icon" type="image/svg+xml" href="${icon}">`,
    `<style>${style}</style>`,
    '<!--saved-->',
    '</head>',
    '<body>',
    body,
    '<p class="saved-line"></p>',
    ...parts.map(({ name, content }) => partScript(name, deflateRawSync(content, { level: 9 }))),
    `<script>${loader}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * Encodes four bytes as five characters of base 85, which takes a sixteenth less space than base 64. The loader decodes
 * them.
 */
function partScript(name: string, bytes: Buffer): string {
  const cut = (4 - (bytes.length % 4)) % 4;
  const whole = Buffer.concat([bytes, Buffer.alloc(cut)]);
  const letters = Buffer.alloc((whole.length / 4) * 5);
  for (let at = 0; at < whole.length; at += 4) {
    let rest = whole.readUInt32BE(at);
    for (let place = 4; place >= 0; place -= 1) {
      // Characters from # to y. The character < is excluded, since it could start a tag.
      const digit = (rest % 85) + 35;
      letters[(at / 4) * 5 + place] = digit < 60 ? digit : digit + 1;
      rest = Math.floor(rest / 85);
    }
  }
  return `<script type="text/plain" data-part="${name}" data-cut="${cut}">${letters.toString('latin1')}</script>`;
}

/** The versions of page and engine. A reader needs them to repeat a run. */
function versions(web: string): string {
  const catalog = JSON.parse(readFileSync(join(web, 'src', 'core', 'engine', 'pkg', 'catalog.json'), 'utf8')) as {
    readonly engine_version: string;
    readonly numbers: number;
  };
  return `Chokepoint ${catalog.engine_version}, numbers ${catalog.numbers}`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

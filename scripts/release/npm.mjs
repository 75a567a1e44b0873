// Makes the npm packages: the engine with its types, and the module for pages that embed a scene. To test them,
// installs each from its archive into an empty folder and uses it there: in Node, in a browser worker, and in the
// TypeScript compiler.

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { browserArguments, browserPath } from '../browsers.mjs';
import { build, dist } from '../build.mjs';
import { Problem, packageProgram, root, npm as runNpm } from '../commands.mjs';
import { licencesOf } from '../licences.mjs';
import { serve } from '../serve.mjs';
import { facts } from './facts.mjs';
import { emptied, expect, inEmptyFolder, kept, outputOf, release } from './folders.mjs';

const output = join(release, 'npm');
const sources = join(root, 'crates', 'apps', 'wasm', 'npm');
const built = join(root, 'web', 'src', 'core', 'engine', 'pkg');
const border = join(root, 'web', 'src', 'core', 'border');
const example = join(root, 'docs', 'examples', 'library.mjs');

export const npm = {
  name: 'npm',
  remedy:
    'crates/apps/wasm/npm (the engine) or web/src/embed/host/embed-api.ts (the frame); `npm run build` makes what they pack',
  async make() {
    await build();
    emptied(output);
    const engine = await packed(stageEngine(join(kept, 'npm', 'engine')));
    const embed = await packed(stageEmbed(join(kept, 'npm', 'embed')));
    return [
      { file: engine, use: await inEmptyFolder((folder) => useEngine(folder, engine)), isExample: true },
      { file: embed, use: await inEmptyFolder((folder) => useEmbed(folder, embed)) },
    ];
  },
};

/** Makes the folder that becomes `@chokepoint/engine`. Tests link it instead of installing it. */
export function stageEngine(folder) {
  emptied(folder);
  for (const name of ['lab', 'full']) {
    cpSync(join(built, name), join(folder, name), {
      recursive: true,
      filter: (path) => basename(path) !== '.inputs',
    });
    // TypeScript's ES2022 library does not declare `Symbol.dispose`, so the types reference the library that does.
    const types = join(folder, name, `chokepoint_${name}.d.ts`);
    writeFileSync(types, `/// <reference lib="esnext.disposable" />\n${readFileSync(types, 'utf8')}`);
  }
  copyFileSync(join(built, 'catalog.json'), join(folder, 'catalog.json'));
  mkdirSync(join(folder, 'presets'));
  const presets = readdirSync(join(root, 'presets')).filter((name) => name.endsWith('.json'));
  for (const name of presets) copyFileSync(join(root, 'presets', name), join(folder, 'presets', name));
  const entry = (types, node, other) => ({ types: `./${types}.d.ts`, node: `./${node}.js`, default: `./${other}.js` });
  writeManifest(folder, {
    name: '@chokepoint/engine',
    description:
      'Packet-level simulation of active queue management in WebAssembly, with the results of the native program',
    exports: {
      '.': entry('engine', 'node', 'engine'),
      './full': entry('engine-full', 'node-full', 'engine-full'),
      './types': { types: './types.d.ts', default: './types.js' },
      './catalog.json': './catalog.json',
      './presets/*.json': './presets/*.json',
    },
    types: './engine.d.ts',
    sideEffects: false,
    engines: { node: '>=20.19' },
    keywords: ['active queue management', 'AQM', 'network simulation', 'congestion control', 'WebAssembly'],
  });
  copyFileSync(join(sources, 'README.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'licences.txt'), licencesOf('chokepoint-wasm', 'wasm32-unknown-unknown'));
  compile(folder);
  return folder;
}

/**
 * Compiles TypeScript to JavaScript and declaration files. The larger package differs only in the module that it wraps.
 */
function compile(folder) {
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const read = (from, name) => readFileSync(join(from, name), 'utf8');
  const ofFull = (text) =>
    text.replaceAll('./lab/chokepoint_lab', './full/chokepoint_full').replaceAll('./engine.js', './engine-full.js');
  const names = ['engine', 'node', 'engine-full', 'node-full', 'result', 'scenario', 'types'];
  for (const name of ['engine', 'node']) {
    const text = read(sources, `${name}.ts`);
    write(`${name}.ts`, text);
    write(`${name}-full.ts`, ofFull(text));
  }
  write('result.ts', read(sources, 'result.ts'));
  // The types that the engine declares for the page.
  write('scenario.ts', read(border, 'scenario.gen.ts'));
  write(
    'types.ts',
    `export type * from './scenario.js';\n${read(border, 'border.gen.ts').replaceAll('scenario.gen', 'scenario.js')}`,
  );
  const options = [
    '--declaration',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--ignoreConfig',
  ];
  tsc([...options, ...names.map((name) => join(folder, `${name}.ts`))]);
  for (const name of names) rmSync(join(folder, `${name}.ts`));
}

function stageEmbed(folder) {
  emptied(folder);
  for (const name of ['embed-api.js', 'embed-api.d.ts']) copyFileSync(join(dist, name), join(folder, name));
  copyFileSync(join(sources, 'embed.md'), join(folder, 'README.md'));
  writeManifest(folder, {
    name: '@chokepoint/embed',
    description: 'A scene of Chokepoint, a laboratory of active queue management, in a page of your own',
    exports: { '.': { types: './embed-api.d.ts', default: './embed-api.js' } },
    types: './embed-api.d.ts',
    keywords: ['active queue management', 'AQM', 'custom element', 'simulation'],
  });
  return folder;
}

function writeManifest(folder, { name, description, ...rest }) {
  const { version, license, repository, homepage } = facts();
  const manifest = {
    ...{ name, version, description, license, author: 'The Chokepoint authors', homepage },
    repository: { type: 'git', url: `git+${repository}.git` },
    type: 'module',
    ...rest,
    publishConfig: { access: 'public', provenance: true },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const file of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(root, file), join(folder, file));
}

async function packed(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  await runNpm(['pack', folder, '--pack-destination', output, '--silent']);
  return join(output, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

async function useEngine(folder, archive) {
  await install(folder, archive);
  copyFileSync(example, join(folder, 'library.mjs'));
  const printed = (await outputOf(process.execPath, ['library.mjs'], { cwd: folder })).trim();
  // The test program uses the larger package, a published scene, a refused scene, and all their types.
  const text = `import preset from '@chokepoint/engine/presets/character-red.json' with { type: 'json' };
import { export_scene, load, type Result, run, SceneRefused } from '@chokepoint/engine/full';
await load();
const result: Result = run({ ...(preset.scenario as object), duration_s: 5 });
if (export_scene('ns-3', JSON.stringify(preset.scenario), 0).length < 1000) throw new Error('no program for ns-3');
try {
  run({ lanes: [{ aqm: 'chocke' }], flows: [{ transport: 'newreno' }] });
} catch (problem) {
  if (!(problem instanceof SceneRefused)) throw problem;
  console.log(problem.problems.map(({ path }) => path).join(' '), result.duration_s);
}
`;
  writeFileSync(join(folder, 'use.mts'), text);
  tsc([
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--resolveJsonModule',
    '--ignoreConfig',
    join(folder, 'use.mts'),
  ]);
  const more = (await outputOf(process.execPath, ['use.mjs'], { cwd: folder })).trim().split('\n').at(-1);
  expect(/^lanes\.0\.aqm .*5$/.test(more ?? ''), `the larger package printed “${more}”`);
  expect((await inBrowser(folder)) === printed, 'a worker of a browser gives another result than Node');
  return printed;
}

/** Runs the package in a module worker. The files come straight from a server, without a bundler. */
async function inBrowser(folder) {
  const text = readFileSync(example, 'utf8')
    .replace("'@chokepoint/engine'", "'./node_modules/@chokepoint/engine/engine.js'")
    .replace('console.log', 'postMessage');
  writeFileSync(join(folder, 'worker.js'), text);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>A worker</title>');
  const { chromium } = await import('@playwright/test');
  const executablePath = browserPath();
  const browser = await chromium.launch({ args: browserArguments(), ...(executablePath && { executablePath }) });
  const server = await serve(folder, { port: 0 });
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    return await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker('worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(`the worker failed: ${message}`));
        }),
    );
  } finally {
    server.close();
    await browser.close();
  }
}

async function useEmbed(folder, archive) {
  await install(folder, archive);
  const text = `import { embed, type SceneState } from '@chokepoint/embed';
const scene = embed(document.querySelector('iframe') as HTMLIFrameElement);
const state: SceneState = await scene.seek(12.5);
await scene.set('flows.0.rate_bps', 4e6);
console.log(state.at_s);
`;
  writeFileSync(join(folder, 'use.mts'), text);
  tsc([
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--ignoreConfig',
    join(folder, 'use.mts'),
  ]);
  const names = "import('@chokepoint/embed').then((it) => console.log(Object.keys(it).sort().join(' ')))";
  const printed = (await outputOf(process.execPath, ['--eval', names], { cwd: folder })).trim();
  expect(printed.includes('embed'), `@chokepoint/embed exports “${printed}”`);
  return 'compiled against its types, imported';
}

async function install(folder, archive) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await runNpm(['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', archive]);
}

function tsc(options) {
  const { status, stdout } = spawnSync(process.execPath, [packageProgram('typescript', 'tsc'), ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Problem(`the compiler refuses it:\n${stdout}`);
}

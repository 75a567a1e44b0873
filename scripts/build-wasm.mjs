// Compiles crates/apps/wasm to WebAssembly, with its JavaScript and types. `lab`, which every page loads, goes into
// web/src/core/engine/pkg/lab; `full`, which also has everything else, into pkg/full. A package whose inputs have not
// changed is skipped.
//
//   node scripts/build-wasm.mjs                 both packages, as published
//   node scripts/build-wasm.mjs --development   `lab` only, compiled faster but optimised less

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ask, isEntryPoint, main, root, run, runPackage } from './commands.mjs';
import { fingerprint, isFresh, markFresh } from './fingerprint.mjs';

const output = join(root, 'web', 'src', 'core', 'engine', 'pkg');
const target = 'wasm32-unknown-unknown';
const targetFolder = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
/** Arguments for our own wrapper around wasm-bindgen, which is in a separate workspace. */
const bindgen = [
  ...['--locked', '--manifest-path', join('crates', 'apps', 'wasm', 'bindgen', 'Cargo.toml')],
  ...['--target-dir', join('target', 'bindgen')],
];

/** The crates that are built for speed, at the level of the package. Cargo.toml says how all others are optimised. */
const forSpeed = ['chokepoint-engine', 'chokepoint-script', 'chokepoint-wasm'];

const packages = {
  // `lab` plays scenes at a viewer's pace, and every phone loads it. It is built for speed with little inlining: as
  // small as a size-optimised build, and a tenth faster (docs/decisions/0040). If wasm-opt inlined more, the package
  // would be larger, and a new page slower (docs/decisions/0098).
  lab: {
    features: [],
    optimisation: '2',
    flags: '-C llvm-args=-inline-threshold=25',
    wasmOpt: ['-O2', ...['always', 'flexible', 'one-caller'].map((kind) => `--${kind}-inline-max-function-size=0`)],
    wasmFeatures: [],
  },
  // `full` is loaded on demand. It uses SIMD to copy memory 16 bytes at a time, which takes 4 % less time and makes the
  // file 1 % smaller. Every browser since Safari 16.4 (March 2023) supports these instructions.
  full: {
    features: ['--features', 'full'],
    optimisation: '3',
    flags: '-C target-feature=+simd128',
    wasmOpt: ['-O3'],
    wasmFeatures: ['simd'],
  },
};

/**
 * Files with the texts that users read. Each file is the output of a Cargo example, so the texts need not be compiled
 * into the engine.
 */
const texts = {
  lab: { file: 'catalog.json', example: 'catalog' },
  full: { file: 'script-texts.json', example: 'texts' },
};

// The features that rustc enables by default for wasm32-unknown-unknown; without these flags wasm-opt refuses the file.
const defaultFeatures = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
];

const labInputs = [
  'Cargo.toml',
  'Cargo.lock',
  '.cargo/config.toml',
  'crates/core/engine/Cargo.toml',
  'crates/core/engine/src',
  'crates/core/engine/examples/catalog.rs',
  'crates/formats/link/Cargo.toml',
  'crates/formats/link/src',
  'crates/formats/recording/Cargo.toml',
  'crates/formats/recording/src',
  'crates/apps/wasm/Cargo.toml',
  'crates/apps/wasm/src',
  'crates/apps/wasm/bindgen',
  'scripts/build-wasm.mjs',
  'node_modules/binaryen/package.json',
];
const fullInputs = [
  ...labInputs,
  'crates/experimental/translate/Cargo.toml',
  'crates/experimental/translate/src',
  'crates/formats/export/Cargo.toml',
  'crates/formats/export/src',
  'crates/formats/lesson/Cargo.toml',
  'crates/formats/lesson/src',
  'crates/formats/plot/Cargo.toml',
  'crates/formats/plot/src',
  'crates/formats/script/Cargo.toml',
  'crates/formats/script/src',
  'crates/formats/script/examples/texts.rs',
  'crates/formats/script/start',
  'crates/formats/sweep/Cargo.toml',
  'crates/formats/sweep/src',
];

export async function buildWasm() {
  await buildLab();
  await buildFull();
}

/** Compiles the lab's Rust code if it has never been built, so that `buildLab` can use the result. */
export async function compileLab() {
  if (!existsSync(stampFileOf('lab'))) await compileAll('lab', false);
}

/** Builds the package that the page needs for its first picture. */
export function buildLab({ forDevelopment = false } = {}) {
  return buildUnlessFresh('lab', labInputs, forDevelopment);
}

/** Builds the larger package. With `isAnyEnough`, an existing package is kept even if its inputs have changed. */
export async function buildFull({ isAnyEnough = false } = {}) {
  if (isAnyEnough && existsSync(stampFileOf('full'))) return;
  await buildUnlessFresh('full', fullInputs, false);
}

export function isFullBuilt() {
  return isFresh(stampFileOf('full'), stampOf(fullInputs));
}

async function buildUnlessFresh(name, inputs, forDevelopment) {
  const published = stampOf(inputs);
  // A release build also serves for development, but a development build is not published.
  const stamp = forDevelopment ? `development ${published}` : published;
  const stampFile = stampFileOf(name);
  if (isFresh(stampFile, published) || isFresh(stampFile, stamp)) return;

  console.log(`Building the engine for WebAssembly: ${name}`);
  rmSync(stampFile, { force: true });
  const built = await compileAll(name, forDevelopment);
  await finish(name, built, forDevelopment);
  writeFileSync(join(output, texts[name].file), ask(join(targetFolder, 'debug', 'examples', texts[name].example), []));
  markFresh(stampFile, stamp);
}

/**
 * Compiles the WebAssembly and its other inputs in parallel, because one compiler uses a single core most of the time.
 */
async function compileAll(name, forDevelopment) {
  const [built] = await Promise.all([
    compile(name, forDevelopment),
    run('cargo', ['build', '--quiet', ...bindgen]),
    // Enables the features of the whole workspace, so that the tests and this build share compiled code.
    run('cargo', ['build', '--quiet', '--locked', '--workspace', '--example', texts[name].example]),
  ]);
  return built;
}

/** The WebAssembly file as the compiler writes it. */
async function compile(name, forDevelopment) {
  const { features, optimisation, flags } = packages[name];
  const profile = forDevelopment ? 'dev' : 'release';
  const env = {
    ...process.env,
    // Strips the debug information, because it makes the file larger and slower to load.
    CARGO_PROFILE_DEV_DEBUG: 'false',
    RUSTFLAGS: flags,
  };
  await run(
    'cargo',
    [
      ...['build', '--locked', '-p', 'chokepoint-wasm', '--lib', '--target', target, '--profile', profile, ...features],
      ...forSpeed.flatMap((crate) => ['--config', `profile.release.package.${crate}.opt-level=${optimisation}`]),
    ],
    { env },
  );
  const folder = forDevelopment ? 'debug' : 'release';
  return join(targetFolder, target, folder, 'chokepoint_wasm.wasm');
}

/** Writes the JavaScript, the types and the WebAssembly that is published. */
async function finish(name, built, forDevelopment) {
  const folder = join(output, name);
  mkdirSync(folder, { recursive: true });
  await run('cargo', ['run', '--quiet', ...bindgen, '--', built, folder, `chokepoint_${name}`]);
  if (forDevelopment) return;
  await optimise(join(folder, `chokepoint_${name}_bg.wasm`), packages[name]);
}

function stampFileOf(name) {
  return join(output, name, '.inputs');
}

function stampOf(inputs) {
  return fingerprint(inputs, [ask('rustc', ['--version'])]);
}

async function optimise(wasm, { wasmOpt, wasmFeatures }) {
  const before = statSync(wasm).size;
  const enabled = [...defaultFeatures, ...wasmFeatures].map((feature) => `--enable-${feature}`);
  await runPackage('binaryen', [...wasmOpt, ...enabled, wasm, '--output', wasm], 'wasm-opt');
  const after = readFileSync(wasm);
  console.log(`wasm-opt: ${kib(before)} to ${kib(after.length)}, ${kib(gzipSync(after).length)} with gzip`);
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

if (isEntryPoint(import.meta.url)) {
  const forDevelopment = process.argv.includes('--development');
  main(() => (forDevelopment ? buildLab({ forDevelopment }) : buildWasm()));
}

// Compiles engine/wasm to WebAssembly, with its JavaScript and types: the lab into web/src/engine/pkg, which every page
// loads; the runner of experiments and sweeps into pkg/runner, which only those load who run one; the reader of lessons into pkg/lesson,
// which only those load who bring their own; what writes scenes for other simulators into pkg/export, which the share dialog
// loads; all of these but the last for scenes with lanes that are scripts into pkg/script; the lab and the runner as one into pkg/whole, for the lab in one file, where two would not fit. A build whose inputs have
// not changed is skipped.
//
//   node scripts/build-wasm.mjs                  as the page is published
//   node scripts/build-wasm.mjs --development    the lab alone, compiled in pieces and little optimised

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ask, isEntryPoint, main, root, run, runPackage } from './commands.mjs';
import { fingerprint, isFresh, markFresh } from './fingerprint.mjs';

const output = join(root, 'web', 'src', 'engine', 'pkg');
// The lab plays scenes at the pace of a viewer and every phone loads it: it is built for speed, but as little is compiled into
// its callers as in a build for size. As large as that, a tenth faster (docs/decisions/0040). The runner is loaded by those
// who have work for it, so it is built for speed.
const packages = [
  {
    folder: output,
    name: 'chokepoint_wasm',
    features: 'lab',
    optimisation: '2',
    flags: '-C llvm-args=-inline-threshold=25',
  },
  {
    folder: join(output, 'runner'),
    name: 'chokepoint_runner',
    features: 'experiment,sweep',
    optimisation: '3',
    // What is copied goes 16 bytes at a time: 4 % less time, 1 % smaller. Every browser since Safari 16.4 (March 2023) has it.
    flags: '-C target-feature=+simd128',
  },
  { folder: join(output, 'lesson'), name: 'chokepoint_lesson', features: 'lesson', optimisation: '3', flags: '' },
  { folder: join(output, 'export'), name: 'chokepoint_export', features: 'export', optimisation: 's', flags: '' },
  {
    folder: join(output, 'script'),
    name: 'chokepoint_script',
    features: 'lab,experiment,sweep,lesson,script',
    optimisation: '2',
    flags: '-C llvm-args=-inline-threshold=25',
  },
  {
    folder: join(output, 'whole'),
    name: 'chokepoint_whole',
    features: 'lab,experiment',
    optimisation: 's',
    // The page in one file has a limit of its own: 2 % smaller, and between 0 and a tenth slower.
    flags: '-C llvm-args=-inline-threshold=20',
  },
];
const stampFile = join(output, '.inputs');

// What rustc emits for wasm32-unknown-unknown by default; wasm-opt must be told, or it refuses the file.
const features = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
];

export async function buildWasm({ forDevelopment = false } = {}) {
  const inputs = fingerprint(
    [
      'Cargo.toml',
      'Cargo.lock',
      '.cargo/config.toml',
      'engine/Cargo.toml',
      'engine/src',
      'engine/examples/catalog.rs',
      'engine/export/Cargo.toml',
      'engine/export/src',
      'engine/lesson/Cargo.toml',
      'engine/lesson/src',
      'engine/link/Cargo.toml',
      'engine/link/src',
      'engine/script/Cargo.toml',
      'engine/script/src',
      'engine/script/examples/texts.rs',
      'engine/script/start',
      'engine/sweep/Cargo.toml',
      'engine/sweep/src',
      'engine/wasm/Cargo.toml',
      'engine/wasm/src',
      'scripts/build-wasm.mjs',
      'node_modules/binaryen/package.json',
    ],
    [ask('rustc', ['--version'])],
  );
  // What is as it is published will do for development, but not the other way round.
  const stamp = forDevelopment ? `development ${inputs}` : inputs;
  if (isFresh(stampFile, inputs) || isFresh(stampFile, stamp)) return;

  console.log('Building the engine for WebAssembly');
  rmSync(stampFile, { force: true });
  for (const { folder, name, features: chosen, optimisation, flags } of packages) {
    const wasm = join(folder, `${name}_bg.wasm`);
    if (forDevelopment && chosen !== 'lab' && existsSync(wasm)) {
      console.log(`${name} stays as it is; \`npm run build:wasm\` renews it.`);
      continue;
    }
    const profile = forDevelopment ? ['--profile', 'development'] : ['--release'];
    const options = ['--target', 'web', ...profile, '--no-pack', '--out-dir', folder, '--out-name', name];
    await run('wasm-pack', ['build', 'engine/wasm', ...options, '--', '--no-default-features', '--features', chosen], {
      env: { ...process.env, CARGO_PROFILE_RELEASE_OPT_LEVEL: optimisation, RUSTFLAGS: flags },
    });
    // Told for all, it would come into those that are built without it.
    const more = flags.includes('+simd128') ? ['simd'] : [];
    if (!forDevelopment) await optimise(wasm, [...features, ...more]);
  }
  // The texts are for people: they come as a file of their own, and are no part of what is compiled.
  writeFileSync(
    join(output, 'catalog.json'),
    ask('cargo', ['run', '--quiet', '-p', 'chokepoint-engine', '--example', 'catalog']),
  );
  writeFileSync(
    join(output, 'script', 'texts.json'),
    ask('cargo', ['run', '--quiet', '-p', 'chokepoint-script', '--example', 'texts']),
  );
  markFresh(stampFile, stamp);
}

async function optimise(wasm, features) {
  const before = statSync(wasm).size;
  const enabled = features.map((feature) => `--enable-${feature}`);
  await runPackage('binaryen', ['-O3', ...enabled, wasm, '--output', wasm], 'wasm-opt');
  const after = readFileSync(wasm);
  console.log(`wasm-opt: ${kib(before)} to ${kib(after.length)}, ${kib(gzipSync(after).length)} with gzip`);
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

if (isEntryPoint(import.meta.url)) {
  main(() => buildWasm({ forDevelopment: process.argv.includes('--development') }));
}

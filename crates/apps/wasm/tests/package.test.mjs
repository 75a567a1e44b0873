// `@chokepoint/engine` as published: the documented example gives the native binary's numbers, and results have the
// declared types.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageProgram } from '../../../../scripts/commands.mjs';
import { stageEngine } from '../../../../scripts/release/npm.mjs';

const root = new URL('../../../../', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'chokepoint-package-'));
const native = (...args) =>
  execFileSync(fileURLToPath(new URL('target/debug/chokepoint', root)), args, { encoding: 'utf8' });
const node = (...args) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

before(() => {
  const scope = join(folder, 'node_modules', '@chokepoint');
  mkdirSync(scope, { recursive: true });
  stageEngine(join(scope, 'engine'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('the example prints the numbers of the native binary', () => {
  copyFileSync(new URL('docs/examples/library.mjs', root), join(folder, 'library.mjs'));
  const flows = [
    { transport: 'udp', rate_bps: 2e6 },
    { transport: 'newreno', count: 10 },
  ];
  writeFileSync(join(folder, 'scene.json'), JSON.stringify({ duration_s: 20, lanes: [{ aqm: 'choke' }], flows }));
  const { classes, bottleneck } = JSON.parse(native('run', join(folder, 'scene.json'), '--json'));
  const [udp, queue] = [classes.udp.throughput_bps / 1e3, bottleneck.queue_packets.mean];
  assert.equal(
    node('library.mjs'),
    `UDP offers 2000 kb/s and gets ${udp.toFixed(3)}; ${queue.toFixed(6)} packets wait on average\n`,
  );
});

test('results have every declared field and no other', () => {
  // The test writes results of the native program as object literals into a TypeScript file. The compiler refuses such
  // literals if a declared field is missing or a field is not declared.
  const scenes = ['choked-model1', 'choked-web-mix'].map((id) => native('run', id, '--duration', '3', '--json'));
  const lines = scenes.flatMap((text) => text.trim().split('\n')).map((text) => `  ${text},\n`);
  const text = `import type { Result } from '@chokepoint/engine';\nexport const RESULTS: readonly Result[] = [\n${lines.join('')}];\n`;
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--ignoreConfig'];
  const compiled = (contents) => {
    writeFileSync(join(folder, 'results.mts'), contents);
    return node(packageProgram('typescript', 'tsc'), ...options, 'results.mts');
  };
  assert.equal(compiled(text), '');
  assert.throws(() => compiled(text.replace('"jain_index"', '"jains_index"')), 'another name is refused');
});

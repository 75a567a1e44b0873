// The package in which lanes may be scripts: every script to start from gives the same result object natively and in
// WebAssembly, bit for bit; what is wrong with a script is told by its place; a check goes on in slices.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeScript, initSync, Lab, ScriptCheck } from '../../../web/src/engine/pkg/script/chokepoint_script.js';

const root = new URL('../../../', import.meta.url);
const binary = fileURLToPath(new URL('target/debug/chokepoint', root));
initSync({ module: readFileSync(new URL('web/src/engine/pkg/script/chokepoint_script_bg.wasm', root)) });

const preset = JSON.parse(readFileSync(new URL('presets/choked-model1.json', root), 'utf8'));
const scenario = { ...preset.scenario, duration_s: 25, measured_from_s: 0 };
const folder = mkdtempSync(join(tmpdir(), 'chokepoint-script-'));
after(() => rmSync(folder, { recursive: true }));

const { callables, entries, starts } = JSON.parse(
  readFileSync(new URL('web/src/engine/pkg/script/texts.json', root), 'utf8'),
);
for (const { id, text } of starts) {
  test(`${id} as a script`, () => {
    const script = join(folder, `${id}.rhai`);
    const scene = join(folder, `${id}.json`);
    writeFileSync(script, text);
    writeFileSync(scene, JSON.stringify(scenario));
    const native = execFileSync(binary, ['run', scene, '--aqm', script, '--json'], { encoding: 'utf8' });
    const lane = { aqm: 'script', params: {}, script: text };
    const lab = new Lab(JSON.stringify({ ...scenario, lanes: [lane] }), 0);
    for (let until = 1; until <= scenario.duration_s; until += 1) {
      while (!lab.advance(until, 5000)) lab.frame();
    }
    const timeless = (result) => ({ ...result, cost: { ...result.cost, wall_s: null } });
    assert.deepEqual(timeless(JSON.parse(lab.result())), timeless(JSON.parse(native)));
  });
}

test('what is wrong with a script is thrown with its place', () => {
  const told = (call) => {
    try {
      call();
    } catch (problem) {
      return JSON.parse(problem);
    }
    return undefined;
  };
  const script = 'fn enqueue(packet) {\n  admit(1);\n}';
  assert.deepEqual(
    told(() => describeScript(script)),
    {
      line: 2,
      column: 3,
      problem: 'admit takes no arguments, not 1',
    },
  );
  const lanes = [{ aqm: 'script', script }];
  assert.equal(told(() => new Lab(JSON.stringify({ ...scenario, lanes }), 0))[0].path, 'lanes.0.script');
});

test('a lane that stops stands still, says where, and can be rewound', () => {
  const script = 'fn enqueue(packet) {\n  admit();\n}';
  const lab = new Lab(JSON.stringify({ ...scenario, lanes: [{ aqm: 'script', script }] }), 0);
  while (!lab.advance(25, 5000)) lab.frame();
  const { stopped } = JSON.parse(lab.result());
  assert.deepEqual(JSON.parse(lab.stopped()), stopped);
  assert.equal(stopped.line, 2);
  assert.match(stopped.problem, /the buffer is full/);
  lab.seek(stopped.at_s / 2);
  while (lab.goOn(5000) === undefined);
  assert.equal(JSON.parse(lab.result()).stopped, undefined);
  while (!lab.advance(25, 5000)) lab.frame();
  assert.deepEqual(JSON.parse(lab.result()).stopped, stopped);
});

test('a check goes on in slices', () => {
  const check = new ScriptCheck(starts[0].text, 6);
  assert.equal(check.goOn(3), undefined);
  assert.equal(JSON.parse(check.goOn(3)).scenes, 6);
  assert.ok(callables.some(({ name }) => name === 'admit'));
  assert.ok(entries.some(({ name }) => name === 'enqueue'));
});

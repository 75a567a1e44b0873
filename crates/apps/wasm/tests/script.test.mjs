// Tests lanes whose disciplines are scripts, in the package `full`. Every start script gives bit-identical result
// objects natively and in WebAssembly. Problems in a script are reported with line and column, and a check can be
// spread over several calls.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  decodeLink,
  describeScript,
  initSync,
  Lab,
  readScene,
  ScriptCheck,
} from '../../../../web/src/core/engine/pkg/full/chokepoint_full.js';

const root = new URL('../../../../', import.meta.url);
const binary = fileURLToPath(new URL('target/debug/chokepoint', root));
initSync({ module: readFileSync(new URL('web/src/core/engine/pkg/full/chokepoint_full_bg.wasm', root)) });

const preset = JSON.parse(readFileSync(new URL('presets/choked-model1.json', root), 'utf8'));
const scenario = { ...preset.scenario, duration_s: 25, measured_from_s: 0 };
const folder = mkdtempSync(join(tmpdir(), 'chokepoint-script-'));
after(() => rmSync(folder, { recursive: true }));

const { callables, entries, starts } = JSON.parse(
  readFileSync(new URL('web/src/core/engine/pkg/script-texts.json', root), 'utf8'),
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

test('a problem of a script is thrown with its line and column', () => {
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

test('a lane whose script fails stops, reports the line, and can be rewound', () => {
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

test('a check can be made in several calls', () => {
  const check = new ScriptCheck(starts[0].text, 6);
  assert.equal(check.goOn(3), undefined);
  assert.equal(JSON.parse(check.goOn(3)).scenes, 6);
  assert.ok(callables.some(({ name }) => name === 'admit'));
  assert.ok(entries.some(({ name }) => name === 'enqueue'));
});

/** CPU time that a function takes [s]. */
function worked_s(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1e-6;
}
const hostile = (name) => readFileSync(new URL(`crates/formats/script/tests/hostile/${name}`, root), 'utf8').trim();

test('reading a link or a scene does not run its script, and takes little time', () => {
  const read = (name) => readFileSync(new URL(`presets/${name}`, root), 'utf8');
  const presets = `[${read('first-choke.json')},${read('choked-aimd.json')}]`;
  for (const name of ['thousand-changes.link', 'twenty-changes.link', 'copy-within.link']) {
    const link = hostile(name);
    let scene;
    const took_s = worked_s(() => {
      scene = JSON.parse(decodeLink(link, presets, read('archive.ndjson'))).scenario;
    });
    assert.ok(scene.lanes.some(({ aqm }) => aqm === 'script'));
    assert.ok(took_s < 1, `${name} took ${took_s} s`);
  }
  const script = hostile('endless-init.rhai');
  const scene = JSON.stringify({ ...scenario, lanes: [{ aqm: 'script', script }] });
  assert.equal(JSON.parse(readScene(scene)).lanes[0].script, script);
  // An error in init() stops the lane as soon as the lane is created.
  const lab = new Lab(scene, 0);
  const stopped = JSON.parse(lab.stopped());
  assert.deepEqual([stopped.at_s, stopped.line], [0, 2]);
  lab.free();
});

test('a call has a time limit even with a script that uses all allowed operations', () => {
  for (const name of ['copy-within.rhai', 'compare-within.rhai', 'long-keys.rhai']) {
    const lab = new Lab(JSON.stringify({ ...scenario, lanes: [{ aqm: 'script', script: hostile(name) }] }), 0);
    let longest_s = 0;
    let isThere = false;
    while (!isThere && lab.stopped() === undefined) {
      const took_s = worked_s(() => {
        isThere = lab.advance(5, 512);
      });
      longest_s = Math.max(longest_s, took_s);
    }
    assert.match(JSON.parse(lab.stopped()).problem, /more than 200000 operations/, name);
    assert.ok(longest_s < 0.25, `a piece of ${name} took ${longest_s} s`);
    lab.free();
  }
});

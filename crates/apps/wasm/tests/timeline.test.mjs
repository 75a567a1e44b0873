// Every kind of move in WebAssembly ends in the same state as a fresh native run to the same time.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as full from '../../../../web/src/core/engine/pkg/full/chokepoint_full.js';
import { Comparison, initSync, Lab } from '../../../../web/src/core/engine/pkg/lab/chokepoint_lab.js';
import { needsFull } from './needs-full.mjs';

const root = new URL('../../../../', import.meta.url);
const catalog = JSON.parse(readFileSync(new URL('web/src/core/engine/pkg/catalog.json', root), 'utf8'));
initSync({ module: readFileSync(new URL('web/src/core/engine/pkg/lab/chokepoint_lab_bg.wasm', root)) });
full.initSync({ module: readFileSync(new URL('web/src/core/engine/pkg/full/chokepoint_full_bg.wasm', root)) });

const binary = fileURLToPath(new URL('target/debug/examples/state_hashes', root));

const { scenario } = JSON.parse(readFileSync(new URL('presets/choked-model1.json', root), 'utf8'));
const decoder = readFileSync(new URL('web/src/core/border/border.gen.ts', root), 'utf8');
const scalarNames = decoder.match(/FRAME_LAYOUT = \{\s*scalars: \[([^\]]*)\]/)[1].match(/\w+/g);

// The moves go back and forth, near and far. A thorough run covers the whole scene; otherwise a fifth of it suffices.
const [duration_s, moments] =
  process.env.CHOKEPOINT_THOROUGH === undefined
    ? [40, ['30', '12.345678', '#1', '#8000', '#7999', '39.5', '0', '#63', '15.7', '15.6']]
    : [200, ['150', '12.345678', '#1', '#40000', '#39999', '199.5', '0', '#63', '77.7', '77.6']];

for (const { id } of catalog.disciplines) {
  test(`states at several times of Model 1 under  ${id}`, () => {
    const scene = { ...scenario, duration_s, lanes: [{ aqm: id, params: {} }] };
    const lab = new (needsFull(scene) ? full.Lab : Lab)(JSON.stringify(scene), 0);
    lab.advance(scene.duration_s, Number.MAX_SAFE_INTEGER);
    const reached = moments.map((moment) => {
      if (moment.startsWith('#')) lab.seekDecision(Number(moment.slice(1)));
      else lab.seek(Number(moment));
      finished(lab);
      return hashOf(lab);
    });
    assert.deepEqual(reached, natively(scene, moments));
    assert.equal(scalarsOf(lab).replay_mismatches, 0);
  });
}

test('a step back and a step forward return to the same state', () => {
  const lab = new Lab(JSON.stringify({ ...scenario, lanes: [{ aqm: 'choked', params: {} }] }), 0);
  lab.advance(100, Number.MAX_SAFE_INTEGER);
  for (const step of [{ kind: 'decision' }, { kind: 'arrival', flow: 7 }, { kind: 'drop' }, { kind: 'match' }]) {
    const taken = (isBack) => {
      lab.step(JSON.stringify(step), isBack);
      return finished(lab);
    };
    assert.equal(taken(true), 'found');
    const here = hashOf(lab);
    assert.equal(taken(true), 'found');
    assert.notEqual(hashOf(lab), here);
    assert.equal(taken(false), 'found');
    assert.equal(hashOf(lab), here);
  }
});

test('the scenario of a fork gives the same run natively', () => {
  const lab = new Lab(JSON.stringify(scenario), 0);
  lab.advance(60, Number.MAX_SAFE_INTEGER);
  lab.seek(20);
  finished(lab);
  lab.change('flows.0.rate_bps', '500000');
  lab.advance(60, Number.MAX_SAFE_INTEGER);
  assert.deepEqual([hashOf(lab)], natively(JSON.parse(lab.facts()).scenario, ['60']));
});

test('histories and divergences have the same values in WebAssembly', () => {
  const scene = { ...scenario, lanes: ['choke', 'choked'].map((aqm) => ({ aqm, params: {} })) };
  const lab = new Lab(JSON.stringify(scene), 1);
  lab.advance(50, Number.MAX_SAFE_INTEGER);
  const { dropped } = scalarsOf(lab);
  const history = finished(lab.history(0, 50, '{}', 0));
  const words = new Uint32Array(history.buffer, 0, 4);
  assert.equal(new Float64Array(history.buffer, words[2], words[3])[0], dropped);
  const { divergence } = JSON.parse(finished(new Comparison(JSON.stringify(scene), 0, 1, 50)));
  lab.seekDecision(divergence.decision);
  assert.equal(finished(lab), 'found');
  assert.equal(scalarsOf(lab).now_s, divergence.time_s);
});

/** Continues a computation that is spread over several calls until it returns its result. */
function finished(work) {
  for (;;) {
    const answer = work.goOn(1000);
    if (answer !== undefined) return answer;
  }
}

function scalarsOf(lab) {
  const { buffer } = lab.frame();
  const words = new Uint32Array(buffer, 0, 4);
  const values = new Float64Array(buffer, words[2], words[3]);
  return Object.fromEntries(scalarNames.map((name, place) => [name, values[place]]));
}

function hashOf(lab) {
  const { state_hash_high, state_hash_low } = scalarsOf(lab);
  return [state_hash_high, state_hash_low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

function natively(scene, moments) {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-'));
  const file = join(folder, 'scene.json');
  try {
    writeFileSync(file, JSON.stringify(scene));
    const text = execFileSync(binary, [file, ...moments], { encoding: 'utf8' });
    return text.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

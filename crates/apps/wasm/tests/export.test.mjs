// A scene is exported with the same text in WebAssembly and by the native binary. A list of pairs, given as the text of
// a file, configures a group of flows.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  export_scene,
  initSync,
  scene_with,
  scene_with_list,
} from '../../../../web/src/core/engine/pkg/full/chokepoint_full.js';

const root = new URL('../../../../', import.meta.url);
const binary = fileURLToPath(new URL('target/debug/chokepoint', root));
const preset = (id) => JSON.parse(readFileSync(new URL(`presets/${id}.json`, root), 'utf8')).scenario;

initSync({ module: readFileSync(new URL('web/src/core/engine/pkg/full/chokepoint_full_bg.wasm', root)) });

test('an export equals that of the command line', () => {
  for (const target of ['ns-2', 'ns-3', 'tc']) {
    const { text, losses, file_name } = JSON.parse(export_scene(target, JSON.stringify(preset('character-red')), 0));
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    assert.equal(text, execFileSync(binary, ['export', target, 'character-red'], options));
    assert.ok(losses.length > 0);
    assert.match(file_name, /^character-red-red\.(tcl|cc|sh)$/);
  }
});

test('features that a target lacks are thrown as a list of problems', () => {
  const refused = (target, scene, lane, path) =>
    assert.throws(
      () => export_scene(target, scene, lane),
      (thrown) => JSON.parse(thrown).some((problem) => problem.path === path),
    );
  refused('ns-2', JSON.stringify(preset('choked-model1')), 0, 'lanes.0.aqm');
  refused('opnet', JSON.stringify(preset('choked-model1')), 0, 'target');
  refused('ns-2', JSON.stringify(preset('choked-model1')), 7, 'lanes');
  refused('ns-2', '{', 0, 'scenario');
});

test('a list from a file configures a group of flows', () => {
  const scene = JSON.stringify(preset('character-red'));
  const group = preset('character-red').flows.findIndex(({ transport }) => transport !== 'udp');
  const traced = JSON.parse(scene_with_list(scene, group, 'trace', 'time,size\n0.5,3\n2,40\n')).flows[group];
  assert.deepEqual(
    [traced.source, traced.count, traced.files],
    [
      'trace',
      2,
      [
        [0.5, 3],
        [2, 40],
      ],
    ],
  );
  assert.throws(
    () => scene_with_list(scene, group, 'trace', '0.5,3\n2'),
    (thrown) => JSON.parse(thrown)[0].problem.startsWith('line 2: '),
  );
});

test('a change of source removes the settings that no longer apply', () => {
  const scene = JSON.stringify(preset('choked-model1'));
  const changed = (text, ...changes) => scene_with(text, JSON.stringify(changes));
  const web = changed(scene, ['flows.1.source', 'web'], ['flows.1.think_s', 2]);
  assert.equal(JSON.parse(web).flows[1].think_s, 2);
  const back = JSON.parse(changed(web, ['flows.1.source', 'ftp'])).flows[1];
  assert.deepEqual(back, JSON.parse(changed(scene)).flows[1]);
  assert.throws(
    () => changed(scene, ['flows.1.source', 'ftp'], ['flows.1.count', -1]),
    (thrown) => JSON.parse(thrown)[0].path === 'flows.1.count',
  );
});

// An experiment gives the same report in WebAssembly and in the native binary: the same runs and the same wording.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Experiment, initSync } from '../../../../web/src/core/engine/pkg/full/chokepoint_full.js';

const root = new URL('../../../../', import.meta.url);
const binary = fileURLToPath(new URL('target/debug/chokepoint', root));

initSync({ module: readFileSync(new URL('web/src/core/engine/pkg/full/chokepoint_full_bg.wasm', root)) });

test('the report of two seeds equals that of the command line', () => {
  const native = execFileSync(binary, ['reproduce', 'choked-model1', '--seeds', '2', '--json'], { encoding: 'utf8' });
  const [gathering, running] = [open('choked-model1'), open('choked-model1')];
  // As on the page, several workers execute the jobs, and their outputs are passed as text.
  const jobs = JSON.parse(gathering.jobs(2)).reverse();
  for (const job of jobs) gathering.add(JSON.stringify(job), running.run(JSON.stringify(job)));
  assert.equal(gathering.report(), native.trim());
  assert.equal(JSON.parse(gathering.report()).seeds, 2);
});

test('a lane that has not ended is reported up to its present time', () => {
  const experiment = open('choked-model1');
  const result = JSON.parse(experiment.run(JSON.stringify({ lane: 1, point: 0, seed: 1 }))).result;
  const job = JSON.stringify({ lane: 1, point: 0, seed: 1 });
  experiment.add(job, JSON.stringify({ ...result, duration_s: 20 }));
  const { claims, rows } = JSON.parse(experiment.report());
  const ours = rows.filter((row) => row.ours !== undefined);
  assert.ok(ours.length > 0 && ours.every((row) => row.lane === 'choke' && row.ours.half_width === null));
  assert.ok(
    claims.some((claim) => claim.tentative),
    'a claim is evaluated on the run that has not ended',
  );
  experiment.forget();
  assert.ok(JSON.parse(experiment.report()).rows.every((row) => row.ours === undefined));
});

test('without a number of seeds, the preset determines the number of jobs', () => {
  const preset = JSON.parse(text('choked-model1'));
  const { lanes, seeds } = preset.experiment;
  assert.equal(JSON.parse(open('choked-model1').jobs()).length, lanes.length * seeds);
});

test('invalid input is refused with its path', () => {
  const preset = JSON.parse(text('choked-model1'));
  preset.published[0].metric = 'speed';
  assert.throws(() => new Experiment(JSON.stringify(preset)), refusal('published.0.metric', /is not a metric/));
  assert.throws(
    () => open('choked-model1').run('{"lane":99,"point":0,"seed":1}'),
    refusal('job.lane', /is not a lane/),
  );
  assert.throws(() => open('choked-model1').run('{}'), refusal('job', /is not a run/));
  const job = '{"lane":0,"point":0,"seed":1}';
  assert.throws(() => open('choked-model1').add(job, '{}'), refusal('result', /is not a result object/));
});

function open(id) {
  return new Experiment(text(id));
}

function text(id) {
  return readFileSync(new URL(`presets/${id}.json`, root), 'utf8');
}

function refusal(path, problem) {
  return (thrown) => {
    const [first] = JSON.parse(thrown);
    return first.path === path && problem.test(first.problem);
  };
}

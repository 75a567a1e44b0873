// The package draws figures that are byte for byte those of the goldens of the crate `chokepoint-plot`. The command
// line and Python draw them with the same crate.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initSync, Sweep } from '../../../../web/src/core/engine/pkg/full/chokepoint_full.js';

const root = new URL('../../../../', import.meta.url);
const text = (path) => readFileSync(new URL(path, root), 'utf8');
const golden = (name) => text(`crates/formats/plot/tests/golden/${name}`);
const study = JSON.parse(golden('study.json'));

initSync({ module: readFileSync(new URL('web/src/core/engine/pkg/full/chokepoint_full_bg.wasm', root)) });

const sweep = new Sweep(JSON.stringify(study.sweep));
const { lanes, seeds, tasks } = JSON.parse(sweep.facts());

/** The made-up values of the crate's tests (`crates/formats/plot/tests/main.rs`). */
function valuesOf(task) {
  const seed = (task % seeds) + 1;
  const place = Math.floor(task / seeds);
  const [point, lane] = [Math.floor(place / lanes.length), place % lanes.length];
  const noise = ((point * 7 + lane * 3 + seed * 5) % 11) / 200;
  return [0.3 + 0.08 * point - 0.25 * lane * (1 - point / 6.5) + noise, 0.05 + 0.02 * lane + noise];
}

const all = Array.from({ length: tasks }, (_, task) => task);
const plot = (figure, runs = all, refused = []) =>
  JSON.parse(
    sweep.plot(
      JSON.stringify(figure),
      Float64Array.from(runs),
      Float64Array.from(runs.flatMap(valuesOf)),
      Float64Array.from(refused),
    ),
  );

/** The text with placeholders for what changes with every version, as in the goldens. */
const withoutVersion = (written) =>
  written
    .replaceAll(/(definition_sha256(?:&quot;|"):(?:&quot;|"))[0-9a-f]{64}/g, '$1HASH')
    .replaceAll(/definition [0-9a-f]{12}\./g, 'definition HASH.')
    .replaceAll(/Chokepoint [^ ,]+, numbers \d+,/g, 'Chokepoint VERSION, numbers N,')
    .replaceAll(/(engine_version(?:&quot;|"):(?:&quot;|"))[^&"]+/g, '$1VERSION')
    .replaceAll(/(numbers(?:&quot;|"):)\d+/g, '$1N');

for (const [name, figure] of Object.entries(study.figures)) {
  test(`the figure ${name} has the bytes of the command line`, () => {
    const { svg, tikz, pdf, caption } = plot(figure);
    assert.equal(withoutVersion(svg), golden(`${name}.svg`));
    assert.equal(withoutVersion(tikz), golden(`${name}.tex`));
    assert.ok(Buffer.from(pdf, 'base64').toString('latin1').startsWith('%PDF-'));
    assert.ok(caption.includes('seeds'));
  });
}

test('missing and contradictory runs are counted, and a wrong figure is a list of problems', () => {
  const { caption } = plot({ x: 'rate_bps' }, all.slice(6), [0, 1]);
  assert.match(caption, /2 combinations of a seed and values/);
  assert.match(caption, /4 runs are missing/);
  const refused = (figure, path) =>
    assert.throws(
      () => plot(figure),
      (thrown) => JSON.parse(thrown).some((problem) => problem.path === path),
    );
  refused({ y: 'jain_index' }, 'y');
  refused({ width_mm: 5 }, 'width_mm');
  refused({ kind: 'pie' }, 'figure');
});

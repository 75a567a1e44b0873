/**
 * The page and the command line can read the files that the page saves. Two such files are in
 * `crates/apps/cli/tests/from-the-page/`. Tests of the command line run and verify these files
 * (`crates/apps/cli/tests/files.rs`). After an intended change, `npx vitest run --config web/vite.config.ts saved-files
 * -u` writes them again.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, testEngine } from '../../testing/engine';
import { started } from '../../testing/session';
import { SMALL_SCENE } from '../../testing/small-scene';
import type { Scenario } from '../border/scenario';
import { sceneStore } from '../scene/scene-store';
import { bundleText, canonical, compareResults, hashOfResults, readBundle } from './bundle';
import { bundleStore } from './bundle-store';
import { runLanes } from './run-lanes';
import { bundleOf, sceneFileName, sceneText } from './scene-file';
import { inWords, verify } from './verify';

const FOLDER = '../../../../crates/apps/cli/tests/from-the-page';
const HERE = { engine: CATALOG.engine_version, numbers: CATALOG.numbers };
const [UDP, TCP] = SMALL_SCENE.flows;
if (UDP === undefined || TCP === undefined) throw new Error('the small scene has two groups');

/** A scene with two lanes, a change during the run, and texts that are not ASCII. */
const SCENE: Scenario = {
  ...SMALL_SCENE,
  id: 'from-the-page',
  title: 'Größer – “saved”',
  duration_s: 5,
  lanes: [
    { aqm: 'choked', params: {} },
    { aqm: 'red', params: { limit: 50 } },
  ],
  flows: [UDP, { ...TCP, count: 4, window_packets: 100 }],
  interventions: [{ at_s: 2.5, path: 'flows.0.rate_bps', value: 500_000 }],
};

async function ran(scenario = SCENE): Promise<readonly unknown[]> {
  const results = await runLanes(scenario, {
    connect: () => testEngine(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  if (results === undefined) throw new Error('the run was stopped');
  return results;
}

function file(text: string, name: string): File {
  return new File([text], name);
}

describe('a saved scene', () => {
  it('equals the file that the command line runs, and opens as the same scene', async () => {
    const { session } = await started();
    const text = sceneText(SCENE);
    await expect(text).toMatchFileSnapshot(`${FOLDER}/scene.json`);
    for (const given of [text, `\uFEFF${text}`, JSON.stringify({ document: {}, scenario: SCENE })]) {
      session.openPreset('choked-model1');
      expect(await session.openFile(file(given, 'scene.json'), 'scene.json')).toEqual([]);
      expect(sceneStore.getState().scenario).toEqual(SCENE);
    }
  });

  it('has a file name that every file system accepts', () => {
    expect(sceneFileName(SCENE, 'scene')).toBe('from-the-page.json');
    expect(sceneFileName({ ...SCENE, id: '../etc/pass wd' }, 'bundle')).toBe('etc-pass-wd.bundle.json');
    expect(sceneFileName({ ...SCENE, id: '' }, 'scene')).toBe('scene.json');
  });
});

describe('a saved bundle', () => {
  let text = '';

  beforeEach(async () => {
    text = bundleText(await bundleOf(SCENE, { ...HERE, link: '', results: await ran() }));
  });

  it('equals the file that the command line verifies', async () => {
    await expect(text).toMatchFileSnapshot(`${FOLDER}/bundle.json`);
  });

  it('opens its scene, which gives the same results here', async () => {
    const { session } = await started();
    expect(await session.openFile(file(text, 'a.bundle.json'), 'a.bundle.json')).toEqual([]);
    const { opened } = bundleStore.getState();
    if (opened === undefined) throw new Error('it is a bundle');
    expect(opened.scenario).toEqual(SCENE);
    const here = { ...HERE, results: await ran(opened.scenario), aqms: ['choked', 'red'] };
    const verification = await verify(opened.record, here);
    expect(verification).toMatchObject({ isSame: true, remarks: [] });
    expect(verification.lanes.map(inWords)[0]).toMatch(/^Lane 1, choked: the same, all \d{3} values\.$/);
    // Opening another scene discards the bundle.
    expect(await session.openFile(file(sceneText(SCENE), 'b.json'), 'b.json')).toEqual([]);
    expect(bundleStore.getState().opened).toBeUndefined();
  });

  it('causes a report of the numbers that differ, with a possible cause', async () => {
    const record = readBundle(text.replace(/"arrived_packets": \d+/, '"arrived_packets": 7'));
    if (!('lanes' in record)) throw new Error('it can be read');
    const here = { engine: 'new', numbers: HERE.numbers + 1, results: await ran(), aqms: ['choked', 'red'] };
    const { isSame, lanes, remarks } = await verify(record, here);
    expect(isSame).toBe(false);
    expect(lanes.map(({ differences }) => differences.map(({ path, inFile }) => [path, inFile]))).toEqual([
      [['bottleneck.arrived_packets', '7']],
      [],
    ]);
    expect(remarks.map((remark) => remark.split(' ').slice(0, 5).join(' '))).toEqual([
      'It was made with version',
      'It was made with engine',
      'The hash in the file',
    ]);
    const other = await verify(record, { ...here, aqms: ['choke', 'red'] });
    expect(other.lanes[0]?.differences).toMatchObject([{ path: '', inFile: 'missing' }]);
  });

  it('is not made from a stopped run', async () => {
    const stopping = new AbortController();
    const results = runLanes(SCENE, {
      connect: () => testEngine({ look_ms: 20 }),
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    });
    expect(await results).toBeUndefined();
  });
});

describe('the comparison of results', () => {
  it('covers all values in the file, one by one', () => {
    const inFile = { engine: 'old', a: [1, { b: null }], cost: { wall_s: 7, events: 3 } };
    const here = { engine: 'new', a: [1, { b: null }], cost: { wall_s: null, events: 3 }, more: 1 };
    expect(compareResults(inFile, here)).toEqual({ compared: 3, differences: [] });
    expect(compareResults(inFile, { a: [1, { b: 0 }], cost: {} }).differences).toEqual([
      { path: 'a.1.b', inFile: 'null', here: '0' },
      { path: 'cost.events', inFile: '3', here: 'missing' },
    ]);
    expect(compareResults({ a: [1, 2] }, { a: [1] }).differences).toEqual([
      { path: 'a.length', inFile: '2', here: '1' },
    ]);
    // A field whose name has a meaning in JavaScript is compared like any other field.
    expect(compareResults(JSON.parse('{"__proto__": {"x": 1}}'), {}).differences).toHaveLength(1);
  });

  it('uses a hash that any program can compute by RFC 8785', async () => {
    expect(canonical([{ b: [1e-7, -0, 1e21], a: 2.0 }])).toBe('[{"a":2,"b":[1e-7,0,1e+21]}]');
    // printf '%s' '[{"a":2,"b":[1e-7,0,1e+21]}]' | sha256sum
    expect(await hashOfResults([{ b: [1e-7, 0, 1e21], a: 2.0 }])).toBe(
      'sha256:e233c038c4ac068850e40d263fc7b5f333ca2cf385a5ecd5c57c4c361b5c2bf3',
    );
  });
});

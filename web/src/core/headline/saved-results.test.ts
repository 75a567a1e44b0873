import { beforeEach, expect, it } from 'vitest';
import { started } from '../../testing/session';
import { viewStore } from '../page/view-store';
import { sceneStore } from '../scene/scene-store';
import { flatRows, resultsJson, resultsTable, tableOf } from './saved-results';

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
});

interface Result {
  readonly duration_s: number;
  readonly bottleneck: { readonly queueing_delay_s: { readonly p95: number }; readonly drops: Record<string, number> };
  readonly classes: { readonly udp: { readonly throughput_bps: number } };
  readonly flows: readonly { readonly id: number; readonly loss_ratio: number }[];
}

it('the results of a run are the engine’s objects as JSON, and the same numbers in tables', async () => {
  const { session, play, run } = await started();
  await play(4);
  session.togglePlay();
  const [result] = (await session.results()) as readonly Result[];
  if (result === undefined) throw new Error('there is one lane');
  expect((await resultsJson(session)).value).toEqual([result]);

  const lanes = await resultsTable('lanes', session.lanes, session);
  const cell = (name: string) => lanes.rows[0]?.[lanes.columns.findIndex((it) => it.name === name)];
  expect(lanes.rows).toHaveLength(1);
  expect(lanes.name).toBe('choked-model1-results-lanes');
  expect(lanes.provenance.until_s).toBe(result.duration_s);
  expect(cell('lane')).toBe('CHOKeD');
  expect(cell('bottleneck_queueing_delay_s_p95')).toBe(result.bottleneck.queueing_delay_s.p95);
  expect(cell('classes_udp_throughput_bps')).toBe(result.classes.udp.throughput_bps);
  expect(cell('bottleneck_drops_match_victim')).toBe(result.bottleneck.drops.match_victim);
  const { reasons } = run().catalog;
  expect(lanes.columns).toEqual(
    expect.arrayContaining([
      { name: 'bottleneck_queueing_delay_s_p95', unit: 's' },
      { name: 'bottleneck_queue_packets_mean', unit: 'packets' },
      { name: 'bottleneck_queue_packets_empty' },
      { name: 'bottleneck_drops_early', meaning: reasons.find(({ id }) => id === 'early')?.meaning },
    ]),
  );

  // The heading lines of the file (its provenance) name the version of the engine, so the table has no column for it.
  expect(lanes.columns.map(({ name }) => name)).not.toContain('engine');

  const flows = await resultsTable('flows', session.lanes, session);
  expect(flows.rows).toHaveLength(34);
  const [id, loss] = ['id', 'loss_ratio'].map((name) => flows.columns.findIndex((it) => it.name === name));
  expect(flows.rows.map((row) => [row[id ?? -1], row[loss ?? -1]])).toEqual(
    result.flows.map((flow) => [flow.id, flow.loss_ratio]),
  );
});

it('a column that only one lane has is empty in the others, and a column without values is left out', () => {
  const results = [
    { aqm: 'red', avg: { mean: 2 }, wall_s: null, distribution: { edges: [0, 1] } },
    { aqm: 'drop-tail', avg: null, wall_s: null },
  ];
  expect(tableOf(flatRows('lanes', results, ['RED', 'Drop tail']), [])).toEqual({
    columns: [{ name: 'lane' }, { name: 'aqm' }, { name: 'avg_mean' }],
    rows: [
      ['RED', 'red', 2],
      ['Drop tail', 'drop-tail', null],
    ],
  });
});

import { describe, expect, it } from 'vitest';
import type { Scenario } from '../border/scenario';
import {
  folded,
  parameterPath,
  patternOf,
  settingAt,
  shownInterventions,
  valueBefore,
  withDiscipline,
  withLanes,
  withoutInterventions,
  withoutLater,
  withSetting,
} from './edit';

const SCENE: Scenario = {
  schema: 1,
  id: 'test',
  title: 'Test',
  seed: 7,
  duration_s: 200,
  measured_from_s: 0,
  profile: 'ns2',
  bottleneck: { capacity_bps: 1e6, delay_s: 0.01 },
  access: { rate_bps: 1e7, delay_s: 0.01 },
  queue: { params: { max_th: 80 } },
  lanes: [{ aqm: 'choked', params: { w_q: 0.002 } }],
  flows: [
    { transport: 'udp', source: 'cbr', count: 1, packet_bytes: 1000, start_s: [0, 1], rate_bps: 2e6 },
    { transport: 'newreno', source: 'ftp', count: 33, packet_bytes: 1000, start_s: [0, 1] },
  ],
  interventions: [
    { at_s: 10, path: 'queue.params.max_th', value: 60 },
    { at_s: 20, path: 'flows.0.rate_bps', value: 5e6 },
    { at_s: 30, path: 'queue.params.max_th', value: 70 },
  ],
};

describe('the edits of a scenario', () => {
  it('read a setting by its path', () => {
    expect(settingAt(SCENE, 'flows.0.rate_bps')).toBe(2e6);
    expect(settingAt(SCENE, 'queue.params.max_th')).toBe(80);
    expect(settingAt(SCENE, 'flows.7.rate_bps')).toBeUndefined();
    expect(settingAt(SCENE, 'flows')).toBeUndefined();
    expect(settingAt(SCENE, 'queue.params.constructor')).toBeUndefined();
  });

  it('change one setting and do not alter the former scenario', () => {
    const changed = withSetting(SCENE, 'flows.0.rate_bps', 3e6);
    expect(settingAt(changed, 'flows.0.rate_bps')).toBe(3e6);
    expect(settingAt(SCENE, 'flows.0.rate_bps')).toBe(2e6);
    expect(changed.flows[1]).toBe(SCENE.flows[1]);
    expect(changed.queue).toBe(SCENE.queue);
  });

  it('can add a parameter that was not set', () => {
    expect(withSetting(SCENE, 'queue.params.min_th', 30).queue.params).toEqual({ max_th: 80, min_th: 30 });
  });

  it('change nothing for a path that does not exist', () => {
    for (const path of ['flows.9.rate_bps', 'flows.x.rate_bps', 'nowhere.at.all', '__proto__.polluted'])
      expect(withSetting(SCENE, path, 1)).toEqual(SCENE);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('set a parameter in the lane if the lane has its own value, otherwise for all lanes', () => {
    expect(parameterPath(SCENE, 'w_q')).toBe('lanes.0.params.w_q');
    expect(parameterPath(SCENE, 'max_th')).toBe('queue.params.max_th');
  });

  it('can replace the discipline, and keep the parameters that all lanes share', () => {
    const red = withDiscipline(SCENE, 'red');
    expect(red.lanes).toEqual([{ aqm: 'red', params: {} }]);
    expect(red.queue.params).toEqual({ max_th: 80 });
    expect(red.interventions).toHaveLength(3);
    expect(withDiscipline(SCENE, 'choked').lanes).toEqual(SCENE.lanes);
  });
});

describe('the edits of lanes', () => {
  const lanes = ['red', 'choke', 'choked'].map((aqm) => ({ aqm, params: {} }));
  const scene: Scenario = {
    ...SCENE,
    lanes,
    interventions: [
      { at_s: 1, path: 'lanes.0.params.max_th', value: 60 },
      { at_s: 2, path: 'lanes.2.params.max_th', value: 70 },
      { at_s: 3, path: 'flows.0.rate_bps', value: 1e6 },
    ],
  };

  it('change the discipline of one lane, and drop the interventions for its former discipline', () => {
    const changed = withDiscipline(scene, 'gchoke', 2);
    expect(changed.lanes.map(({ aqm }) => aqm)).toEqual(['red', 'choke', 'gchoke']);
    expect(changed.interventions.map(({ at_s }) => at_s)).toEqual([1, 3]);
  });

  it('keep interventions in lanes that are not changed', () => {
    expect(withLanes(scene, lanes.slice(0, 2)).interventions.map(({ at_s }) => at_s)).toEqual([1, 3]);
    expect(withLanes(scene, [...lanes, { aqm: 'drop-tail', params: {} }]).interventions).toHaveLength(3);
  });

  it('can give a lane its own parameters', () => {
    const own = withLanes(scene, [
      { aqm: 'red', params: {} },
      { aqm: 'choke', params: { max_th: 60 } },
    ]);
    expect([parameterPath(own, 'max_th', 0), parameterPath(own, 'max_th', 1)]).toEqual([
      'queue.params.max_th',
      'lanes.1.params.max_th',
    ]);
  });
});

describe('the edits of interventions', () => {
  it('remove one of them, or all after a given time', () => {
    expect(withoutInterventions(SCENE, [1]).interventions.map(({ at_s }) => at_s)).toEqual([10, 30]);
    expect(withoutLater(SCENE, 20).interventions.map(({ at_s }) => at_s)).toEqual([10, 20]);
    expect(withoutLater(SCENE, 99)).toBe(SCENE);
  });

  it('give the value that was in force before an intervention', () => {
    expect(valueBefore(SCENE, 0)).toBe(80);
    expect(valueBefore(SCENE, 2)).toBe(60);
    expect(valueBefore(SCENE, 9)).toBeUndefined();
  });

  it('turn interventions into settings from the start, in which the last value for a path counts', () => {
    const start = folded(SCENE);
    expect(start.interventions).toEqual([]);
    expect(settingAt(start, 'queue.params.max_th')).toBe(70);
    expect(settingAt(start, 'flows.0.rate_bps')).toBe(5e6);
  });

  it('show one intervention if several change the same setting at the same time', () => {
    const at_s = 10;
    const moved = [50, 51, 52].map((value) => ({ at_s, path: 'queue.params.max_th', value }));
    const shown = shownInterventions([...moved, { at_s, path: 'flows.0.rate_bps', value: 1 }]);
    expect(shown.map(({ change, index }) => [change.value, index])).toEqual([
      [52, 2],
      [1, 3],
    ]);
  });

  it('find the setting in the catalog by a path pattern', () => {
    expect(patternOf('flows.12.rate_bps')).toBe('flows.*.rate_bps');
    expect(patternOf('queue.params.max_th')).toBe('queue.params.max_th');
  });
});

import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/border/scenario';
import { CATALOG } from '../../testing/engine';
import { SMALL_SCENE } from '../../testing/small-scene';
import { metricChoice, metricGroups } from './metric-choices';
import { sceneAt, sceneToSweep, sweepLanes, withSweepLanes } from './sweep-scene';
import { countOf, suggestedAxis, sweepSettings } from './sweep-settings';

const TWO: Scenario = {
  ...SMALL_SCENE,
  queue: { params: { max_th: 80 } },
  lanes: [
    { aqm: 'red', params: {} },
    { aqm: 'choked', params: { max_th: 60 } },
  ],
};

function pathsOf(scene: Scenario, names: readonly string[] = []): readonly string[] {
  return sweepSettings(CATALOG, scene, names).flatMap(({ settings }) => settings.map(({ path }) => path));
}

describe('the list of settings that a sweep can vary', () => {
  it('contains the parameters of all lanes and of each lane, and the settings that apply to the flows', () => {
    const groups = sweepSettings(CATALOG, TWO, ['RED', 'CHOKeD']);
    expect(groups.map(({ title }) => title)).toEqual([
      'Queue, all lanes',
      'Bottleneck',
      'Unresponsive flows (UDP)',
      'Responsive flows (TCP)',
      'Run',
      'RED only',
      'CHOKeD only',
    ]);
    const paths = pathsOf(TWO);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining(['queue.params.max_th', 'lanes.1.params.max_th', 'flows.0.rate_bps', 'flows.1.count']),
    );
    // A greedy TCP flow has no rate to vary. The seed is no setting: every sweep runs several seeds anyway.
    expect(paths).not.toContain('flows.1.rate_bps');
    expect(paths).not.toContain('seed');
    const own = groups.at(-1)?.settings.find(({ path }) => path === 'lanes.1.params.max_th');
    expect(own?.value).toBe(60);
  });

  it('does not repeat the parameters of a single lane', () => {
    const alone = { ...TWO, lanes: [{ aqm: 'red', params: { max_th: 70 } }] };
    expect(pathsOf(alone).filter((path) => path.endsWith('.max_th'))).toEqual(['lanes.0.params.max_th']);
  });

  it('suggests values around the scene’s value, within the allowed range', () => {
    const all = sweepSettings(CATALOG, TWO, []).flatMap(({ settings }) => settings);
    const axisOf = (path: string) => {
      const setting = all.find((it) => it.path === path);
      return setting === undefined ? undefined : suggestedAxis(setting);
    };
    expect(axisOf('flows.0.rate_bps')).toEqual({
      path: 'flows.0.rate_bps',
      from: 2e5,
      to: 2e7,
      count: 9,
      scale: 'log',
    });
    expect(axisOf('queue.params.max_th')).toMatchObject({ from: 40, to: 160 });
    expect(axisOf('flows.1.transport')).toMatchObject({ values: expect.arrayContaining(['newreno', 'cubic']) });
    for (const setting of all) {
      const axis = suggestedAxis(setting);
      const { kind } = setting.spec;
      if ('values' in axis || (kind.kind !== 'integer' && kind.kind !== 'real')) continue;
      expect([axis.path, axis.from >= kind.min, axis.to <= kind.max, axis.from < axis.to]).toEqual([
        axis.path,
        true,
        true,
        true,
      ]);
      if (axis.scale === 'log') expect(axis.from, axis.path).toBeGreaterThan(0);
    }
  });

  it('counts whole numbers once', () => {
    const spec = sweepSettings(CATALOG, TWO, [])
      .flatMap(({ settings }) => settings)
      .find(({ path }) => path === 'flows.1.count')?.spec;
    expect(countOf({ path: 'flows.1.count', from: 1, to: 3, count: 9 }, spec)).toBe(3);
    expect(countOf({ path: 'queue.params.w_q', from: 1e-3, to: 1e-1, count: 9 }, undefined)).toBe(9);
  });
});

describe('the scene of a sweep', () => {
  it('applies the user’s changes from the start, and keeps the times of its own changes', () => {
    const own = { at_s: 5, path: 'flows.0.rate_bps', value: 0 };
    const scene = { ...TWO, interventions: [own, { at_s: 7, path: 'queue.params.max_th', value: 90 }] };
    const swept = sceneToSweep(scene, { ...TWO, interventions: [own] });
    expect(swept.interventions).toEqual([own]);
    expect(swept.queue.params.max_th).toBe(90);
    expect(swept.flows[0]?.rate_bps).toBe(2e6);
  });

  it('has the values of the point', () => {
    const facts = {
      axes: [
        { path: 'flows.0.rate_bps', values: [1e6, 2e6] },
        { path: 'lanes.1.params.max_th', values: [50, 60, 70] },
      ].map((axis) => ({ ...axis, name: '', unit: '', is_number: true, is_logarithmic: false })),
      lanes: ['red', 'choked'],
      seeds: 1,
      points: 6,
      tasks: 12,
      metrics: [],
    };
    const at = sceneAt(TWO, facts, 5);
    expect([at.flows[0]?.rate_bps, at.lanes[1]?.params.max_th]).toEqual([2e6, 70]);
    expect(sceneAt(TWO, facts, 0).lanes[1]?.params.max_th).toBe(50);
  });

  it('has the given lanes, and the scene’s settings for a discipline that is given by its id', () => {
    const lanes = sweepLanes(['choked', { aqm: 'red', name: 'RED, 60', params: { max_th: 60 } }], TWO, []);
    expect(lanes.map(({ name, params }) => [name, params.max_th])).toEqual([
      ['choked', 60],
      ['RED, 60', 60],
    ]);
    expect(withSweepLanes(TWO, lanes).lanes).toEqual([
      { aqm: 'choked', params: { max_th: 60 } },
      { aqm: 'red', params: { max_th: 60 } },
    ]);
    expect(sweepLanes(undefined, TWO, ['RED', 'CHOKeD']).map(({ name }) => name)).toEqual(['RED', 'CHOKeD']);
  });
});

describe('the list of metrics that a sweep can measure', () => {
  it('contains those of the scene, each with its argument', () => {
    const ids = metricGroups(CATALOG, TWO).flatMap(({ metrics }) => metrics.map(({ id }) => id));
    expect(ids).toEqual(
      expect.arrayContaining([
        'udp_utilization',
        'flow_loss_ratio:34',
        'group_throughput_bps:1',
        'transport_throughput_bps:newreno',
        'transport_throughput_bps:cbr',
        'drop_share:early',
      ]),
    );
    expect(ids).not.toContain('flow_loss_ratio:35');
    const [, tcp] = TWO.flows;
    if (tcp === undefined) throw new Error('the small scene has TCP flows');
    const withoutUdp = metricGroups(CATALOG, { ...TWO, flows: [tcp] });
    expect(withoutUdp.flatMap(({ metrics }) => metrics).some(({ id }) => id.startsWith('udp_'))).toBe(false);
    expect(metricChoice('flow_loss_ratio:7')?.name).toBe('loss of flow 7');
    expect(metricChoice('speed')).toBeUndefined();
  });
});

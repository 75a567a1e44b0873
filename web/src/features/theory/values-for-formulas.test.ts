import { describe, expect, it } from 'vitest';
import { sample } from '../../core/experiment/fixtures';
import type { PresetFile } from '../../core/experiment/preset-file';
import { readView } from '../../core/session/read-view';
import { FEATURES } from '../../features';
import type { TheorySettings } from './theory-settings';
import { ceilingValues, sweptShares } from './values-for-formulas';

describe('the published values beside a formula', () => {
  it('are compared with the bound only if index and shares belong to the same lane and source', () => {
    const values = {
      published: [
        { lane: 'choke', metric: 'jain_index', value: 0.71 },
        { lane: 'choke', metric: 'udp_throughput_bps', value: 120_000 },
        { lane: 'choke', metric: 'tcp_goodput_bps', value: 770_960 },
        { lane: 'red', metric: 'jain_index', value: 0.5 },
        { lane: 'red', metric: 'tcp_jain_index', value: 0.5357 },
      ],
      reference: [
        { lane: 'red', metric: 'udp_throughput_bps', mean: 981_896 },
        { lane: 'red', metric: 'tcp_throughput_bps', mean: 17_528 },
        { lane: 'red', metric: 'jain_index', mean: 0.03 },
      ],
    };
    expect(ceilingValues(values).map(({ lane, x, y, kind }) => [lane, Number(x.toFixed(3)), y, kind])).toEqual([
      ['choke', 0.135, 0.71, 'paper'],
      ['red', 0.982, 0.03, 'ns2'],
    ]);
  });

  it('include the points of a sweep over the rate of UDP, in units of the link rate', () => {
    const file = {
      scenario: {
        bottleneck: { capacity_bps: 2e7 },
        flows: [
          { transport: 'udp', count: 2 },
          { transport: 'reno', count: 9 },
        ],
      },
      experiment: { sweep: { path: 'flows.0.rate_bps', values: [], name: '' } },
    } as unknown as PresetFile;
    const ours = (mean: number) => sample({ mean, sd: null, half_width: null, count: 1, values: [mean] });
    const rows = [
      { metric: 'udp_throughput_bps', lane: 'choke', point: 1e7, ours: ours(5e6) },
      { metric: 'udp_throughput_bps', lane: 'choke', point: 4e7 },
      { metric: 'jain_index', lane: 'choke', point: 1e7, ours: ours(1) },
    ];
    expect(sweptShares(rows, file)).toEqual([{ picture: 'share', lane: 'choke', x: 1, y: 0.25, kind: 'experiment' }]);
    const other = { ...file, experiment: { sweep: { path: 'flows.1.count', values: [], name: '' } } };
    expect(sweptShares(rows, other)).toEqual([]);
  });
});

describe('the settings of a formula in a link', () => {
  const read = (view: unknown) => readView(view, FEATURES);

  it('are read, and all other content of an untrusted link is ignored', () => {
    const theory = { picture: 'share', values: { 'share.load': 3, bad: 'x', worse: Number.NaN }, more: 1 };
    expect(read({ workspace: 'theory', theory })).toEqual({
      workspace: 'theory',
      settings: { theory: { picture: 'share', values: { 'share.load': 3 } } },
    });
    expect(read({ workspace: 'theory', theory: 7 })).toEqual({
      workspace: 'theory',
      settings: { theory: { values: {} } },
    });
    expect(read({ workspace: 'paper', theory })).toEqual({ workspace: 'paper' });
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, knob) => [`k${knob}`, knob]));
    const { settings = {} } = read({ workspace: 'theory', theory: { values: many } });
    expect(Object.keys((settings.theory as TheorySettings).values)).toHaveLength(64);
  });
});

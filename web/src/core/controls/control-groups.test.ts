import { describe, expect, it } from 'vitest';
import type { ListAbout, SceneSetting, SourceAbout } from '../border/catalog';
import type { FlowGroup, Scenario } from '../border/scenario';
import type { Catalog, DisciplineAbout, SceneFacts } from '../run/run-buffer';
import { type ControlGroup, controlGroups } from './control-groups';

const TCP = ['newreno', 'vegas'];

function setting(id: string, changes: Partial<SceneSetting> = {}): SceneSetting {
  return {
    id,
    path: `flows.*.${id}`,
    group: 'flows',
    name: id,
    symbol: '',
    unit: '',
    kind: { kind: 'real', min: 0, max: 1e9 },
    default: 1,
    meaning: '',
    is_logarithmic: false,
    is_on_ruler: false,
    is_advanced: false,
    is_live: false,
    is_optional: false,
    applies_to: { transports: null, sources: null },
    ...changes,
  };
}

function source(id: string, list: SourceAbout['list'] = null): SourceAbout {
  return { id, name: id, meaning: '', is_over_tcp: true, list };
}

function list(id: string, units: [string, string]): ListAbout {
  return { id, name: id, meaning: '', units };
}

const CATALOG = {
  transports: [
    { id: 'newreno', name: 'NewReno', meaning: '' },
    { id: 'vegas', name: 'Vegas', meaning: '' },
  ],
  sources: [
    source('ftp'),
    source('size-table', list('sizes', ['packets', ''])),
    source('trace', list('files', ['s', 'packets'])),
    { ...source('schedule', list('steps', ['s', 'bit/s'])), is_over_tcp: false },
  ],
  scene_settings: [
    setting('count'),
    setting('rate_bps', { applies_to: { transports: null, sources: ['cbr'] } }),
    setting('delayed_ack', { is_optional: true, default: false, applies_to: { transports: TCP, sources: null } }),
    setting('vegas_alpha', {
      is_optional: true,
      default: 1,
      is_advanced: true,
      applies_to: { transports: ['vegas'], sources: null },
    }),
    setting('think_s', { is_optional: true, default: 1, applies_to: { transports: null, sources: ['web'] } }),
    setting('access_delay_s', { is_optional: true, default: 0.01 }),
  ],
} as unknown as Catalog;

const ABOUT = { name: 'RED', params: [] } as unknown as DisciplineAbout;

function groupsOf(
  flows: readonly Partial<FlowGroup>[],
  preset?: readonly Partial<FlowGroup>[],
): readonly ControlGroup[] {
  const scene = (groups: readonly Partial<FlowGroup>[]): Scenario =>
    ({
      flows: groups,
      access: { rate_bps: 1e7, delay_s: 0.05 },
      queue: { params: {} },
      lanes: [{}],
      interventions: [],
    }) as unknown as Scenario;
  const facts = { scenario: scene(flows), params: {} } as unknown as SceneFacts;
  return controlGroups(CATALOG, ABOUT, facts, preset === undefined ? undefined : scene(preset));
}

const udp = { transport: 'udp', source: 'cbr', count: 1, rate_bps: 2e6 } as const;
const tcp = { transport: 'newreno', source: 'ftp', count: 33 } as const;

describe('the settings of flows', () => {
  it('are those that apply to their transport and their source', () => {
    const ids = groupsOf([udp, tcp, { transport: 'vegas', source: 'web', count: 2 }]).map(({ controls, advanced }) =>
      [...controls, ...advanced].map(({ spec }) => spec.id),
    );
    expect(ids).toEqual([
      ['count', 'rate_bps', 'access_delay_s'],
      ['count', 'delayed_ack', 'access_delay_s'],
      ['count', 'delayed_ack', 'think_s', 'access_delay_s', 'vegas_alpha'],
    ]);
  });

  it('show their default as unchanged if the scene does not set a value', () => {
    const [group] = groupsOf([tcp], [tcp]);
    expect(group?.controls.map(({ spec, value, baseline }) => [spec.id, value, baseline])).toEqual([
      ['count', 33, 33],
      ['delayed_ack', false, false],
      // The group sets no access delay, so the panel shows the delay of the common access link. A change would apply to
      // this group only.
      ['access_delay_s', 0.05, 0.05],
    ]);
  });

  it('are compared with their default if the preset does not set a value', () => {
    const changed = { ...tcp, delayed_ack: true };
    const control = groupsOf([changed], [tcp])[0]?.controls.find(({ spec }) => spec.id === 'delayed_ack');
    expect(control).toMatchObject({ path: 'flows.0.delayed_ack', value: true, baseline: false });
  });

  it('name groups of one class by their transport or source', () => {
    const titles = (flows: readonly Partial<FlowGroup>[]): string[] => groupsOf(flows).map(({ title }) => title);
    expect(titles([udp, tcp])).toEqual(['Unresponsive flows (UDP)', 'Responsive flows (TCP)']);
    expect(titles([udp, tcp, { transport: 'vegas', source: 'ftp', count: 1 }])).toEqual([
      'Unresponsive flows (UDP)',
      'Responsive flows: NewReno, ftp',
      'Responsive flows: Vegas, ftp',
    ]);
    expect(titles([tcp, { ...tcp }]).map((title) => title.at(-1))).toEqual(['1', '2']);
  });

  it('show the list that configures the flows', () => {
    const steps = [
      [5, 5e5],
      [11, 2e6],
    ] as const;
    const [group] = groupsOf([{ ...udp, source: 'schedule', steps }]);
    expect(group?.notes).toEqual([{ name: 'steps', text: '5\u00a0s: 0.5\u00a0Mb/s, 11\u00a0s: 2\u00a0Mb/s' }]);
    expect(groupsOf([udp])[0]?.notes).toEqual([]);
    const files = Array.from({ length: 10 }, (_, at) => [at / 2, 12] as const);
    const [trace] = groupsOf([{ ...tcp, source: 'trace', files }]);
    expect(trace?.notes[0]?.text).toMatch(/^0\ss: 12\spackets, 500\sms: 12.*, … 10 in total$/);
    expect(trace?.lists.map(({ source }) => source)).toEqual(['size-table', 'trace']);
    expect(group?.lists.map(({ source }) => source)).toEqual(['schedule']);
  });
});

describe('the parameters of a lane', () => {
  const about = { id: 'red', name: 'RED', params: [setting('max_th', { default: 15 })] } as unknown as DisciplineAbout;
  const scene = (own: Record<string, number>, shared: Record<string, number> = {}, aqm = 'red'): Scenario =>
    ({ flows: [], queue: { params: shared }, lanes: [{ aqm, params: own }], interventions: [] }) as unknown as Scenario;
  const baselineOf = (preset: Scenario, now: Scenario = preset): unknown => {
    const facts = { scenario: now, params: { max_th: 80 } } as unknown as SceneFacts;
    return controlGroups(CATALOG, about, facts, preset)[0]?.controls[0]?.baseline;
  };

  it('are compared with the preset’s value for the lane, or else for all lanes, or else with the default', () => {
    expect(baselineOf(scene({ max_th: 80 }, { max_th: 60 }))).toBe(80);
    expect(baselineOf(scene({}, { max_th: 60 }))).toBe(60);
    expect(baselineOf(scene({}))).toBe(15);
  });

  it('are compared with the lane’s initial values if the preset has no such lane', () => {
    const preset = scene({}, {}, 'choke');
    expect(baselineOf(preset, scene({ max_th: 80 }))).toBe(80);
    const added = { ...scene({}), lanes: [...scene({}).lanes, ...scene({ max_th: 80 }).lanes] };
    const facts = { scenario: added, params: { max_th: 80 } } as unknown as SceneFacts;
    const [parameters] = controlGroups(CATALOG, about, facts, scene({}), { lane: 1, isForAll: false });
    expect(parameters?.controls[0]).toMatchObject({ value: 80, baseline: 80, isOwn: true });
  });

  it('are not compared with parameters of another discipline in the same lane', () => {
    expect(baselineOf(scene({ max_th: 80 }, {}, 'choke'), scene({}))).toBe(15);
  });
});

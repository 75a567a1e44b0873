/** The catalog of the fake engine: five disciplines with the parameters that the page has to cope with. */

import type { Catalog, DisciplineAbout, SceneSetting, SettingKind, SettingSpec } from './catalog';

const PLAIN = { symbol: '', unit: '', is_logarithmic: false, is_on_ruler: false, is_advanced: false } as const;

const LIMIT: SettingSpec = {
  ...PLAIN,
  id: 'limit',
  name: 'buffer',
  symbol: 'B',
  unit: 'packets',
  kind: { kind: 'integer', min: 1, max: 10_000 },
  default: 100,
  meaning: 'packets that may wait',
  is_logarithmic: true,
};
const RED: readonly SettingSpec[] = [
  LIMIT,
  {
    ...PLAIN,
    id: 'min_th',
    name: 'min threshold',
    symbol: 'min_th',
    unit: 'packets',
    kind: { kind: 'integer', min: 0, max: 10_000 },
    default: 40,
    meaning: 'below this average every packet is admitted',
    is_on_ruler: true,
    is_logarithmic: true,
  },
  {
    ...PLAIN,
    id: 'max_th',
    name: 'max threshold',
    symbol: 'max_th',
    unit: 'packets',
    kind: { kind: 'integer', min: 1, max: 10_000 },
    default: 80,
    meaning: 'from this average on every packet is dropped',
    is_on_ruler: true,
    is_logarithmic: true,
  },
  {
    ...PLAIN,
    id: 'w_q',
    name: 'queue weight',
    symbol: 'w_q',
    kind: { kind: 'real', min: 0.00001, max: 1 },
    default: 0.02,
    meaning: 'how fast the average follows the queue; larger follows bursts',
    is_logarithmic: true,
  },
  {
    ...PLAIN,
    id: 'max_p',
    name: 'max drop probability',
    symbol: 'max_p',
    kind: { kind: 'real', min: 0, max: 1 },
    default: 0.1,
    meaning: 'probability of an early drop when the average reaches the max threshold',
  },
  {
    ...PLAIN,
    id: 'gentle',
    name: 'gentle',
    kind: { kind: 'switch' },
    default: false,
    meaning: 'above the max threshold the probability rises to 1 instead of jumping',
    is_advanced: true,
  },
  {
    ...PLAIN,
    id: 'uniformize',
    name: 'spacing of drops',
    kind: {
      kind: 'choice',
      choices: [
        { id: 'count', meaning: 'evenly, by the count since the last drop' },
        { id: 'wait', meaning: 'evenly, with a pause first, as in ns-2' },
        { id: 'none', meaning: 'independently' },
      ],
    },
    default: 'count',
    meaning: 'how early drops are spread over the arrivals',
    is_advanced: true,
  },
];

const DROP_TAIL: DisciplineAbout = {
  id: 'drop-tail',
  name: 'DropTail',
  year: 1989,
  citation: 'A buffer that drops what does not fit.',
  idea: 'Admit while there is room, drop the arrival when there is none.',
  memory: 'stateless',
  confidence: 'high',
  confidence_note: 'There is nothing to doubt.',
  decisions: [],
  view: 'fifo',
  params: [LIMIT],
  param_sets: [],
  code: [
    { indent: 0, text: 'if q < limit: admit   ({q})' },
    { indent: 0, text: 'else: drop the arrival' },
  ],
  quantities: [{ id: 'q', symbol: 'q', unit: 'packets', meaning: 'packets waiting' }],
  gauges: [],
  state: [],
  reasons: ['overflow'],
};

function family(id: string, name: string, year: number, draws: number, reasons: readonly string[]): DisciplineAbout {
  const isRed = draws === 0;
  return {
    ...DROP_TAIL,
    id,
    name,
    year,
    citation: `Made up for tests, ${year}.`,
    idea: isRed ? 'Drop early, the more the longer the average queue.' : 'Compare the arrival with packets that wait.',
    view: id === 'choked' ? 'fifo-with-regions' : 'fifo',
    params: RED,
    code: [
      { indent: 0, text: 'avg ← (1−w)·avg + w·q = {avg}' },
      { indent: 0, text: 'if avg < min_th: admit' },
      { indent: 0, text: 'if avg ≥ max_th: drop' },
      { indent: 0, text: isRed ? 'p ← {p}' : 'draw {draws} packets' },
      { indent: 0, text: isRed ? 'with probability p:' : 'any of the same flow?' },
      { indent: 1, text: isRed ? 'drop' : 'drop it and the arrival' },
      { indent: 0, text: 'admit at the rear' },
    ],
    quantities: [
      { id: 'avg', symbol: 'avg', unit: 'packets', meaning: 'moving average of the queue' },
      { id: 'p', symbol: 'p', unit: '', meaning: 'probability of an early drop' },
      { id: 'draws', symbol: 'D', unit: 'packets', meaning: 'packets drawn' },
    ],
    gauges: [{ id: 'avg', symbol: 'avg', unit: 'packets', meaning: 'moving average of the queue' }],
    state: [],
    reasons,
  };
}

const FLOW_KINDS: SettingKind = {
  kind: 'choice',
  choices: [
    { id: 'newreno', meaning: 'TCP NewReno: fast recovery, one loss a round trip' },
    { id: 'reno', meaning: 'TCP Reno: fast recovery, one loss a window' },
    { id: 'udp', meaning: 'UDP: no response to loss' },
  ],
};

export const FAKE_CATALOG: Catalog = {
  engine_version: '0.0.0-fake',
  disciplines: [
    DROP_TAIL,
    family('red', 'RED', 1993, 0, ['early', 'forced', 'overflow']),
    family('choke', 'CHOKe', 2000, 1, ['match_arriving', 'match_victim', 'early', 'forced', 'overflow']),
    family('gchoke', 'gCHOKe', 2006, 3, ['match_arriving', 'match_victim', 'early', 'forced', 'overflow']),
    family('choked', 'CHOKeD', 2014, 5, ['match_arriving', 'match_victim', 'early', 'forced', 'overflow']),
  ],
  transports: [
    { id: 'newreno', name: 'TCP NewReno', meaning: 'one loss a round trip' },
    { id: 'udp', name: 'UDP', meaning: 'no response to loss' },
  ],
  sources: [
    { id: 'ftp', name: 'FTP', meaning: 'always has data to send' },
    { id: 'cbr', name: 'CBR', meaning: 'constant bit rate' },
  ],
  reasons: [
    { id: 'early', name: 'early drop', family: 'early', meaning: 'dropped by chance', is_mark: false },
    {
      id: 'forced',
      name: 'forced drop',
      family: 'forced',
      meaning: 'the average is above its maximum',
      is_mark: false,
    },
    { id: 'overflow', name: 'overflow', family: 'overflow', meaning: 'the buffer was full', is_mark: false },
    {
      id: 'match_arriving',
      name: 'matched, arriving',
      family: 'match',
      meaning: 'a packet of its flow was drawn',
      is_mark: false,
    },
    {
      id: 'match_victim',
      name: 'matched, waiting',
      family: 'match',
      meaning: 'drawn by an arrival of its flow',
      is_mark: false,
    },
  ],
  scene_settings: [
    setting('bottleneck.capacity_bps', 'bottleneck', true, 'capacity', 'bit/s', 1_000_000, {
      kind: 'integer',
      min: 1000,
      max: 1e11,
    }),
    setting('bottleneck.delay_s', 'bottleneck', false, 'one-way delay', 's', 0.01, { kind: 'real', min: 0, max: 10 }),
    setting('flows.*.transport', 'flows', false, 'transport', '', 'newreno', FLOW_KINDS),
    setting('flows.*.count', 'flows', false, 'flows', '', 1, { kind: 'integer', min: 0, max: 10_000 }),
    setting('flows.*.rate_bps', 'flows', true, 'rate', 'bit/s', 2_000_000, { kind: 'integer', min: 0, max: 1e11 }),
    setting('seed', 'run', false, 'seed', '', 1, { kind: 'integer', min: 0, max: 2 ** 53 - 1 }),
    setting('duration_s', 'run', false, 'duration', 's', 200, { kind: 'real', min: 0.001, max: 100_000 }),
  ],
};

function setting(
  path: string,
  group: SceneSetting['group'],
  is_live: boolean,
  name: string,
  unit: string,
  value: SceneSetting['default'],
  kind: SettingKind,
): SceneSetting {
  const is_logarithmic = (kind.kind === 'integer' || kind.kind === 'real') && kind.max >= 10_000;
  const id = path.slice(path.lastIndexOf('.') + 1);
  return {
    ...PLAIN,
    id,
    path,
    group,
    is_live,
    name,
    unit,
    default: value,
    kind,
    is_logarithmic: is_logarithmic && id !== 'seed',
    meaning: `${name} of the scene`,
  };
}

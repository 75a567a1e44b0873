/**
 * Shortened records of decisions, as the engine writes them for several disciplines: code, quantities and steps. Used
 * by tests.
 */

import type { CodeLine } from '../border/border.gen';
import type { SceneFacts } from '../border/client';
import type { Catalog, DecisionRecord, DisciplineAbout, SettingSpec, StepEntry } from '../run/run-buffer';
import { conditionOf } from './conditions';
import type { Fact, StorySource } from './story';

const REASONS = ['early', 'forced', 'overflow', 'match_arriving', 'match_victim', 'mark_early'] as const;
const NAMES: Readonly<Record<(typeof REASONS)[number], string>> = {
  early: 'early drop',
  forced: 'forced drop',
  overflow: 'overflow',
  match_arriving: 'matched, arriving',
  match_victim: 'matched, in queue',
  mark_early: 'early mark',
};

const CATALOG = {
  reasons: REASONS.map((id) => ({ id, name: NAMES[id], meaning: `meaning of ${id}`, is_mark: id === 'mark_early' })),
} as unknown as Catalog;

export const reason = (id: (typeof REASONS)[number]): number => REASONS.indexOf(id);

const AVG_BEFORE = 0;
const AVG = 1;
export const P_A = 2;
export const U = 3;
export const HITS = 4;
export const FRONT = 5;
export const N = 6;

const QUANTITIES: DisciplineAbout['quantities'] = [
  { id: 'avg_before', symbol: 'avg', unit: 'packets', meaning: 'average queue before this arrival' },
  { id: 'avg', symbol: 'avg', unit: 'packets', meaning: 'average queue' },
  { id: 'p_a', symbol: 'p_a', unit: '', meaning: 'drop probability of this packet' },
  { id: 'u', symbol: 'u', unit: '', meaning: 'the random number drawn' },
  { id: 'hits', symbol: 'hits', unit: 'packets', meaning: "drawn packets of the arrival's flow" },
  { id: 'front', symbol: 'Q_f', unit: 'packets', meaning: 'packets in the front region' },
  { id: 'n', symbol: 'n', unit: 'packets', meaning: 'packets waiting' },
];

const PARAMS = [
  ['limit', 'B', 'buffer'],
  ['min_th', 'min_th', 'minimum threshold'],
  ['max_th', 'max_th', 'maximum threshold'],
  ['maxcomp', 'maxcomp', 'max comparisons'],
  ['match_above_max', '', 'match above max_th'],
  ['drop_front', '', 'drop from the front'],
].map(([id, symbol, name]) => ({ id, symbol, name, meaning: `meaning of ${id}` })) as unknown as SettingSpec[];

type Code = readonly (Omit<CodeLine, 'is_test' | 'only_if' | 'or'> & Partial<Pick<CodeLine, 'or'>>)[];

/** The lines of RED that follow the computation of its average. */
const stage = (indent = 0): Code => [
  {
    indent,
    text: 'if avg ≥ max_th:',
    or: [{ text: 'if avg ≥ 2·max_th:', only_if: [{ param: 'gentle', values: [true] }] }],
  },
  { indent: indent + 1, text: 'count ← 0; drop the arrival (forced); done' },
  { indent, text: 'if u = {u} < p_a:' },
  { indent: indent + 1, text: 'count ← 0; drop the arrival (early); done' },
  { indent: indent + 1, text: 'with ECN: mark it instead and go on' },
  { indent, text: 'if B packets wait: drop the arrival (overflow)' },
  { indent, text: 'else: admit it at the rear' },
];
const HEAD: Code = [
  { indent: 0, text: 'else: avg ← (1 − w_q)·{avg_before} + w_q·{n} = {avg}' },
  { indent: 0, text: 'if avg < min_th:' },
  { indent: 1, text: 'count ← −1; skip to the buffer test' },
];

/** Lines 3 to 9 are the lines of `stage`. */
export const RED = discipline('RED', [...HEAD, ...stage()]);
/** Lines: 3 tests the average, 4 draws, 5 tests for a match, 6 drops, 7 to 13 are the lines that `stage` returns. */
export const CHOKED = discipline(
  'CHOKeD',
  [
    ...HEAD,
    { indent: 0, text: 'if avg < max_th or match_above_max:' },
    { indent: 1, text: 'draw D_r packets of the rear ({front} are in front)' },
    { indent: 1, text: "if any is of the arrival's flow ({hits}):" },
    { indent: 2, text: 'drop them and the arrival; done' },
    ...stage(),
  ],
  'fifo-with-regions',
);
/**
 * Lines: 3 tests the average, 4 is the loop, 5 draws, 6 is a match, 7 no match, 8 the end, 9 to 15 are the lines that
 * `stage` returns.
 */
export const GCHOKE = discipline('gCHOKe', [
  ...HEAD,
  { indent: 0, text: 'if avg < max_th or match_above_max:' },
  { indent: 1, text: 'while hits = {hits} < maxcomp and packets wait:' },
  { indent: 2, text: 'draw one of the waiting packets' },
  { indent: 2, text: "of the arrival's flow: drop it, hits ← hits + 1" },
  { indent: 2, text: 'of another flow: stop drawing' },
  { indent: 1, text: 'if hits > 0: drop the arrival; done' },
  ...stage(),
]);
export const DROP_TAIL = discipline('DropTail', [
  { indent: 0, text: 'if fewer than B packets wait (n = {n}):' },
  { indent: 1, text: 'admit' },
  { indent: 0, text: 'else if drop_front and n > 0:' },
  { indent: 1, text: 'drop the packet at the front until there is room, then admit' },
  { indent: 0, text: 'else: drop the arrival' },
]);

/** A listing. Line 0 is a loop, line 1 drops a waiting packet, line 2 admits the arrival. */
export const PUSH_OUT = discipline('DRR', [
  { indent: 0, text: 'while the buffer has no room for the arrival:' },
  { indent: 1, text: 'evict a packet of the longest queue (push-out)' },
  { indent: 0, text: 'put it into its queue' },
]);

/** A listing whose line 0 tests two conditions at once. */
export const TARGETED = discipline('CoDel', [
  { indent: 0, text: 'if {n} < min_th or at most a packet is behind: good' },
  { indent: 0, text: 'drop it' },
]);

export function source(about: DisciplineAbout, params: Readonly<Record<string, number | boolean>> = {}): StorySource {
  const facts = {
    flows: [
      { number: 1, class: 'udp', transport: 'udp' },
      { number: 2, class: 'tcp', transport: 'newreno' },
      { number: 3, class: 'tcp', transport: 'newreno' },
    ],
    params: {
      limit: 100,
      min_th: 40,
      max_th: 80,
      maxcomp: 5,
      match_above_max: false,
      drop_front: false,
      gentle: false,
      ...params,
    },
    scenario: { interventions: [] },
  } as unknown as SceneFacts;
  return { catalog: CATALOG, about, facts };
}

export function record(flow: number, steps: readonly StepEntry[]): DecisionRecord {
  return { serial: 9, time_s: 1, flow, packet: 77, waiting: 84, before: undefined, steps };
}

/** An executed line. `held` is the result of its test, if it has one. */
export const line = (number: number, held?: boolean): StepEntry => ({ kind: 'line', line: number, held });
export const value = (quantity: number, number: number): StepEntry => ({ kind: 'value', quantity, value: number });
export const draw = (place: number, flow: number, isMatch = false): StepEntry => ({
  kind: 'draw',
  place,
  flow,
  isMatch,
});
export const admit = (place: number): StepEntry => ({ kind: 'admit', place });
export const drop = (place: number, id: (typeof REASONS)[number]): StepEntry => ({
  kind: 'drop',
  place,
  reason: reason(id),
});

/** Steps that compute the average and compare it with min_th. */
export const average = (before: number, after: number): readonly StepEntry[] => [
  value(AVG_BEFORE, before),
  line(0),
  value(AVG, after),
  line(1, after < 40),
];

function discipline(name: string, code: Code, view: DisciplineAbout['view'] = 'fifo'): DisciplineAbout {
  return { name, code: code.map(tested), view, quantities: QUANTITIES, params: PARAMS } as unknown as DisciplineAbout;
}

function tested(line: Code[number]): CodeLine {
  return { or: [], ...line, is_test: conditionOf(line.text) !== undefined, only_if: [] };
}

export function factText(fact: Fact): string {
  return fact.parts
    .map((part) => (part.kind === 'draw' ? `${part.place} ${part.flow}${part.isMatch ? ' ✕' : ''}` : part.text))
    .join('');
}

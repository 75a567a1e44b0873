import { expect, it } from 'vitest';
import type { CodeLine, DisciplineAbout, SceneFacts } from '../border/border.gen';
import { conditionWords, cutLine, isInForce, quantityMeaning, valuesAt, wordingUnder } from './pseudo-code';

const P_B = { id: 'p_b', symbol: 'p_b', unit: '1', meaning: 'drop probability' };
const AVG = { id: 'avg', symbol: 'avg', unit: 'packets', meaning: 'average queue' };

it('a line is split into text and its quantities', () => {
  expect(cutLine('avg = {avg}, p = {p_b}', [P_B, AVG])).toEqual([
    { kind: 'text', text: 'avg = ' },
    { kind: 'quantity', quantity: AVG, place: 1 },
    { kind: 'text', text: ', p = ' },
    { kind: 'quantity', quantity: P_B, place: 0 },
  ]);
});

it('braces that name no quantity stay text', () => {
  expect(cutLine('a set {x, y} of {nobody}', [AVG])).toEqual([{ kind: 'text', text: 'a set {x, y} of {nobody}' }]);
});

it('a quantity is explained with its unit, if it has one', () => {
  expect([P_B, AVG].map(quantityMeaning)).toEqual(['p_b: drop probability', 'avg [packets]: average queue']);
});

it('a line of the rule is distinguished from a line that applies under another setting', () => {
  const line: CodeLine = {
    indent: 0,
    text: 'mark it',
    is_test: false,
    only_if: [
      { param: 'ecn', values: [true] },
      { param: 'mode', values: ['paper', 'ns2'] },
    ],
    or: [],
  };
  const isShown = (ecn: boolean, mode: string): boolean => isInForce(line, { ecn, mode });
  expect([isShown(true, 'ns2'), isShown(false, 'ns2'), isShown(true, 'none')]).toEqual([true, false, false]);
  expect(conditionWords(line)).toBe('ecn is on, mode is paper or ns2');
});

it('a line has different texts under different settings, and the first that applies is used', () => {
  const line: CodeLine = {
    indent: 0,
    text: 'avg ≥ max_th',
    is_test: true,
    only_if: [],
    or: [
      { text: 'avg > 2·max_th', only_if: ['gentle', 'edge'].map((param) => ({ param, values: [true] })) },
      { text: 'avg ≥ 2·max_th', only_if: [{ param: 'gentle', values: [true] }] },
    ],
  };
  const read = (gentle: boolean, edge: boolean): string => wordingUnder(line, { gentle, edge });
  expect([read(false, true), read(true, false), read(true, true)]).toEqual([
    'avg ≥ max_th',
    'avg ≥ 2·max_th',
    'avg > 2·max_th',
  ]);
});

it('the parameters of a lane are those at the time of a decision', () => {
  const about = { params: [{ id: 'm', default: 1 }] } as unknown as DisciplineAbout;
  const facts = {
    lane: 1,
    params: { m: 5 },
    scenario: {
      queue: { params: { m: 2 } },
      lanes: [
        { aqm: 'choke', params: { m: 9 } },
        { aqm: 'choke', params: {} },
      ],
      interventions: [
        { at_s: 1, path: 'queue.params.m', value: 3 },
        { at_s: 2, path: 'lanes.0.params.m', value: 4 },
        { at_s: 3, path: 'lanes.1.params.m', value: 5 },
      ],
    },
  } as unknown as SceneFacts;
  expect([0.5, 1, 1.5, 2.5, 3.5, undefined].map((at_s) => valuesAt(about, facts, at_s).m)).toEqual([2, 2, 3, 3, 5, 5]);
});

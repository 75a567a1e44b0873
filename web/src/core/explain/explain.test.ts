import { describe, expect, it } from 'vitest';
import type { SceneFacts } from '../border/client';
import { outcomeOf } from '../run/outcome';
import type { Catalog, DecisionRecord, DisciplineAbout } from '../run/run-buffer';
import { CALM_MS, chooseDecision, NOTHING_SHOWN } from '../run/shown-decision';
import { explainCode } from './explain-model';

const about = {
  name: 'CHOKe',
  code: [
    { indent: 0, text: 'avg ← {avg}, not {unknown}', only_if: [], or: [] },
    { indent: 0, text: 'draw {d}', only_if: [], or: [] },
    { indent: 1, text: 'drop both', only_if: [], or: [] },
    { indent: 0, text: 'with probability {p}', only_if: [], or: [] },
  ],
  quantities: [
    { id: 'avg', symbol: 'avg', unit: 'packets', meaning: 'moving average' },
    { id: 'd', symbol: 'D', unit: 'packets', meaning: 'draws' },
    { id: 'p', symbol: 'p_b', unit: '', meaning: 'probability' },
  ],
} as unknown as DisciplineAbout;
const catalog = {
  reasons: [
    { id: 'early', name: 'early drop', family: 'early', is_mark: false },
    { id: 'match_arriving', name: 'matched, arriving', family: 'match', is_mark: false },
    { id: 'match_victim', name: 'matched, in queue', family: 'match', is_mark: false },
  ],
} as unknown as Catalog;
const facts = {
  flows: [
    { number: 1, class: 'udp', transport: 'udp' },
    { number: 2, class: 'tcp', transport: 'newreno' },
  ],
  params: { ecn: false },
  scenario: { interventions: [] },
} as unknown as SceneFacts;
const source = { about, catalog, facts };

function decision(serial: number, steps: DecisionRecord['steps'] = []): DecisionRecord {
  return { serial, time_s: serial / 100, flow: 0, packet: serial, waiting: 50, before: undefined, steps };
}

const matched = decision(7, [
  { kind: 'value', quantity: 0, value: 77.2041 },
  { kind: 'line', line: 0 },
  { kind: 'value', quantity: 1, value: 1 },
  { kind: 'line', line: 1 },
  { kind: 'draw', place: 8, flow: 0, isMatch: true },
  { kind: 'line', line: 2 },
  { kind: 'drop', place: 8, reason: 2 },
  { kind: 'drop', place: -1, reason: 1 },
]);

describe('the code of a decision', () => {
  const code = explainCode(matched, source);

  it('highlights the executed lines', () => {
    expect(code.map(({ didRun }) => didRun)).toEqual([true, true, true, false]);
  });

  it('contains the lines that are used under the settings of the time, and all executed lines', () => {
    const shown = (ecn: boolean): readonly number[] => {
      const only_if = [{ param: 'ecn', values: [true] }];
      const of = { ...about, code: about.code.map((line) => ({ ...line, only_if })) };
      const lines = explainCode(matched, { about: of, catalog, facts: { ...facts, params: { ecn } } });
      return lines.map(({ line }) => line);
    };
    expect([shown(true), shown(false)]).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2],
    ]);
  });

  it('contains the values of this packet, each with its unit once', () => {
    expect(code[0]?.segments.map(({ text, kind }) => [text, kind])).toEqual([
      ['avg ← ', 'text'],
      ['77.2', 'value'],
      [', not {unknown}', 'text'],
    ]);
  });

  it('shows the symbol of a quantity without a value for this packet', () => {
    expect(code[3]?.segments.map(({ text, kind }) => [text, kind])).toEqual([
      ['with probability ', 'text'],
      ['p_b', 'symbol'],
    ]);
  });

  it('shows the outcome on the line that decided it', () => {
    expect(code.map(({ outcome }) => outcome)).toEqual([
      undefined,
      undefined,
      { kind: 'drop', reason: 'match_arriving' },
      undefined,
    ]);
    expect(outcomeOf(matched, source)).toEqual({ kind: 'drop', reason: 'match_arriving' });
  });

  it('has no values before the first decision', () => {
    expect(explainCode(undefined, source).some(({ didRun }) => didRun)).toBe(false);
  });
});

describe('the decision that is shown', () => {
  it('is every decision, if the run is stepped', () => {
    let shown = NOTHING_SHOWN;
    for (let serial = 1; serial < 5; serial += 1) {
      const choice = chooseDecision(shown, decision(serial), undefined, serial * 50);
      expect(choice.decision?.serial).toBe(serial);
      shown = choice.shown;
    }
  });

  it('changes at most four times a second while the run plays fast, and is the last one when it stops', () => {
    let shown = NOTHING_SHOWN;
    const seen: number[] = [];
    let serial = 0;
    for (let now_ms = 0; now_ms <= 2000; now_ms += 16) {
      if (now_ms <= 1000) serial += 5;
      const choice = chooseDecision(shown, decision(serial), undefined, now_ms);
      shown = choice.shown;
      if (choice.decision !== undefined) seen.push(choice.decision.serial);
    }
    expect(seen.length).toBeLessThanOrEqual(6);
    expect(seen.at(-1)).toBe(serial);
  });

  it('is preferably a match that the user has not seen', () => {
    const first = chooseDecision(NOTHING_SHOWN, decision(10), undefined, 0);
    const next = chooseDecision(first.shown, decision(60), decision(44), CALM_MS + 1);
    expect(next.decision?.serial).toBe(44);
    // The run makes no further decision, as when it is paused, so its last decision is shown.
    const still = chooseDecision(next.shown, decision(60), decision(44), 3 * CALM_MS);
    expect(still.decision?.serial).toBe(60);
  });

  it('belongs to the new run after a restart', () => {
    const old = chooseDecision(NOTHING_SHOWN, decision(500), undefined, 0);
    expect(chooseDecision(old.shown, decision(3), undefined, 10).decision?.serial).toBe(3);
  });
});

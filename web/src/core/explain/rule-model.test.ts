import { describe, expect, it } from 'vitest';
import type { DecisionRecord, DisciplineAbout, StepEntry } from '../run/run-buffer';
import { explainRule, lastCarriedOut, ruleLinesOf } from './rule-model';
import { admit, draw, drop, line, record, value } from './story-fixtures';

/** CHOKe's rule in six lines, with one quantity. `from` and `asks` are indexes of lines in a listing of ten lines. */
const CHOKE: Pick<DisciplineAbout, 'rule' | 'quantities'> = {
  quantities: [{ id: 'avg', symbol: 'avg', unit: 'packets', meaning: 'average queue' }],
  rule: {
    source: 'Fig. 2',
    chart: null,
    lines: [
      { indent: 0, text: 'avg ← (1 − w_q)·avg + w_q·q', shows: '{avg}', from: 0, asks: null },
      { indent: 0, text: 'if avg < min_th, admit the arrival', shows: '', from: 2, asks: 2 },
      { indent: 0, text: 'draw one waiting packet at random', shows: '', from: 4, asks: null },
      { indent: 0, text: 'if it is of the arrival’s flow,', shows: '', from: 5, asks: 5 },
      { indent: 1, text: 'drop both', shows: '', from: 6, asks: null },
      { indent: 0, text: 'if the buffer is full, drop it; else admit it', shows: '', from: 7, asks: 7 },
    ],
  },
};

const AVERAGED = [line(1), value(0, 52.25), line(2, false)];

function ruleTexts(steps: readonly StepEntry[], whole?: readonly StepEntry[]): string[] {
  const decision: DecisionRecord = record(0, steps);
  const shown = explainRule(CHOKE, decision, whole === undefined ? undefined : record(0, whole));
  return shown.map(({ number, state, found, answer }) => [number, state, found, answer].filter(Boolean).join(' '));
}

describe('the rule of a decision', () => {
  it('highlights the executed lines, with the value, the drawn place and the answers', () => {
    expect(
      ruleTexts([...AVERAGED, line(4), draw(57, 1, false), line(5, false), line(7, false), line(9), admit(60)]),
    ).toEqual(['1 ran 52.3', '2 ran no', '3 ran pos. 58', '4 ran no', '5 idle', '6 decided no']);
  });

  it('contains the places of several draws, and answers yes if one of them matched', () => {
    const drawn = [line(4), draw(57, 1, false), line(5, false), line(4), draw(3, 0, true), line(5, true)];
    expect(ruleTexts([...AVERAGED, ...drawn, line(6), drop(3, 'match_victim'), drop(-1, 'match_arriving')])).toEqual([
      '1 ran 52.3',
      '2 ran no',
      '3 ran 2 draws',
      '4 ran yes',
      '5 decided',
      '6 idle',
    ]);
  });

  it('outlines the lines that were executed only by the last departure', () => {
    const decision = record(0, [...AVERAGED, line(4), draw(57, 1, false), line(5, false)]);
    const left = { ...record(1, [value(0, 40), line(1), line(7, true), line(8)]), trigger: 'exit' } as const;
    const lines = explainRule(CHOKE, decision, undefined, [left]);
    expect(lines.map(({ state, found, answer, turn }) => [state, found, answer, turn?.trigger])).toEqual([
      ['ran', '52.3', undefined, undefined],
      ['ran', '', 'no', undefined],
      ['ran', 'pos. 58', undefined, undefined],
      ['decided', '', 'no', undefined],
      ['idle', '', undefined, undefined],
      ['aside', '', 'yes', 'exit'],
    ]);
    expect(lastCarriedOut(lines, 1).map(({ number }) => number)).toEqual([4]);
  });

  it('marks the next line after the run has stopped at a match', () => {
    const until = [...AVERAGED, line(4), draw(57, 0, true), line(5, true)];
    const whole = [...until, line(6), drop(57, 'match_victim'), drop(-1, 'match_arriving')];
    expect(ruleTexts(until, whole).slice(3)).toEqual(['4 decided yes', '5 next', '6 idle']);
  });

  it('is cut to its last executed lines if there is little room, without their common indentation', () => {
    const drawn = [...AVERAGED, line(4), draw(57, 0, true), line(5, true)];
    const whole = record(0, [...drawn, line(6), drop(57, 'match_victim'), drop(-1, 'match_arriving')]);
    const last = (most: number, decision = whole) =>
      lastCarriedOut(explainRule(CHOKE, decision, whole), most).map(({ number, indent, state }) => [
        number,
        indent,
        state,
      ]);
    expect(last(2)).toEqual([
      [4, 0, 'ran'],
      [5, 1, 'decided'],
    ]);
    expect(last(1)).toEqual([[5, 0, 'decided']]);
    expect(last(2, record(0, drawn))).toEqual([
      [4, 0, 'decided'],
      [5, 1, 'next'],
    ]);
    expect(lastCarriedOut(explainRule(CHOKE, undefined, undefined), 3)).toEqual([]);
  });

  it('does not highlight a line whose condition did not hold', () => {
    // Line 4 of the listing, “if avg < max_th:”, is the condition of the draw in line 3 of the rule.
    expect(ruleTexts([...AVERAGED, line(4, false), line(7, true), drop(-1, 'overflow')]).slice(2)).toEqual([
      '3 idle',
      '4 idle',
      '5 idle',
      '6 decided yes',
    ]);
  });

  it('shows small values with as few characters as large ones', () => {
    const found = (average: number) => ruleTexts([line(1), value(0, average)])[0];
    expect([0.00346, 0.0000587, 123.4, 0].map(found)).toEqual([
      '1 decided 0.0035',
      '1 decided 5.9e−5',
      '1 decided 123',
      '1 decided 0',
    ]);
  });

  it('has no text for a value that was not computed, or before the first packet', () => {
    expect(ruleTexts([line(1)])[0]).toBe('1 decided');
    expect(explainRule(CHOKE, undefined, undefined).every(({ state }) => state === 'idle')).toBe(true);
  });

  it('reserves the width of the widest values', () => {
    const [average, below, drawn] = explainRule(CHOKE, undefined, undefined);
    expect([average?.room, below?.room, drawn?.room]).toEqual(['00.000', 'next →', 'pos. 000']);
  });

  it('gives facts the numbers of the lines on which they are based', () => {
    expect(ruleLinesOf(CHOKE.rule, [2, 0, 1, 5])).toBe('1, 2, 4');
    expect(ruleLinesOf(CHOKE.rule, [-1])).toBe('');
  });
});

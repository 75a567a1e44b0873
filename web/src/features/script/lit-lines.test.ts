import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { Catalog, StepEntry } from '../../core/run/run-buffer';
import { factsOf, startText } from '../../testing/script-reader';
import { lineToStopAt, settled } from './breakpoint-lines';
import { breakpointLines, breakpoints, setBreakpoints } from './line-marks';
import { litLines } from './lit-lines';

const TEXT = startText('choke');
const FACTS = factsOf(TEXT);
const CATALOG = { reasons: [{ id: 'early', family: 'early' }] } as unknown as Catalog;

/** Number of the line that begins with this text, searched from line `after` on. */
function lineOf(beginning: string, after = 0): number {
  const found = TEXT.split('\n').findIndex((line, at) => at >= after && line.trim().startsWith(beginning));
  if (found < 0) throw new Error(`no line begins with ${beginning}`);
  return found + 1;
}

function line(beginning: string, held?: boolean, after = 0): StepEntry {
  return { kind: 'line', line: FACTS.lines.indexOf(lineOf(beginning, after)), held };
}

function value(id: string, given: number): StepEntry {
  return { kind: 'value', quantity: FACTS.about.quantities.findIndex((one) => one.id === id), value: given };
}

const RED = lineOf('fn red');
const STEPS: readonly StepEntry[] = [
  line('average();'),
  line('if this.idle_since', true),
  line('this.avg = (1.0', undefined),
  value('avg', 52.18342),
  line('if this.avg < params.min_th', false),
  line('this.count += 1'),
  value('count', 12),
  line('let p_b', undefined, RED),
  value('p_b', 0.0305),
  line('if happens', true),
  line('return drop("early")'),
  { kind: 'drop', place: -1, reason: 0 },
];

describe('the highlighted lines of a decision', () => {
  const lit = litLines({ steps: STEPS }, FACTS, TEXT, { catalog: CATALOG });
  const at = (beginning: string, after = 0) => lit.find((one) => one.line === lineOf(beginning, after));

  it('are the executed lines, by their numbers in the text', () => {
    const ran = STEPS.flatMap((step) => (step.kind === 'line' ? [FACTS.lines[step.line]] : []));
    expect(lit.map((one) => one.line)).toEqual([...ran].sort((a, b) => (a ?? 0) - (b ?? 0)));
  });

  it('have their resulting values, and tests have their inputs and results', () => {
    expect(at('this.avg = (1.0')?.words).toEqual(['avg = 52.18']);
    expect(at('let p_b')?.words).toEqual(['p_b = 0.0305']);
    expect(at('if this.avg < params.min_th')?.words).toEqual(['no', 'avg = 52.18']);
    expect(at('if happens')?.words).toEqual(['yes']);
  });

  it('show each outcome at its line', () => {
    expect(lit.filter(({ outcome }) => outcome !== undefined)).toEqual([
      { line: lineOf('return drop("early")'), outcome: { kind: 'drop', reason: 'early' }, words: [] },
    ]);
  });

  it('do not exist before the first decision', () => {
    expect(litLines(undefined, FACTS, TEXT, { catalog: CATALOG })).toEqual([]);
  });

  it('include the line that called a function, with the result of the function', () => {
    const text = 'fn enqueue(packet) {\n    let x = f();\n    admit();\n}\nfn f() {\n    2 + 1\n}\n';
    const facts = factsOf(text);
    const place = (number: number): StepEntry => ({ kind: 'line', line: facts.lines.indexOf(number), held: undefined });
    const steps = [place(2), place(6), { kind: 'value', quantity: 0, value: 3 } as const, place(3)];
    expect(facts.about.quantities[0]?.id).toBe('x');
    expect(litLines({ steps }, facts, text, { catalog: CATALOG })).toMatchObject([
      { line: 2, words: ['x = 3'] },
      { line: 3, words: [] },
      { line: 6, words: [] },
    ]);
  });
});

describe('the breakpoints of a script', () => {
  it('are moved to the next line that the engine records', () => {
    const first = FACTS.lines[0] ?? 0;
    expect(lineToStopAt(1, FACTS.lines)).toBe(first);
    expect(lineToStopAt(first, FACTS.lines)).toBe(first);
    expect(lineToStopAt(10_000, FACTS.lines)).toBeUndefined();
    expect(settled([first, 1, 10_000], FACTS.lines)).toEqual([first]);
  });

  const state = EditorState.create({ doc: 'a\nb\nc\nd', extensions: breakpoints });
  const set = state.update({ effects: setBreakpoints.of([2, 4, 9]) }).state;

  it('are on lines of their own, and only on existing lines', () => {
    expect(breakpointLines(set)).toEqual([2, 4]);
  });

  it.each([
    ['a line comes before', { from: 0, insert: 'x\n' }, [3, 5]],
    ['its line is written to', { from: 3, insert: 'more' }, [2, 4]],
    ['a line comes right in front', { from: 2, insert: 'x\n' }, [3, 5]],
    ['the line before it goes', { from: 0, to: 2 }, [1, 3]],
    ['its own line goes', { from: 2, to: 4 }, [2, 3]],
  ])('stay with their lines when %s', (_, changes, expected) => {
    expect(breakpointLines(set.update({ changes }).state)).toEqual(expected);
  });
});

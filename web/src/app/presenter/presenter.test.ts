import { describe, expect, it } from 'vitest';
import { decidingLines } from './deciding-lines';
import { ruleInShort } from './rule-in-short';

describe('the short rule of a discipline', () => {
  it.each([
    ['Compare each arrival with a packet; if both are of one flow, drop both.', 'Compare each arrival with a packet'],
    ['The link asks a price. It rises.', 'The link asks a price'],
    ['Drop with p 0.5 at once.', 'Drop with p 0.5 at once'],
    [`${'long '.repeat(15)}clause, and more of it, ${'even '.repeat(10)}`, `${'long '.repeat(15)}clause`],
  ])('is the first clause of the idea of “%s”', (idea, rule) => {
    expect(ruleInShort(idea)).toBe(rule);
  });

  it('is never longer than a row of the presenter', () => {
    expect(ruleInShort('word '.repeat(60)).length).toBeLessThanOrEqual(93);
  });
});

describe('the lines of code that are shown for a decision', () => {
  const line = (number: number, indent: number, didRun: boolean, isDeciding = false) => ({
    ...{ line: number, indent, segments: [], text: '', didRun },
    outcome: isDeciding ? ({ kind: 'admit' } as const) : undefined,
  });

  it('end with the deciding line, and keep no common indentation', () => {
    const code = [
      line(0, 1, true),
      line(1, 1, true),
      line(2, 2, false),
      line(3, 2, true),
      line(4, 3, true, true),
      line(5, 1, true),
    ];
    expect(decidingLines(code, 3).map(({ line: number, indent }) => [number, indent])).toEqual([
      [1, 0],
      [3, 1],
      [4, 2],
    ]);
  });

  it('are the last executed lines if no line has decided', () => {
    expect(decidingLines([line(0, 0, true), line(1, 0, false)], 3).map(({ line: number }) => number)).toEqual([0]);
    expect(decidingLines([], 3)).toEqual([]);
  });
});

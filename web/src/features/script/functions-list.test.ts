import { describe, expect, it } from 'vitest';
import { factsOf, startText, TEXTS } from '../../testing/script-reader';
import { EMPTY_START } from './empty-start';
import { type ListedName, namesToWrite, searchedNames, textToInsert } from './functions-list';
import type { Known } from './script-help';

const KNOWN: Known = { texts: TEXTS, facts: factsOf(startText('choke')) };
const GROUPS = namesToWrite(startText('choke'), KNOWN);
const NAMES = GROUPS.flatMap(({ names }) => names);

function named(head: string): ListedName {
  const found = NAMES.find((name) => name.head === head);
  if (found === undefined) throw new Error(`${head} is not listed`);
  return found;
}

describe('the empty script', () => {
  it('is valid, needs only one function, and explains it', () => {
    const { about } = factsOf(EMPTY_START.text);
    expect(about.name).toBe('My rule');
    expect(EMPTY_START.text.split('\n').length).toBeLessThan(16);
  });
});

describe("the list of the lab's functions", () => {
  it('contains all, each once and with a meaning', () => {
    for (const { name } of TEXTS.callables) expect(NAMES.some(({ head }) => head.includes(name))).toBe(true);
    for (const { head, meaning } of NAMES) expect([head, meaning]).not.toContain('');
    for (const { names } of GROUPS) expect(new Set(names.map(({ head }) => head)).size).toBe(names.length);
  });

  it('does not contain functions that the text already defines', () => {
    expect(NAMES.map(({ head }) => head)).not.toContain('fn enqueue(packet)');
    expect(namesToWrite('', KNOWN).flatMap(({ names }) => names.map(({ head }) => head))).toContain(
      'fn enqueue(packet)',
    );
  });

  it('can be searched by name and by meaning', () => {
    const heads = (query: string) => searchedNames(GROUPS, query).flatMap(({ names }) => names.map(({ head }) => head));
    expect(heads('draw')[0]).toBe('queue.draw(n, from, to)');
    expect(heads('draw')).toContain('pick(n)');
    expect(heads('square root')).toContain('sqrt(x)');
    expect(heads('QUEUE len')).toContain('queue.len()');
    expect(heads('to_string')).toEqual([]);
    expect(searchedNames(GROUPS, ' ')).toBe(GROUPS);
  });

  it.each([
    ['queue.len()', '    if ', 'queue.len()'],
    ['queue.len()', '    if queue.', 'len()'],
    ['packet.flow', '', 'packet.flow'],
    ['drop(reason)', '', 'drop(‸)'],
    ['x.push(x)', 'hits', '.push(‸)'],
    ['x.push(x)', 'hits.', 'push(‸)'],
    ['x.push(x)', '    ', 'x.push(‸)'],
    ['queue.of(k).len()', 'let n = ', 'queue.of(k).len()'],
    ['params.limit', 'for i in 0..', 'params.limit'],
    ['params.limit', 'params.', 'limit'],
  ])('inserts a name at the cursor: %s after “%s” inserts %s', (head, before, written) =>
    expect(textToInsert(named(head), before)).toBe(written),
  );
});

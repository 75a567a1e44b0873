import { describe, expect, it } from 'vitest';
import { factsOf, startText, TEXTS } from '../../testing/script-reader';
import { choicesAt } from './script-completion';
import { helpAt, type Known } from './script-help';

const CHOKE = startText('choke');
const KNOWN: Known = { texts: TEXTS, facts: factsOf(CHOKE) };

/** The choices at the marker ‸ in a body of `enqueue`. */
function labels(body: string, known = KNOWN): readonly string[] | undefined {
  const text = `fn enqueue(packet) {\n    ${body}\n}\n`;
  const at = text.indexOf('‸');
  return choicesAt(text.replace('‸', ''), at, known)?.choices.map(({ label }) => label);
}

const namesBefore = (...befores: readonly string[]): readonly string[] =>
  TEXTS.callables.filter(({ before }) => befores.includes(before)).map(({ name }) => name);

describe('the completion in a script', () => {
  it.each([
    ['packet.‸', ['packet']],
    ['queue.at(f(i, 2)).‸', ['packet']],
    ['queue.of(k).at(0).fl‸', ['packet']],
    ['let head = queue.at(0); head.‸', ['packet']],
    ['queue.‸', ['queue', 'any-queue']],
    ['queue.of(packet.flow).‸', ['any-queue', 'one-queue']],
    ['if link.‸', ['link']],
    ['hits.‸', ['value']],
    ['this.list[0].‸', ['value']],
  ])('after %s lists the matching names', (body, befores) => expect(labels(body)).toEqual(namesBefore(...befores)));

  it('after params lists the parameters of the script', () => {
    expect(labels('params.‸')).toEqual(['limit', 'min_th', 'max_th', 'w_q', 'max_p', 'm']);
  });

  it('after this lists the properties in the text, but not the word that is being typed', () => {
    expect(labels('this.count = 1; this.last = 2; this.co‸')).toEqual(['count', 'last']);
  });

  it('for a reason lists those of the script first, and for a mark the reasons of marks', () => {
    expect(labels('drop("‸')).toEqual(['match_victim', 'match_arriving', 'forced', 'early', 'overflow'].sort(byScript));
    expect(labels('queue.drop(hits, "ma‸")')?.[0]).toBe(KNOWN.facts?.reasons[0]?.id);
    expect(labels('mark("‸')).toEqual(['mark_early', 'mark_sojourn']);
    expect(labels('let before = "‸"')).toBeUndefined();
  });

  it('for a name lists variables in scope, functions and words of the language', () => {
    const found = labels('let own = 0; for (x, place) in list { o‸ }');
    expect(found).toEqual(expect.arrayContaining(['own', 'x', 'place', 'packet', 'admit', 'while', 'this']));
    expect(found).not.toContain('o');
    expect(new Set(found).size).toBe(found?.length);
  });

  it.each(['// que‸', 'let que‸', 'for i‸', 'x = 12‸', '0..‸', ' ‸'])('is empty at %s', (body) =>
    expect(labels(body)).toBeUndefined(),
  );

  it('outside of functions lists the functions that the engine calls and the script does not define', () => {
    const found = choicesAt(`${CHOKE}\nf`, CHOKE.length + 2, KNOWN);
    expect(found?.choices.map(({ label }) => label)).toEqual([
      'const',
      'fn',
      'fn on_timer',
      'fn on_change',
      'fn gauges',
    ]);
    const behindFn = choicesAt('fn ', 3, KNOWN)?.choices.map(({ writes }) => writes);
    expect(behindFn).toContain('enqueue(packet) {\n    ‸\n}');
  });
});

function byScript(one: string, other: string): number {
  const ids = KNOWN.facts?.reasons.map(({ id }) => id) ?? [];
  return ids.indexOf(one) - ids.indexOf(other);
}

describe('the help for a name in a script', () => {
  const help = (text: string): string | undefined => {
    const at = text.indexOf('‸');
    const found = helpAt(text.replace('‸', ''), at, KNOWN);
    return found && `${found.head}: ${found.meaning}`;
  };

  it.each([
    ['queue.dr‸aw(2)', /^queue\.draw\(n, from, to\): the positions of/],
    ['queue.of(1).len‸()', /^queue\.of\(k\)\.len\(\): number of waiting packets in this queue/],
    ['x = packet.‸flow;', /^packet\.flow: number of the packet's flow, from 1/],
    ['params.min‸_th', /^params\.min_th \[packets\]: below this average every arrival is admitted, from 0.1 to 10000/],
    ['this.‸avg', /^avg \[packets\]: moving average of the queue/],
    ['drop("earl‸y")', /^"early": early drop: /],
    ['fn on_ti‸mer() {}', /^fn on_timer\(\): at the time that/],
    ['// Whether it is late.\nfn late(a, b) {}\nfn f() { la‸te(1, 2) }', /^fn late\(a, b\): Whether it is late\.$/],
  ])('is found: %s', (text, expected) => expect(help(text)).toMatch(expected));

  it.each(['// adm‸it', 'let nothing‸ = 1', '12‸', '"adm‸it"'])('does not exist at %s', (text) =>
    expect(help(text)).toBeUndefined(),
  );

  it('exists for every name that may be called', () => {
    for (const { before, name } of TEXTS.callables) {
      const receiver = {
        nothing: '',
        packet: 'packet.',
        value: 'x.',
        queue: 'queue.',
        'any-queue': 'queue.',
        'one-queue': 'queue.of(1).',
        link: 'link.',
      }[before];
      expect(help(`${receiver}${name}‸()`), `${before} ${name}`).toBeDefined();
    }
  });
});

import { describe, expect, it } from 'vitest';
import { apaOf, bibtexOf, bibtexOfDocument, type RunToCite, textOf } from './cite';

const RUN: RunToCite = {
  title: 'CHOKeD, Model 1',
  id: 'choked-model1',
  link: 'https://example.org/lab/#2.choked-model1.k3x9q.1~limit=60~a1',
  engine: '0.1.0',
  numbers: 1,
  seed: 7,
  lanes: ['CHOKeD', 'RED'],
  duration_s: 200,
  hash: 'sha256:00ff',
  date: '2026-11-23',
};

describe('the citation of a run', () => {
  it('contains in every form the link that repeats the run, and the hash that verifies it', () => {
    for (const text of [bibtexOf(RUN), apaOf(RUN), textOf(RUN)]) {
      for (const part of [
        RUN.link,
        'CHOKeD, Model 1',
        '0.1.0',
        'numbers 1',
        'seed 7',
        'CHOKeD, RED',
        'sha256:00ff',
        '2026',
      ])
        expect(text).toContain(part);
    }
    expect(bibtexOf(RUN)).toMatchInlineSnapshot(`
      "@misc{chokepoint-choked-model1-2026-7-00ff,
        author = {{The Chokepoint authors}},
        title = {{Chokepoint: CHOKeD, Model 1}},
        year = {2026},
        howpublished = {\\url{https://example.org/lab/#2.choked-model1.k3x9q.1~limit=60~a1}},
        note = {engine 0.1.0; numbers 1; seed 7; 200 s under CHOKeD, RED; results sha256:00ff; run on 2026-11-23},
      }"
    `);
    expect(apaOf(RUN)).toContain('(2026)');
    expect(apaOf(RUN)).toContain('Retrieved November 23, 2026, from https://');
  });

  it('leaves out unknown facts', () => {
    const bare = { ...RUN, id: '', link: '', hash: undefined, date: undefined };
    expect(bibtexOf(bare)).toMatch(/^@misc\{chokepoint-CHOKeD-Model-1-7,/);
    for (const text of [bibtexOf(bare), apaOf(bare), textOf(bare)]) {
      expect(text).not.toMatch(/undefined|url|results|run on|Retrieved/);
    }
    expect(apaOf(bare)).toContain('(n.d.)');
    expect(apaOf({ ...RUN, date: 'soon' })).toContain('Retrieved soon');
  });

  it('has a different key for each scene of a user', () => {
    const key = (run: Partial<RunToCite>) => bibtexOf({ ...RUN, id: '', ...run }).split('\n')[0];
    const first = key({ title: 'Two RTTs, web & PIE', hash: 'sha256:0123456789abcdef' });
    expect(first).toBe('@misc{chokepoint-Two-RTTs-web-PIE-2026-7-01234567,');
    expect(key({ title: 'Three RTTs', hash: 'sha256:0123456789abcdef' })).not.toBe(first);
    expect(key({ title: 'Two RTTs, web & PIE', hash: 'sha256:fedc' })).not.toBe(first);
    // If BibTeX allows none of the characters in a title, the key is just the hash of the results.
    expect(key({ title: '?', hash: 'sha256:00ff' })).toBe('@misc{chokepoint-2026-7-00ff,');
  });

  it('prevents every character of a title from acting as a TeX command', () => {
    const title = '100 % of {A & B}_1 \\input{x} ~ $5 ^ #2\n@misc{y,';
    const text = bibtexOf({ ...RUN, title, id: 'a, b} c' });
    expect(text).toContain(
      '{Chokepoint: 100 \\% of \\textbraceleft{}A \\& B\\textbraceright{}\\_1 \\textbackslash{}input\\textbraceleft{}x\\textbraceright{} ' +
        '\\textasciitilde{} \\$5 \\textasciicircum{} \\#2 @misc\\textbraceleft{}y,}',
    );
    expect(text).toMatch(/^@misc\{chokepoint-a-b-c-2026-7-00ff,\n/);
    // BibTeX counts every brace, even an escaped one.
    const braces = [...text].filter((it) => it === '{' || it === '}');
    expect(braces.filter((it) => it === '{')).toHaveLength(braces.length / 2);
    expect(textOf({ ...RUN, title })).toContain('#2 @misc{y,”');
  });

  it('quotes the document in the words of the preset', () => {
    const document = {
      id: 'manzoor-2015',
      title: 'CHOKeD: A Fair AQM',
      citation: 'S. Manzoor, CHOKeD, MS thesis, 2015',
    };
    expect(bibtexOfDocument(document)).toBe(
      '@misc{manzoor-2015,\n  title = {{CHOKeD: A Fair AQM}},\n  note = {S. Manzoor, CHOKeD, MS thesis, 2015},\n}',
    );
  });
});

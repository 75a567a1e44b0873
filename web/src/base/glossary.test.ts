import { describe, expect, it } from 'vitest';
import { GLOSSARY, type TermId, withTermsMarked } from './glossary';

const marked = (text: string) =>
  withTermsMarked(text).flatMap(({ text: part, id }) => (id === undefined ? [] : [[part, id]]));

describe('the glossary', () => {
  it('explains each term in one sentence, and finds every term by its own name', () => {
    for (const [id, { term, meaning }] of Object.entries(GLOSSARY)) {
      expect(meaning, id).toMatch(/^.{20,170}[^.]\.$/);
      // These terms occur only as labels of a name or number in lists, never in running text.
      if (id === 'year' || id === 'inconsistency') continue;
      expect(marked(`It is ${term} here.`), id).toEqual([[term, id as TermId]]);
    }
  });

  it('recognises a symbol only as it is written, and the words of the CHOKe family in every form', () => {
    expect(marked('The drawing factor D_r, then D_f; front half, w_q and candidates of a starved flow.')).toEqual([
      ['drawing factor', 'drawingFactor'],
      ['D_f', 'frontDraws'],
      ['front half', 'halves'],
      ['w_q', 'average'],
      ['candidates', 'candidate'],
      ['starved', 'starvation'],
      ['flow', 'flow'],
    ]);
  });

  it('marks the first use of each term as whole words, and does not change the text', () => {
    const text = 'Unresponsive flows draw no UDP draws; the drawing of a congestion window, of windows, I-03 and Jain.';
    expect(marked(text)).toEqual([
      ['Unresponsive', 'unresponsive'],
      ['draw', 'draw'],
      ['UDP', 'udp'],
      ['congestion window', 'congestionWindow'],
      ['I-03', 'inconsistency'],
      ['Jain', 'jain'],
    ]);
    expect(
      withTermsMarked(text)
        .map(({ text: part }) => part)
        .join(''),
    ).toBe(text);
    expect(withTermsMarked('Nothing of note.')).toEqual([{ text: 'Nothing of note.' }]);
  });
});

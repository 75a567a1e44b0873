import { presets } from 'virtual:presets';
import { beforeAll, describe, expect, it } from 'vitest';
import { testEngine } from '../../testing/engine';
import type { Preset } from '../border/scenario';
import { foundPresets, type MoreWords } from './preset-search';
import { moreWords, similar } from './search-index';

const PRESETS = [
  preset('transient-step', 20, 'transient', 'Transient study', 'A step of the load', 'choke'),
  preset('choked-model1', 1, 'thesis', 'A thesis', 'Model 1: one greedy flow', 'choked'),
  preset('choked-model2', 2, 'thesis', 'A thesis', 'Model 2: café with several', 'red'),
  preset('character-fq-codel', 30, 'characters', 'Characters', 'FQ-CoDel: newcomers first', 'fq-codel'),
];

describe('finding a scene', () => {
  it('shows every scene under its document, lessons first, then in the order of the presets', () => {
    expect(found('')).toEqual([
      ['Characters', ['character-fq-codel']],
      ['A thesis', ['choked-model1', 'choked-model2']],
      ['Transient study', ['transient-step']],
    ]);
  });

  it('wants every word, in any order, wherever it stands', () => {
    expect(found('model thesis')).toEqual([['A thesis', ['choked-model1', 'choked-model2']]]);
    expect(found('greedy 1')).toEqual([['A thesis', ['choked-model1']]]);
    expect(found('step model')).toEqual([]);
  });

  it('finds by discipline, and does not mind case, accents, spaces or how a name is joined', () => {
    expect(found('  RED ')).toContainEqual(['A thesis', expect.arrayContaining(['choked-model2'])]);
    expect(found('CAFE')).toEqual([['A thesis', ['choked-model2']]]);
    for (const name of ['fq_codel', 'fq-codel', 'FQCoDel'])
      expect(found(name), name).toEqual([['Characters', ['character-fq-codel']]]);
  });
});

describe('finding what people type among the scenes of this build', () => {
  let more: MoreWords;
  beforeAll(async () => {
    more = moreWords((await (await testEngine()).catalog()).disciplines);
  });
  const ids = (query: string) =>
    foundPresets(presets, query, more, similar).flatMap((group) => group.presets.map(({ scenario }) => scenario.id));

  it.each([
    ['lesson', 'first-choke'],
    ['introduction', 'first-choke'],
    ['beginner', 'character-red'],
    ['jain', 'choked-model1'],
    ['voip', 'modern-bufferbloat'],
    ['bufferbloat', 'modern-bufferbloat'],
    ['fq_codel', 'character-fq-codel'],
    ['Floyd', 'character-red'],
    ['jacobson', 'character-codel'],
    ['Nichols', 'character-codel'],
    // Somebody's fingers slipped.
    ['bufferblota', 'modern-bufferbloat'],
    ['Jacobsen', 'character-codel'],
    ['chocked model', 'choked-model1'],
  ])('%s', (query, id) => {
    expect(ids(query)).toContain(id);
  });

  it('shows what is simple first, and little where little was meant', () => {
    expect(ids('')[0]).toBe('first-choke');
    expect(ids('voip').length).toBeLessThan(4);
    expect(ids('zebra crossing')).toEqual([]);
  });
});

function found(query: string): unknown {
  return foundPresets(PRESETS, query).map(({ title, presets }) => [title, presets.map(({ scenario }) => scenario.id)]);
}

function preset(id: string, order: number, document: string, documentTitle: string, title: string, aqm: string) {
  return {
    order,
    document: { id: document, title: documentTitle, citation: 'Someone, 2015', place: 'section 4' },
    lesson: 'Something to learn.',
    scenario: { id, title, lanes: [{ aqm, params: {} }], flows: [{ transport: 'udp' }] },
  } as unknown as Preset;
}

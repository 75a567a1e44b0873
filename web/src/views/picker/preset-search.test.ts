import { describe, expect, it } from 'vitest';
import type { Preset } from '../../scenario/scenario';
import { foundPresets } from './preset-search';

const PRESETS = [
  preset('transient-step', 20, 'transient', 'Transient study', 'A step of the load', 'choke'),
  preset('choked-model1', 1, 'thesis', 'A thesis', 'Model 1: one greedy flow', 'choked'),
  preset('choked-model2', 2, 'thesis', 'A thesis', 'Model 2: café with several', 'red'),
];

describe('finding a scene', () => {
  it('shows every scene under its document, in the order of the presets', () => {
    expect(found('')).toEqual([
      ['A thesis', ['choked-model1', 'choked-model2']],
      ['Transient study', ['transient-step']],
    ]);
  });

  it('wants every word, in any order, wherever it stands', () => {
    expect(found('model thesis')).toEqual([['A thesis', ['choked-model1', 'choked-model2']]]);
    expect(found('greedy 1')).toEqual([['A thesis', ['choked-model1']]]);
    expect(found('step model')).toEqual([]);
  });

  it('finds by discipline, and does not mind case, accents or spaces', () => {
    expect(found('  RED ')).toContainEqual(['A thesis', expect.arrayContaining(['choked-model2'])]);
    expect(found('CAFE')).toEqual([['A thesis', ['choked-model2']]]);
  });
});

function found(query: string): unknown {
  return foundPresets(PRESETS, query).map(({ title, presets }) => [title, presets.map(({ scenario }) => scenario.id)]);
}

function preset(id: string, order: number, document: string, documentTitle: string, title: string, aqm: string) {
  return {
    order,
    document: { id: document, title: documentTitle, citation: 'Someone, 2015', place: 'section 4' },
    lesson: 'A lesson.',
    scenario: { id, title, lanes: [{ aqm, params: {} }], flows: [{ transport: 'udp' }] },
  } as unknown as Preset;
}

import type { LessonHead } from 'virtual:lessons';
import { describe, expect, it } from 'vitest';
import type { Preset } from '../border/scenario';
import { find, groupedByDocument, searchable } from './preset-search';

const PRESETS = [
  preset('transient-step', 20, 'transient', 'Transient study', 'A step of the load', 'choke'),
  preset('choked-model1', 1, 'thesis', 'A thesis', 'Model 1: one greedy flow', 'choked'),
  preset('choked-model2', 2, 'thesis', 'A thesis', 'Model 2: café with several', 'red'),
  preset('choked-model2-300', 3, 'thesis', 'A thesis', 'Model 2: 300 flows', 'red'),
  preset('character-fq-codel', 30, 'characters', 'Characters', 'FQ-CoDel: newcomers first', 'fq-codel'),
];
const LESSONS = [lesson('the-café', 'In a café'), lesson('a-model', 'Write a model')];
const LIST = searchable(PRESETS, LESSONS);

describe('the list of scenes', () => {
  it('shows every scene under its document, those for beginners first, then in the order of the presets', () => {
    expect(groupedByDocument(PRESETS).map(({ title, presets }) => [title, idsOf(presets)])).toEqual([
      ['Characters', ['character-fq-codel']],
      ['A thesis', ['choked-model1', 'choked-model2', 'choked-model2-300']],
      ['Transient study', ['transient-step']],
    ]);
  });
});

describe('the search for a scene', () => {
  it('has no result for an empty query, and ignores filler words', () => {
    expect(find(LIST, ' ')).toBeUndefined();
    expect(find(LIST, 'a')).toBeUndefined();
    expect(found('what is FQ-CoDel')).toEqual(['character-fq-codel']);
  });

  it('finds only scenes with every word of the query, in any order and place', () => {
    expect(found('thesis 1 model')).toEqual(['choked-model1']);
    expect(found('greedy 1')).toEqual(['choked-model1']);
    expect(found('step model')).toEqual([]);
  });

  it('ignores case, accents, spaces and separators in names', () => {
    expect(found('CAFE')).toEqual(['choked-model2']);
    for (const name of ['fq_codel', ' fq-codel', 'FQCoDel', 'fq codel', 'choked_model1'])
      expect(found(name)[0], name).toBe(name.startsWith('choked') ? 'choked-model1' : 'character-fq-codel');
  });

  it('ranks a match in a title before one in a document, and both before one in a sentence', () => {
    expect(found('step')).toEqual(['transient-step']);
    expect(found('choked')).toEqual(['choked-model1', 'choked-model2', 'choked-model2-300']);
    expect(found('model')).toEqual(['choked-model1', 'choked-model2', 'choked-model2-300']);
    // The word can be in the name of the document, in the title, in the text of the lesson or in the name of a
    // discipline.
    const others = [
      preset('third', 1, 'x', 'X', 'Other', 'blue'),
      { ...preset('second', 2, 'x', 'X', 'Other', 'red'), lesson: 'Blue is a colour.' } as Preset,
      preset('first', 3, 'b', 'Blue', 'Other', 'red'),
      preset('title', 4, 'x', 'X', 'The other blue', 'red'),
      preset('head', 5, 'x', 'X', 'The blue other', 'red'),
    ];
    expect(idsOf(find(searchable(others, []), 'blue')?.scenes)).toEqual(['head', 'title', 'first', 'second', 'third']);
  });

  it('does not match 30 with 300, or the 3 of “3 minutes” with the number of a scene', () => {
    expect(found('model 300')).toEqual(['choked-model2-300']);
    expect(found('model 2')[0]).toBe('choked-model2');
    expect(find(LIST, '3 minutes')?.lessons).toHaveLength(2);
  });

  it('finds parts of words if no word begins with the query', () => {
    expect(found('reedy')).toEqual(['choked-model1']);
  });

  it('ranks scenes before lessons, unless the query asks for lessons or only their titles match', () => {
    expect(find(LIST, 'café')).toMatchObject({ areLessonsFirst: false, lessons: [LESSONS[0]] });
    expect(find(LIST, 'lesson')).toMatchObject({ areLessonsFirst: true, lessons: LESSONS, scenes: [] });
    expect(find(LIST, 'model')).toMatchObject({ areLessonsFirst: false });
    expect(find(LIST, 'write model')).toMatchObject({ areLessonsFirst: true, lessons: [LESSONS[1]] });
  });
});

function found(query: string): unknown[] {
  return idsOf(find(LIST, query)?.scenes);
}

function idsOf(presets: readonly Preset[] = []): string[] {
  return presets.map(({ scenario }) => scenario.id);
}

function preset(id: string, order: number, document: string, documentTitle: string, title: string, aqm: string) {
  return {
    order,
    document: { id: document, title: documentTitle, citation: 'Someone, 2015', place: 'section 4' },
    lesson: 'Something to learn.',
    scenario: { id, title, lanes: [{ aqm, params: {} }], flows: [{ transport: 'udp' }] },
  } as unknown as Preset;
}

function lesson(id: string, title: string): LessonHead {
  return { id, title, document: 'transient', minutes: 8, level: 'first', learned: ['Something.'], steps: 3 };
}

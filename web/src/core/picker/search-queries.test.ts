/** Typical queries by lecturers, students and researchers, with the scene or lesson that Enter opens. */

import { lessonList } from 'virtual:lessons';
import { presets } from 'virtual:presets';
import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import { find, searchable } from './preset-search';
import { moreWords, similar } from './search-index';

const LIST = searchable(presets, lessonList, moreWords(CATALOG.disciplines));

/** Id of the first scene, or "lesson" and the id of the first lesson. */
function firstOf(query: string): string | undefined {
  const { scenes = [], lessons = [], areLessonsFirst = false } = find(LIST, query, similar) ?? {};
  return areLessonsFirst ? `lesson ${lessons[0]?.id}` : scenes[0]?.scenario.id;
}

describe('the first result', () => {
  it.each([
    // Terms of a lecture.
    ['bufferbloat', 'modern-bufferbloat'],
    ['voip', 'modern-bufferbloat'],
    ['latency', 'modern-bufferbloat'],
    ['jain', 'fairness-cost'],
    ['fairness', 'lesson what-fairness-costs'],
    ['unresponsive', 'modern-unresponsive'],
    ['greedy', 'character-choke'],
    ['drawing factor', 'choked-drawing-factor'],
    ['rtt', 'choked-rtt-25'],
    ['round trip', 'choked-rtt-25'],
    ['buffer', 'choked-buffer-300'],
    ['buffer size 500', 'choked-buffer-500'],
    ['ecn', 'choked-ecn'],
    ['L4S', 'modern-l4s'],
    ['udp', 'transient-udp-step'],
    ['lecture 3 minutes', 'first-choke'],
    ['beginner', 'first-choke'],
    ['congestion control', 'choked-aimd'],
    ['complexity', 'choked-complexity'],
    ['memory', 'fairness-cost'],
    // Disciplines.
    ['codel', 'character-codel'],
    ['how does CoDel work', 'character-codel'],
    ['fq codel', 'character-fq-codel'],
    ['fifo', 'character-drop-tail'],
    ['random early detection', 'character-red'],
    ['choke udp', 'transient-udp-step'],
    ['red vs codel', 'modern-unresponsive'],
    // Queries for papers and their scenes.
    ['model 1', 'choked-model1'],
    ['Table V', 'choked-buffer-300'],
    ['algorithm I', 'choked-algorithm-1'],
    ['vegas', 'choked-inter-tcp'],
    ['self-similar', 'variants-self-5'],
    ['seeds', 'transient-replications'],
    ['wifi', 'linux-router'],
    ['real packets', 'linux-recorded-drop-tail'],
    // Lessons, and misspellings.
    ['lesson red', 'lesson red-in-five-sliders'],
    ['random drop', 'lesson write-random-drop'],
    ["today's internet", 'lesson todays-internet'],
    ['bufferblota', 'modern-bufferbloat'],
    ['chocked model', 'choked-model1'],
  ])('for “%s” is %s', (query, wanted) => {
    expect(firstOf(query)).toBe(wanted);
  });

  it('for the name of a discipline is the scene that introduces it, in any spelling', () => {
    for (const { id, name } of CATALOG.disciplines)
      for (const query of [id, name, name.toUpperCase(), id.replaceAll('-', ' '), id.replaceAll('-', '_')])
        expect(firstOf(query), query).toBe(`character-${id}`);
  });
});

describe('the list of results', () => {
  const count = (query: string) => find(LIST, query, similar)?.scenes.length ?? 0;

  it('is short for specific words, and empty for unknown words', () => {
    expect(count('voip')).toBeLessThan(5);
    expect(count('jain')).toBeLessThan(20);
    expect(count('zebra crossing')).toBe(0);
  });

  it('includes all scenes of a document, and all scenes that compare a discipline', () => {
    expect(count('pernewque')).toBeGreaterThan(20);
    expect(count('red')).toBeGreaterThan(25);
  });
});

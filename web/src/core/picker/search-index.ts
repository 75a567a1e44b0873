/**
 * Additions to the search, loaded with the list of scenes: names of disciplines and authors as additional words, and
 * tolerance for typos.
 */

import { disciplinesByPreset } from 'virtual:preset-disciplines';
import uFuzzy from '@leeoniya/ufuzzy';
import type { DisciplineAbout } from '../border/catalog';
import type { Preset } from '../border/scenario';
import type { MoreWords, Similar } from './preset-search';

/** Words that belong to the disciplines in a scene or its experiment. */
export function moreWords(disciplines: readonly DisciplineAbout[]): (preset: Preset) => MoreWords {
  return ({ scenario }) => {
    const ids = disciplinesByPreset[scenario.id] ?? [];
    const introduced = disciplines.find(({ id }) => scenario.id === `character-${id}`);
    return {
      names: introduced === undefined ? [] : [introduced.id, introduced.name],
      source: introduced?.citation ?? '',
      compared: disciplines
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name, citation }) => `${id} ${name} ${citation}`)
        .join(' '),
    };
  };
}

/** Tolerates one typo per word: an extra, missing, wrong or swapped letter. */
const fuzzy = new uFuzzy({ intraMode: 1 });

export const similar: Similar = (texts, words) => {
  const found = words.map((word) => new Set(fuzzy.filter([...texts], word) ?? []));
  return texts.map((_, at) => at).filter((at) => found.every((places) => places.has(at)));
};

/**
 * The list of scenes, grouped by document or, for a search, ranked by relevance. Lessons are ranked in the same way.
 * Pure.
 *
 * Ranking: each scene gets a score for each word of the query. A match in its title scores more than all other matches
 * together, and a match in its document or section more than a match in a sentence. Results are sorted by the smallest
 * of these scores, then by their sum, then by the position of the first match in the title.
 */

import type { LessonHead } from 'virtual:lessons';
import type { Preset } from '../border/scenario';
import { STOP_WORDS, SYNONYMS } from './search-words';

interface PresetGroup {
  readonly id: string;
  readonly title: string;
  readonly presets: readonly Preset[];
}

/** Words that the disciplines of a scene add to the words of the scene itself. */
export interface MoreWords {
  /** Alternative names of the scene: those of the discipline that it introduces. */
  readonly names: readonly string[];
  /** Publication of the discipline that the scene introduces. */
  readonly source: string;
  /** Names and sources of all compared disciplines. */
  readonly compared: string;
}

/** Finds texts that contain words similar to the query. Returns their indexes in the list. */
export type Similar = (texts: readonly string[], words: readonly string[]) => readonly number[];

/** A scene or a lesson, with its words for the search. */
interface Entry<T> {
  readonly item: T;
  /** The title, and the names of the discipline that the scene introduces. Both have the same weight. */
  readonly titles: readonly Words[];
  /** The document, and the section or table in it. */
  readonly place: Words;
  /** Words of the lesson's text or of the teaching sentence. */
  readonly text: Words;
  /** Words of the publication. */
  readonly source: Words;
  /** All other words. */
  readonly other: Words;
}

type Words = readonly string[];

export interface SearchableList {
  readonly scenes: readonly Entry<Preset>[];
  readonly lessons: readonly Entry<LessonHead>[];
}

export interface Found {
  /** Scenes, the best first. */
  readonly scenes: readonly Preset[];
  readonly lessons: readonly LessonHead[];
  /** True if lessons come before the scenes. */
  readonly areLessonsFirst: boolean;
}

/** Scores of matches. A match in a title scores more than all other matches together. */
const WORTH = {
  /** The word of the query is the whole title, or the whole name of a discipline. */
  name: 1600,
  /** The first word of the title is the word of the query. */
  titleStart: 800,
  /** The second or a later word of the title is the word of the query. */
  title: 400,
  /** The first word of the title begins with the word of the query, but is longer. */
  titlePrefix: 250,
  /** A later word of the title begins with the word of the query, but is longer. */
  wordPrefix: 200,
  place: 80,
  text: 20,
  source: 20,
  other: 5,
  /** The word of the query is a single letter with which a word of any text begins. */
  letter: 2,
};

/** Score of a synonym, as a share of the score of the word itself. */
const WORTH_OF_SYNONYM = 0.3;

/** Presets grouped by document, in the order of the presets. The scenes for beginners come first. */
export function groupedByDocument(presets: readonly Preset[]): readonly PresetGroup[] {
  const groups = new Map<string, Preset[]>();
  for (const preset of beginnersFirst(presets)) {
    const group = groups.get(preset.document.id);
    if (group === undefined) groups.set(preset.document.id, [preset]);
    else group.push(preset);
  }
  return [...groups].map(([id, members]) => ({ id, title: members[0]?.document.title ?? id, presets: members }));
}

/** Prepares scenes and lessons for the search. */
export function searchable(
  presets: readonly Preset[],
  lessons: readonly LessonHead[],
  more?: (preset: Preset) => MoreWords,
): SearchableList {
  const documents = new Map(presets.map(({ document }) => [document.id, document]));
  return {
    scenes: beginnersFirst(presets).map((preset) => sceneEntry(preset, more?.(preset))),
    lessons: lessons.map((lesson) => lessonEntry(lesson, documents.get(lesson.document))),
  };
}

/**
 * Entries that match every word of the query. If there are none, entries with words that contain the query's words or
 * resemble them. Undefined for an empty query.
 */
export function find(list: SearchableList, query: string, similar?: Similar): Found | undefined {
  const terms = termsOf(query);
  if (terms.length === 0) return undefined;
  const scenes = ranked(list.scenes, terms);
  const lessons = ranked(list.lessons, terms);
  const isAskedFor = terms.some(({ literal }) => /^(lesson|course|exercise)s?$/.test(literal));
  const isOnlyTitleOfLessons = !scenes.some(({ isTitle }) => isTitle) && lessons.some(({ isTitle }) => isTitle);
  const isFound = scenes.length > 0 || lessons.length > 0;
  return {
    scenes: isFound ? scenes.map(({ item }) => item) : loosely(list.scenes, terms, similar),
    lessons: lessons.map(({ item }) => item),
    areLessonsFirst: lessons.length > 0 && (scenes.length === 0 || isAskedFor || isOnlyTitleOfLessons),
  };
}

interface Term {
  /** The words of the term, joined into one. */
  readonly literal: string;
  /** Synonyms, each joined. */
  readonly synonyms: readonly string[];
}

/**
 * The terms of a query. Filler words and the number before "minutes" are left out, and separators within a word are
 * removed. "What does FQ_CoDel do in 3 minutes" has the terms "fqcodel" and "minutes".
 */
function termsOf(query: string): readonly Term[] {
  const all = query.split(/\s+/).map(joined).filter(isNoArticle);
  const meant = all.filter((word) => !STOP_WORDS.has(word));
  const words = withoutCounts(meant.length > 0 ? meant : all);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const { length, synonyms } = synonymsAt(words, at);
    terms.push({ literal: words.slice(at, at + length).join(''), synonyms });
    at += length;
  }
  return terms;
}

/**
 * Removes the number of a duration such as "3 minutes" from a query. Otherwise, the 3 would be searched in the texts of
 * the scenes.
 */
function withoutCounts(words: Words): Words {
  return words.filter((word, at) => !(/^\d+$/.test(word) && /^min(ute)?s?$/.test(words[at + 1] ?? '')));
}

/** The longest entry in the table of synonyms that begins at this word. */
function synonymsAt(words: Words, at: number): { readonly length: number; readonly synonyms: readonly string[] } {
  for (let length = LONGEST_SYNONYM; length > 0; length--) {
    const synonyms = MEANT_BY.get(words.slice(at, at + length).join(' '));
    if (synonyms !== undefined && at + length <= words.length) return { length, synonyms };
  }
  return { length: 1, synonyms: [] };
}

const MEANT_BY = new Map(
  SYNONYMS.flatMap(({ typed, said }) =>
    typed.map((form) => [form.split(' ').map(joined).join(' '), said.map(joined)] as const),
  ),
);
const LONGEST_SYNONYM = Math.max(...[...MEANT_BY.keys()].map((form) => form.split(' ').length));

interface Hit<T> {
  readonly item: T;
  /** True if the title contains every word of the query. */
  readonly isTitle: boolean;
  readonly least: number;
  readonly sum: number;
  readonly place: number;
}

/** Entries that match every term, the best first. Entries with equal scores keep their order. */
function ranked<T>(entries: readonly Entry<T>[], terms: readonly Term[]): readonly Hit<T>[] {
  const hits = entries.map((entry) => hit(entry, terms)).filter((one) => one !== undefined);
  return hits.sort((a, b) => b.least - a.least || b.sum - a.sum || a.place - b.place);
}

function hit<T>(entry: Entry<T>, terms: readonly Term[]): Hit<T> | undefined {
  const worths = terms.map((term) => worth(entry, term));
  if (worths.some(({ sum }) => sum === 0)) return undefined;
  let least = Math.min(...worths.map(({ sum }) => sum));
  let sum = worths.reduce((total, one) => total + one.sum, 0);
  // The whole query is also scored as one joined word, since the user may type a name such as "CoDel" in two words.
  if (terms.length > 1) {
    const phrase = worth(entry, { literal: terms.map(({ literal }) => literal).join(''), synonyms: [] }).sum;
    least = Math.max(least, phrase);
    sum += phrase;
  }
  const isTitle = worths.every(({ title }) => title > 0);
  return { item: entry.item, isTitle, least, sum, place: Math.min(...worths.map(({ place }) => place)) };
}

/**
 * Score of one term of the query in an entry. `sum` is the score in all texts, `title` the score in the titles only.
 * `place` is the position of the first match in the title.
 */
function worth<T>(entry: Entry<T>, { literal, synonyms }: Term): { sum: number; title: number; place: number } {
  const orSynonym = (of: (form: string) => number): number =>
    Math.max(of(literal), ...synonyms.map((form) => WORTH_OF_SYNONYM * of(form)));
  const inTitles = (form: string): number => Math.max(...entry.titles.map((words) => titleWorth(words, form)));
  const sum =
    orSynonym(inTitles) +
    orSynonym((form) => wordWorth(entry.place, form, WORTH.place)) +
    orSynonym((form) => wordWorth(entry.text, form, WORTH.text)) +
    wordWorth(entry.source, literal, WORTH.source);
  const place = Math.min(...[literal, ...synonyms].map((form) => placeIn(entry.titles[0] ?? [], form)));
  return { sum: sum > 0 ? sum : wordWorth(entry.other, literal, WORTH.other), title: inTitles(literal), place };
}

function titleWorth(words: Words, form: string): number {
  const matches = words.map((_, at) => matchAt(words, at, form));
  if (matches[0] === 'whole') return words.join('') === form ? WORTH.name : WORTH.titleStart;
  if (matches.includes('whole')) return WORTH.title;
  if (!matches.includes('start')) return 0;
  return startWorth(form, matches[0] === 'start' ? WORTH.titlePrefix : WORTH.wordPrefix);
}

/**
 * Score of the best match in a list of words: `whole` for an equal word, half of it for a word that only begins with
 * `form`.
 */
function wordWorth(words: Words, form: string, whole: number): number {
  const matches = words.map((_, at) => matchAt(words, at, form));
  if (matches.includes('whole')) return whole;
  return matches.includes('start') ? startWorth(form, whole / 2) : 0;
}

/**
 * Score of a match at the beginning of a word. It is small for one letter, since the v of "Table V" does not mean
 * Vegas.
 */
function startWorth(form: string, worth: number): number {
  return form.length > 1 ? worth : WORTH.letter;
}

function placeIn(words: Words, form: string): number {
  const place = words.findIndex((_, at) => matchAt(words, at, form) !== undefined);
  return place < 0 ? Number.MAX_SAFE_INTEGER : place;
}

/**
 * Whether the words from this index on, when joined, equal `form` or begin with it. "FQ-CoDel" equals "fqcodel" and
 * begins with "fq". Undefined if there is no match.
 */
function matchAt(words: Words, at: number, form: string): 'whole' | 'start' | undefined {
  let found = '';
  for (let end = at; end < words.length && found.length < form.length; end++) found += words[end];
  if (found === form) return 'whole';
  // A number matches only as a whole: 30 does not match 300.
  return found.startsWith(form) && !/^\d+$/.test(form) ? 'start' : undefined;
}

/**
 * Entries with a word that contains the query, such as "pi2" in "DualPI2", followed by entries with similar words,
 * those in titles first.
 */
function loosely<T>(entries: readonly Entry<T>[], terms: readonly Term[], similar?: Similar): readonly T[] {
  const words = terms.map(({ literal }) => literal);
  // A short word is not compared, because it is similar to too many words.
  const alike = words.some(({ length }) => length < 4) ? undefined : similar;
  const isWithin = (text: string) => words.every((word) => text.includes(word));
  const within = (texts: readonly string[]) => texts.flatMap((text, at) => (isWithin(text) ? [at] : []));
  const levels = [1, 2, 5].map((kinds) => entries.map((entry) => spoken(entry, kinds)));
  for (const look of [within, (texts: readonly string[]) => alike?.(texts, words) ?? []]) {
    for (const texts of levels) {
      const places = look(texts);
      if (places.length > 0) return places.flatMap((at) => entries.slice(at, at + 1).map(({ item }) => item));
    }
  }
  return [];
}

/** The first `kinds` fields of an entry as one text. The order of the fields is titles, place, text, source, other. */
function spoken<T>({ titles, place, text, source, other }: Entry<T>, kinds: number): string {
  return [titles.flat(), place, text, source, other].slice(0, kinds).flat().join(' ');
}

function sceneEntry(preset: Preset, more?: MoreWords): Entry<Preset> {
  const { scenario, document, lesson } = preset;
  const { id, title, lanes, flows } = scenario;
  return {
    item: preset,
    titles: [title, ...(more?.names ?? [])].map(wordsOf),
    place: wordsOf([id, document.title, document.place].join(' ')),
    text: wordsOf(lesson),
    source: wordsOf([document.citation, more?.source].join(' ')),
    other: wordsOf(
      [...lanes.map(({ aqm }) => aqm), ...flows.map(({ transport }) => transport), more?.compared].join(' '),
    ),
  };
}

function lessonEntry(lesson: LessonHead, document: Preset['document'] | undefined): Entry<LessonHead> {
  const { id, title, minutes, level, learned } = lesson;
  return {
    item: lesson,
    titles: [wordsOf(title)],
    place: wordsOf(
      ['lesson course exercise', id, lesson.document, document?.title, level, minutes, 'min minutes'].join(' '),
    ),
    text: wordsOf(learned.join(' ')),
    source: wordsOf(document?.citation ?? ''),
    other: [],
  };
}

function beginnersFirst(presets: readonly Preset[]): readonly Preset[] {
  const isLater = ({ document }: Preset): number => Number(document.id !== 'characters');
  return [...presets].sort((a, b) => isLater(a) - isLater(b) || a.order - b.order);
}

/** Words of a text in lower case, without accents and articles. */
function wordsOf(text: string): Words {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(isNoArticle);
}

/** The parts of a name as one word without separators. */
function joined(text: string): string {
  return plain(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function isNoArticle(word: string): boolean {
  return !['', 'a', 'an', 'the'].includes(word);
}

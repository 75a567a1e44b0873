/** Sources of lessons (this build, an address, a text supplied by the user), and the addresses of their steps. */

import { lessonList, loadLesson } from 'virtual:lessons';
import { nearest } from '../../base/nearest';
import { allowScript } from '../border/allowed-scripts';
import type { Preset } from '../border/scenario';
import {
  BadLessonAddress,
  builtInFragment,
  keptFragment,
  LONGEST_LINK,
  ownFragment,
  packText,
  readLessonFragment,
  textFingerprint,
  unpackText,
} from './address';
import type { Lesson } from './lesson';
import { keepText, keptText } from './lesson-progress';
import type { LessonSource } from './lesson-store';
import { readLesson } from './read-lesson';
import { scriptsOfLesson } from './scripts-of-lesson';

export interface FoundLesson {
  readonly lesson: Lesson;
  readonly source: LessonSource;
  /** Index of the step. −1 is the introduction. */
  readonly step: number;
}

interface Means {
  readonly presets: readonly Preset[];
  readonly signal?: AbortSignal;
}

/** The lesson that an address names. Rejects with `BadLessonAddress`, or with `LessonRefused` for an invalid lesson. */
export async function lessonAt(fragment: string, means: Means): Promise<FoundLesson> {
  const address = readLessonFragment(fragment);
  const { step } = address;
  const found =
    address.kind === 'built-in'
      ? await builtInLesson(address.id)
      : await ownLesson(address.kind === 'own' ? await unpackText(address.packed) : textOf(address.fingerprint), means);
  const { steps } = found.lesson;
  if (step >= steps.length)
    throw new BadLessonAddress(`“${found.lesson.title}” has ${steps.length} steps, so there is no step ${step + 1}.`);
  return { ...found, step };
}

export async function builtInLesson(id: string): Promise<Omit<FoundLesson, 'step'>> {
  const lesson = await loadLesson(id);
  if (lesson === undefined) throw new BadLessonAddress(noSuchLesson(id));
  // The scripts in a lesson of this build are part of the build, so they are allowed.
  for (const text of scriptsOfLesson(lesson)) allowScript(text);
  return { lesson, source: { kind: 'built-in', id } };
}

/** Parses the text of a lesson. Rejects with `LessonRefused` if the lesson is invalid. */
export async function ownLesson(text: string, means: Means): Promise<Omit<FoundLesson, 'step'>> {
  return { lesson: await readLesson(text, means), source: { kind: 'own', text } };
}

/**
 * Address of a step. If the text is too long for an address, it is stored, and only this browser can open the address.
 */
export async function fragmentOfLesson(source: LessonSource, step: number): Promise<string> {
  if (source.kind === 'own') await packOnce(source.text);
  const fragment = fragmentAtHand(source, step);
  if (fragment === undefined) throw new Error('the lesson could not be packed into an address');
  return fragment;
}

/** Address of a step, without waiting. Undefined until `fragmentOfLesson` has packed the text. */
export function fragmentAtHand(source: LessonSource, step: number): string | undefined {
  if (source.kind === 'built-in') return builtInFragment(source.id, step);
  if (packed?.text !== source.text || packed.letters === undefined) return undefined;
  const fragment = shortEnough(ownFragment(packed.letters, step));
  if (fragment !== undefined) return fragment;
  keepText(source.text);
  return keptFragment(textFingerprint(source.text), step);
}

/** The address that contains the whole text of the lesson. Undefined if the text is too long. */
export async function wholeFragment(text: string, step: number): Promise<string | undefined> {
  return shortEnough(ownFragment(await packOnce(text), step));
}

function shortEnough(fragment: string): string | undefined {
  return fragment.length > LONGEST_LINK ? undefined : fragment;
}

interface Packed {
  readonly text: string;
  readonly work: Promise<string>;
  /** The packed text. Undefined until the packing has finished. */
  letters: string | undefined;
}

/** Cache of the last packed text, since the addresses of all steps of a lesson contain it. */
let packed: Packed | undefined;

function packOnce(text: string): Promise<string> {
  if (packed?.text === text) return packed.work;
  const begun: Packed = { text, work: packText(text), letters: undefined };
  packed = begun;
  void begun.work.then((letters) => {
    begun.letters = letters;
  });
  return begun.work;
}

function textOf(fingerprint: string): string {
  const text = keptText(fingerprint);
  if (text === undefined)
    throw new BadLessonAddress(
      'This lesson is too long for an address and is stored only in the browser that opened it. Open its file instead.',
    );
  return text;
}

function noSuchLesson(id: string): string {
  const near = nearest(
    id,
    lessonList.map((head) => head.id),
  );
  const head = lessonList.find((known) => known.id === near);
  const hint = head === undefined ? '' : ` The nearest is “${head.id}”: ${head.title}.`;
  return `There is no lesson “${id}” here.${hint}`;
}

/** Finding a scene: presets grouped by their document, and those that a few words are about. Pure. */

import type { Preset } from '../border/scenario';

interface PresetGroup {
  readonly id: string;
  readonly title: string;
  readonly presets: readonly Preset[];
}

/** More that somebody may remember of a scene than its head says. */
export type MoreWords = (preset: Preset) => string;

/** Other ways to look for the same: the ids of presets that are about something similar. */
export type Similar = (texts: readonly string[], words: readonly string[]) => readonly number[];

/** Scenes of this lab that show one discipline each: for those who begin. */
export function isLesson({ document }: Preset): boolean {
  return document.id === 'characters';
}

/**
 * What people type for what scenes say. A word is looked for as it stands, too.
 */
const SAME_AS: Readonly<Record<string, readonly string[]>> = {
  introduction: ['lesson'],
  intro: ['lesson'],
  tutorial: ['lesson'],
  beginner: ['lesson'],
  beginners: ['lesson'],
  easy: ['lesson'],
  jain: ['fair'],
  fairness: ['fair'],
  unfair: ['greedy', 'never yields'],
  voip: ['call beside'],
  voice: ['call beside'],
  phone: ['call beside'],
  latency: ['delay', 'talk'],
  lag: ['delay', 'talk'],
  bufferbloat: ['buffer'],
  rtt: ['round-trip', 'round trip'],
  http: ['web'],
  wifi: ['wireless'],
  wlan: ['wireless'],
  congestion: ['tahoe', 'newreno', 'window'],
  taildrop: ['drop-tail'],
  fifo: ['drop-tail'],
};

/**
 * The presets that hold every word asked for, lessons first, grouped by the document that published them. Where none does,
 * those that hold something similar, if somebody knows what that is.
 */
export function foundPresets(
  presets: readonly Preset[],
  query: string,
  more: MoreWords = () => '',
  similar?: Similar,
): readonly PresetGroup[] {
  const words = wordsOf(query);
  const known = [...presets].sort((a, b) => Number(isLesson(b)) - Number(isLesson(a)) || a.order - b.order);
  const texts = known.map((preset) => textOf(preset, more(preset)));
  const exact = known.filter((_, at) => words.every((word) => holds(texts[at] ?? '', word)));
  const found = exact.length > 0 ? exact : (similar?.(texts, words) ?? []).flatMap((at) => known.slice(at, at + 1));
  const groups = new Map<string, Preset[]>();
  for (const preset of found) {
    const group = groups.get(preset.document.id);
    if (group === undefined) groups.set(preset.document.id, [preset]);
    else group.push(preset);
  }
  return [...groups].map(([id, members]) => ({ id, title: members[0]?.document.title ?? id, presets: members }));
}

/** Whether a text holds every word asked for, or what people type for it. */
export function holdsAll(text: string, query: string): boolean {
  const said = plain(text);
  return wordsOf(query).every((word) => holds(said, word));
}

function holds(text: string, word: string): boolean {
  return text.includes(word) || SAME_AS[word]?.some((other) => text.includes(plain(other))) === true;
}

function wordsOf(query: string): string[] {
  return plain(query)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Everything that somebody may remember of a scene. */
function textOf(preset: Preset, more: string): string {
  const { scenario, document, lesson } = preset;
  const { id, title, lanes, flows } = scenario;
  const parts = [id, title, lesson, document.title, document.citation, document.place, more];
  if (isLesson(preset)) parts.push('lesson');
  return plain([...parts, ...lanes.map(({ aqm }) => aqm), ...flows.map(({ transport }) => transport)].join(' '));
}

/** Case, accents and the ways to join the parts of a name make no difference. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[-_‐–]/g, '')
    .trim();
}

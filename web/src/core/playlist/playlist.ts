/**
 * A playlist: scenes at given simulated times, in the order of a lecture. As a link it is
 * `list.1.<count>/<name>/<title>=<scene>/…`, in which a scene is the fragment of its link. As a file it is JSON. The
 * valid parts of a damaged list are still used. Pure.
 */

import { problemText } from '../../base/problem-text';
import type { SettingProblem } from '../scene/scene-store';

export interface Moment {
  readonly title: string;
  /** Fragment of the link that opens the entry. */
  readonly fragment: string;
}

export interface Playlist {
  readonly name: string;
  readonly moments: readonly Moment[];
}

export const EMPTY: Playlist = { name: '', moments: [] };

/** Maximum number of entries in a list. It is more than a lecture needs. */
export const MOST_MOMENTS = 100;
export const LONGEST_TITLE = 120;
/** Longest fragment that the engine reads [characters]. */
const LONGEST_FRAGMENT = 16_000;
const START = 'list.1.';
const FILE_VERSION = 1;

interface ReadPlaylist {
  readonly list: Playlist;
  /** Problems of the parts that could not be read. */
  readonly problems: readonly SettingProblem[];
}

export function withMoment(list: Playlist, moment: Moment): Playlist {
  return { ...list, moments: [...list.moments, moment] };
}

export function withoutMoment(list: Playlist, place: number): Playlist {
  return { ...list, moments: list.moments.filter((_, at) => at !== place) };
}

/** The list with one entry moved to another index. */
export function movedMoment(list: Playlist, from: number, to: number): Playlist {
  const moment = list.moments[from];
  if (moment === undefined || to < 0 || to >= list.moments.length) return list;
  return { ...list, moments: list.moments.filter((_, at) => at !== from).toSpliced(to, 0, moment) };
}

export function renamedMoment(list: Playlist, place: number, title: string): Playlist {
  return {
    ...list,
    moments: list.moments.map((moment, at) => (at === place ? { ...moment, title: titleOf(title) } : moment)),
  };
}

export function renamed(list: Playlist, name: string): Playlist {
  return { ...list, name: titleOf(name) };
}

/** Fragment of a playlist's address, without the `#`. */
export function playlistFragment({ name, moments }: Playlist): string {
  const parts = moments.map(({ title, fragment }) => `${encodeURIComponent(title)}=${fragment}`);
  return [`${START}${moments.length}`, encodeURIComponent(name), ...parts].join('/');
}

export function readPlaylistFragment(fragment: string): ReadPlaylist {
  const [head = '', name = '', ...parts] = fragment.split('/');
  const count = head.slice(START.length);
  if (!head.startsWith(START) || !/^\d{1,4}$/.test(count))
    return nothing('link', 'is not a playlist, or it comes from a newer version of this page');
  const problems: SettingProblem[] = [];
  const moments = parts.slice(0, MOST_MOMENTS).flatMap((part, at): Moment[] => {
    // Titles are percent-encoded, so the first "=" ends the title. Any further "=" belongs to a setting of the scene.
    const [title = '', ...scene] = part.split('=');
    return momentOf(decoded(title), scene.length === 0 ? undefined : scene.join('='), at, problems);
  });
  if (Number(count) !== parts.length)
    problems.push({
      path: 'link',
      problem: `announces ${count} moments but contains ${parts.length}: a part of it is missing`,
    });
  reportTooMany(parts.length, problems);
  return { list: { name: titleOf(decoded(name) ?? ''), moments }, problems };
}

export function playlistFile({ name, moments }: Playlist): string {
  const content = {
    chokepoint_playlist: FILE_VERSION,
    name,
    moments: moments.map(({ title, fragment }) => ({ title, link: fragment })),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

export function readPlaylistFile(text: string): ReadPlaylist {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (problem) {
    return nothing('file', `is not JSON: ${problemText(problem)}`);
  }
  const { chokepoint_playlist: version, name, moments: given } = record(content);
  if (version === undefined) return nothing('file', 'is not a playlist: it has no field chokepoint_playlist');
  if (version !== FILE_VERSION)
    return nothing('chokepoint_playlist', `is ${JSON.stringify(version)}; this page reads ${FILE_VERSION}`);
  if (!Array.isArray(given)) return nothing('moments', 'is not a list');
  const problems: SettingProblem[] = [];
  const moments = given.slice(0, MOST_MOMENTS).flatMap((entry: unknown, at): Moment[] => {
    const { title, link } = record(entry);
    // The link may be a whole address, or only its fragment.
    const fragment = typeof link === 'string' ? link.slice(link.indexOf('#') + 1) : link;
    return momentOf(typeof title === 'string' ? title : undefined, fragment, at, problems);
  });
  reportTooMany(given.length, problems);
  return { list: { name: titleOf(typeof name === 'string' ? name : ''), moments }, problems };
}

/** The name of an entry in a message, such as "moment 3, Model 1 at 76 s". */
export function momentName(place: number, title: string): string {
  return title === '' ? `moment ${place + 1}` : `moment ${place + 1}, ${title}`;
}

function momentOf(title: string | undefined, fragment: unknown, at: number, problems: SettingProblem[]): Moment[] {
  const path = momentName(at, title ?? '');
  if (typeof fragment !== 'string' || !/^\d+\.[\w.~=:@,-]+$/.test(fragment) || fragment.length > LONGEST_FRAGMENT) {
    problems.push({ path, problem: 'has no valid link to a scene' });
    return [];
  }
  if (title === undefined) problems.push({ path, problem: 'has no readable title and is kept without one' });
  return [{ title: titleOf(title ?? `Moment ${at + 1}`), fragment }];
}

function reportTooMany(count: number, problems: SettingProblem[]): void {
  if (count > MOST_MOMENTS)
    problems.push({ path: 'moments', problem: `has ${count} entries; the first ${MOST_MOMENTS} are kept` });
}

function nothing(path: string, problem: string): ReadPlaylist {
  return { list: EMPTY, problems: [{ path, problem }] };
}

function titleOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

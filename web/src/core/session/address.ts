/**
 * The address of the browser. Its fragment describes the scene and, if the catalogue of disciplines is open, the page
 * of the catalogue (`#1.…/catalogue/choke`). Opening the catalogue or one of its pages adds an entry to the history, so
 * that Back closes it. Opening another scene also adds an entry. Changes of a scene replace its entry.
 * `scene-address.ts` decides what is written, and when.
 */

import { viewStore } from '../page/view-store';
import type { AddressBar, Unsaid } from './address-bar';
import { isHallFragment, isLessonFragment, isPlaylistFragment } from './fragments';

interface Place {
  readonly scene: string;
  /**
   * Id of the discipline whose page of the catalogue is open; '' for the table of all disciplines. Undefined if the
   * catalogue is closed.
   */
  readonly catalogue: string | undefined;
}

const MARK = '/catalogue';

/**
 * Splits a fragment into the scene and the page of the catalogue. A lesson's fragment has a slash before its step. A
 * scene's fragment has no slash.
 */
export function placeIn(fragment: string): Place {
  if (isPlaylistFragment(fragment) || isHallFragment(fragment)) return { scene: fragment, catalogue: undefined };
  const at = fragment.indexOf(isLessonFragment(fragment) ? MARK : '/');
  if (at < 0) return { scene: fragment, catalogue: undefined };
  const rest = fragment.slice(at);
  const isCatalogue = rest === MARK || rest.startsWith(`${MARK}/`);
  return { scene: fragment.slice(0, at), catalogue: isCatalogue ? rest.slice(MARK.length + 1) : undefined };
}

export function fragmentOfPlace({ scene, catalogue }: Place): string {
  return catalogue === undefined ? scene : `${scene}${MARK}${catalogue === '' ? '' : `/${catalogue}`}`;
}

/** The data that the browser stores with an entry of the history. */
interface Kept {
  /** Id of the scene. It is kept while a page of the catalogue is open. */
  readonly id?: string;
  readonly unsaid?: Unsaid;
  /**
   * Number of history entries that were added since the catalogue was opened, one for each of its pages. Closing the
   * catalogue goes back by this number.
   */
  readonly depth?: number;
  /** True for an entry that was added when the user left the catalogue. The next scene replaces this entry. */
  readonly isForWhatFollows?: true;
}

/** The address bar of the browser. */
export const browserBar: AddressBar = {
  read: () => {
    const { id, unsaid } = kept();
    return { fragment: here().scene, id, unsaid };
  },
  write: ({ fragment, id, unsaid }, isNew) => {
    const { catalogue } = here();
    const { depth, isForWhatFollows } = kept();
    const address = addressOf(fragmentOfPlace({ scene: fragment, catalogue }));
    const entry = { ...(id === undefined ? {} : { id }), ...(unsaid === undefined ? {} : { unsaid }) };
    // A new scene usually adds an entry to the history. It replaces the current entry while the catalogue is open, and
    // after the user has left the catalogue.
    if (isNew && isForWhatFollows !== true && catalogue === undefined) keep('pushState', entry, address);
    else keep('replaceState', { ...entry, ...(depth === undefined ? {} : { depth }) }, address);
  },
};

/**
 * Handles the browser's Back and Forward. `follow` opens the address if it describes another scene. `leave` is called
 * before the page is left.
 */
export function followHistory({ follow, leave }: { readonly follow: () => void; readonly leave: () => void }): void {
  viewStore.setState({ catalogue: here().catalogue });
  window.addEventListener('popstate', () => {
    viewStore.setState({ catalogue: here().catalogue });
    follow();
  });
  // Some browsers signal an address that the user has typed only with `hashchange`.
  window.addEventListener('hashchange', follow);
  window.addEventListener('pagehide', leave);
}

/** Opens the catalogue or one of its pages. */
export function openCatalogue(catalogue = ''): void {
  const { catalogue: before } = viewStore.getState();
  if (before === catalogue) return;
  // Number of history entries to go back when the catalogue is closed. NaN if a link opened the catalogue, because no
  // earlier entry then belongs to the page.
  const depth = before === undefined ? 1 : depthHere() + 1;
  viewStore.setState({ catalogue });
  const { isForWhatFollows: _, ...scene } = kept();
  keep('pushState', { ...scene, depth }, addressOf(fragmentOfPlace({ scene: here().scene, catalogue })));
}

export function closeCatalogue(): void {
  const depth = depthHere();
  if (depth > 0) window.history.go(-depth);
  else {
    viewStore.setState({ catalogue: undefined });
    keep('replaceState', kept(), addressOf(here().scene));
  }
}

/** Leaves the catalogue and shows the lab, so that Back returns to the catalogue. */
export function leaveCatalogue(): void {
  viewStore.setState({ catalogue: undefined });
  const { depth: _, ...scene } = kept();
  keep('pushState', { ...scene, isForWhatFollows: true }, addressOf(here().scene));
}

/** Address of a page in the catalogue. */
export function addressInCatalogue(catalogue: string): string {
  return addressOf(fragmentOfPlace({ scene: here().scene, catalogue }));
}

export function addressOf(fragment: string): string {
  const { origin, pathname, search } = window.location;
  // A page that was opened from a file has the origin "null", so its whole address is used.
  const base = origin === 'null' ? window.location.href.replace(/#.*$/s, '') : `${origin}${pathname}${search}`;
  return fragment === '' ? base : `${base}#${fragment}`;
}

/**
 * Replaces the query of the address. `search` begins with `?` or is empty. The history entry and the fragment do not
 * change.
 */
export function keepSearch(search: string): void {
  const { pathname, hash } = window.location;
  keep('replaceState', kept(), `${pathname}${search}${hash}`);
}

/** Writes an address without a scene, which opens the first scene. */
export function forgetScene(): void {
  keep('replaceState', {}, addressOf(''));
}

/** Writes the history of the tab, without causing a `hashchange`. All writes go through this function. */
function keep(how: 'pushState' | 'replaceState', entry: Kept, address: string): void {
  try {
    window.history[how](entry, '', address);
  } catch {
    // The browser refused the entry, because it is too large or there were too many writes. Only the address is
    // written.
    window.history[how](null, '', address);
  }
}

function here(): Place {
  return placeIn(window.location.hash.replace(/^#/, ''));
}

/**
 * The stored data of an entry. The data are checked, because they may come from an earlier version of this page, or
 * from another page on this host.
 */
function kept(): Kept {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null) return {};
  const { id, unsaid, depth, isForWhatFollows } = state as Record<string, unknown>;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof unsaid === 'object' && unsaid !== null && 'scenario' in unsaid ? { unsaid: unsaid as Unsaid } : {}),
    ...(typeof depth === 'number' ? { depth } : {}),
    ...(isForWhatFollows === true ? { isForWhatFollows } : {}),
  };
}

function depthHere(): number {
  return kept().depth ?? Number.NaN;
}

/**
 * The address of the browser: the fragment of the scene, and behind it the viewer's place in the catalogue
 * (`#1.…/catalogue/choke`). Opening the catalogue, or a page of it, is an entry of the history, so that Back closes it;
 * so is a scene. Changes in a scene replace its entry. `core/session/scene-address.ts` decides on the text and the time
 * of writing.
 */

import { viewStore } from '../page/view-store';
import type { AddressBar, Unsaid } from './address-bar';
import { isHallFragment, isLessonFragment, isPlaylistFragment } from './fragments';

interface Place {
  readonly scene: string;
  /** Id of a discipline, '' for the table; undefined: the catalogue is closed. */
  readonly catalogue: string | undefined;
}

const MARK = '/catalogue';

/** A scene's own fragment has no slash; that of a lesson has one before its step. Playlists and halls are alone. */
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

/** The state that the browser keeps with an entry of the history. */
interface Kept {
  /** The id of the scene, whatever page of the catalogue lies over it. */
  readonly id?: string;
  readonly unsaid?: Unsaid;
  /** The number of entries of the catalogue over that of the scene. */
  readonly depth?: number;
  /** The entry was made on the way from the catalogue to the scene that opens next. */
  readonly isForWhatFollows?: true;
}

/** The browser's own. */
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
    // No entry can be added while the catalogue is open.
    if (isNew && isForWhatFollows !== true && catalogue === undefined) keep('pushState', entry, address);
    else keep('replaceState', { ...entry, ...(depth === undefined ? {} : { depth }) }, address);
  },
};

/** Follows Back and Forward; `follow` looks whether another scene is in the address. `leave`: the page is left. */
export function followHistory({ follow, leave }: { readonly follow: () => void; readonly leave: () => void }): void {
  viewStore.setState({ catalogue: here().catalogue });
  window.addEventListener('popstate', () => {
    viewStore.setState({ catalogue: here().catalogue });
    follow();
  });
  // Not every browser reports a typed address as it does one that Back leads to.
  window.addEventListener('hashchange', follow);
  window.addEventListener('pagehide', leave);
}

/** Opens the catalogue, or a page of it. */
export function openCatalogue(catalogue = ''): void {
  const { catalogue: before } = viewStore.getState();
  if (before === catalogue) return;
  // Number of history entries that closing goes back; unknown if a link opened the catalogue.
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

/** Leaves the catalogue for the lab; Back returns to the catalogue. */
export function leaveCatalogue(): void {
  viewStore.setState({ catalogue: undefined });
  const { depth: _, ...scene } = kept();
  keep('pushState', { ...scene, isForWhatFollows: true }, addressOf(here().scene));
}

/** The address of a page of the catalogue. */
export function addressInCatalogue(catalogue: string): string {
  return addressOf(fragmentOfPlace({ scene: here().scene, catalogue }));
}

export function addressOf(fragment: string): string {
  const { origin, pathname, search } = window.location;
  // A page opened from a file has the origin "null", so the whole address is used.
  const base = origin === 'null' ? window.location.href.replace(/#.*$/s, '') : `${origin}${pathname}${search}`;
  return fragment === '' ? base : `${base}#${fragment}`;
}

/** Another query in the address, with its `?` or ''; the entry and the fragment stay. */
export function keepSearch(search: string): void {
  const { pathname, hash } = window.location;
  keep('replaceState', kept(), `${pathname}${search}${hash}`);
}

/** The address of the page alone, which opens the default scene when it is loaded. */
export function forgetScene(): void {
  keep('replaceState', {}, addressOf(''));
}

/** The only place that writes the history of the tab. Without a `hashchange`. */
function keep(how: 'pushState' | 'replaceState', entry: Kept, address: string): void {
  try {
    window.history[how](entry, '', address);
  } catch {
    // Too much to be kept with an entry, or too often for the browser: the address alone does.
    window.history[how](null, '', address);
  }
}

function here(): Place {
  return placeIn(window.location.hash.replace(/^#/, ''));
}

/** Anything may be kept there: by an earlier version of this page, or by another page of this host. */
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

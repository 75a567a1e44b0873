/**
 * The address: the fragment of the scene, and behind it where in the catalogue the viewer is (`#1.…/catalogue/choke`).
 * Opening the catalogue, or a page of it, is an entry in the history, so that Back closes it; so is a scene. What changes in
 * a scene replaces its entry.
 */

import { isHallFragment, isLessonFragment, isPlaylistFragment } from '../session/scene-address';
import { viewStore } from '../store/view-store';

export interface Place {
  readonly scene: string;
  /** Id of a discipline, '' for the table; undefined: the catalogue is closed. */
  readonly catalogue: string | undefined;
}

const MARK = '/catalogue';

/** A scene's own fragment holds no slash; that of a lesson does before its step. Playlists and halls stand alone. */
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

/** The fragment of the scene on the page; the address may not have followed yet. */
let scene = '';

export function readFragment(): string {
  scene = here().scene;
  return scene;
}

/** Follows the scene; another scene is a new entry in the history. Under the catalogue that waits until it is closed. */
export function writeFragment(fragment: string, isAnother = false): void {
  scene = fragment;
  if (viewStore.getState().catalogue !== undefined || rawFragment() === fragment) return;
  if (isAnother && !isForWhatFollows()) window.history.pushState(null, '', addressOf(scene));
  else replace();
}

/** Does what Back and Forward ask for; `follow` opens the scene in the address when it is another one. */
export function followHistory(follow: () => void): void {
  viewStore.setState({ catalogue: here().catalogue });
  let left: string | undefined;
  window.addEventListener('popstate', () => {
    const { catalogue: before } = viewStore.getState();
    const place = here();
    viewStore.setState({ catalogue: place.catalogue });
    // What happened to the scene in the meantime is in force: the entry below the catalogue does not know of it yet.
    if (before !== undefined && place.catalogue === undefined && place.scene === left) replace();
    left = place.scene;
  });
  window.addEventListener('hashchange', () => {
    if (here().scene !== scene) follow();
  });
  viewStore.subscribe(({ catalogue }, before) => {
    if (catalogue !== undefined && before.catalogue === undefined) left = here().scene;
  });
}

/** Opens the catalogue, or a page of it. */
export function openCatalogue(catalogue = ''): void {
  const { catalogue: before } = viewStore.getState();
  if (before === catalogue) return;
  // How many entries lie above the one that closing goes back to; unknown where a link opened the catalogue.
  const depth = before === undefined ? 1 : depthHere() + 1;
  viewStore.setState({ catalogue });
  window.history.pushState({ depth }, '', addressOf(fragmentOfPlace({ scene: here().scene, catalogue })));
}

export function closeCatalogue(): void {
  const depth = depthHere();
  if (depth > 0) window.history.go(-depth);
  else {
    viewStore.setState({ catalogue: undefined });
    replace();
  }
}

/** On to something in the lab: Back leads to the catalogue again. */
export function leaveCatalogue(): void {
  viewStore.setState({ catalogue: undefined });
  window.history.pushState({ isForWhatFollows: true }, '', addressOf(scene));
}

/** The address of a page of the catalogue. */
export function addressInCatalogue(catalogue: string): string {
  return addressOf(fragmentOfPlace({ scene, catalogue }));
}

export function addressOf(fragment: string): string {
  const { origin, pathname, search } = window.location;
  // Under file: the origin is "null"; the address as it stands is better then.
  const base = origin === 'null' ? window.location.href.replace(/#.*$/s, '') : `${origin}${pathname}${search}`;
  return fragment === '' ? base : `${base}#${fragment}`;
}

/** Another query in the address, with its `?` or ''; the entry and the fragment stay. */
export function keepSearch(search: string): void {
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
}

/** The address of the page alone, which opens the default scene when it is loaded. */
export function forgetScene(): void {
  scene = '';
  window.history.replaceState(null, '', addressOf(''));
}

/** Without a `hashchange`. */
function replace(): void {
  window.history.replaceState(null, '', addressOf(scene));
}

function here(): Place {
  return placeIn(rawFragment());
}

function rawFragment(): string {
  return window.location.hash.replace(/^#/, '');
}

/** Whether the entry was made on the way from the catalogue to the scene that is now opened. */
function isForWhatFollows(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'isForWhatFollows' in state;
}

function depthHere(): number {
  const state: unknown = window.history.state;
  const depth = typeof state === 'object' && state !== null && 'depth' in state ? state.depth : undefined;
  return typeof depth === 'number' ? depth : Number.NaN;
}

/** The playlist at hand and where in it the lecture is, kept in the browser where that is allowed. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { getKept, putKept } from '../../base/keep';
import { EMPTY, type Playlist, playlistFile, readPlaylistFile } from './playlist';

interface PlaylistState {
  readonly list: Playlist;
  /** The moment that was opened last; undefined: none yet. */
  readonly at: number | undefined;
  /** The list before the last change, or before another one was opened: for undo. */
  readonly before: Playlist | undefined;
}

const KEY = 'chokepoint-playlist';

export const playlistStore = createStore<PlaylistState>(() => getKept(KEY, remembered));

export function usePlaylist<T>(select: (state: PlaylistState) => T): T {
  return useStore(playlistStore, select);
}

/** Another list, or the same one changed; `at` is then the place of the lecture in it. */
export function takePlaylist(list: Playlist, at: number | undefined): void {
  const { list: before } = playlistStore.getState();
  playlistStore.setState({ list, at, before: before.moments.length > 0 ? before : undefined });
}

/** The list before, which becomes the one that can be had back. */
export function takeBack(): void {
  const { before, list } = playlistStore.getState();
  if (before !== undefined) playlistStore.setState({ list: before, before: list, at: undefined });
}

export function standAt(at: number): void {
  playlistStore.setState({ at });
}

playlistStore.subscribe(({ list, before, at }) => {
  putKept(KEY, { list: playlistFile(list), before: before && playlistFile(before), at });
});

/** The stored text may be anything; it is read as carefully as a file from elsewhere. */
function remembered(kept: unknown): PlaylistState {
  const { list, before, at } = (kept ?? {}) as Record<string, unknown>;
  const read = (text: unknown): Playlist | undefined =>
    typeof text === 'string' ? readPlaylistFile(text).list : undefined;
  return {
    list: read(list) ?? EMPTY,
    before: read(before),
    at: typeof at === 'number' && Number.isInteger(at) && at >= 0 ? at : undefined,
  };
}

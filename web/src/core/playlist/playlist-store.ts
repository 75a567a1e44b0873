/**
 * The current playlist, and the position in it during a lecture. Both are stored in the browser if storage is allowed.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { getKept, putKept } from '../../base/keep';
import { EMPTY, type Playlist, playlistFile, readPlaylistFile } from './playlist';

interface PlaylistState {
  readonly list: Playlist;
  /** Index of the entry that was opened last. Undefined if none was opened. */
  readonly at: number | undefined;
  /** The list before the last change, or before another list was opened. Undo restores it. */
  readonly before: Playlist | undefined;
}

const KEY = 'chokepoint-playlist';

export const playlistStore = createStore<PlaylistState>(() => getKept(KEY, remembered));

export function usePlaylist<T>(select: (state: PlaylistState) => T): T {
  return useStore(playlistStore, select);
}

/**
 * Replaces the list with another one or an edited version. `at` is the index of the entry in it that was opened last.
 */
export function takePlaylist(list: Playlist, at: number | undefined): void {
  const { list: before } = playlistStore.getState();
  playlistStore.setState({ list, at, before: before.moments.length > 0 ? before : undefined });
}

/** Restores the previous list. A second call undoes the first. */
export function takeBack(): void {
  const { before, list } = playlistStore.getState();
  if (before !== undefined) playlistStore.setState({ list: before, before: list, at: undefined });
}

export function setPosition(at: number): void {
  playlistStore.setState({ at });
}

playlistStore.subscribe(({ list, before, at }) => {
  putKept(KEY, { list: playlistFile(list), before: before && playlistFile(before), at });
});

/** Validates the stored text like a file from another author, since it may be damaged. */
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

/** The state of offline use, and whether a newer version of the page exists. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type Kept =
  /** Loading has not begun, as the first scene is loaded first. */
  | { readonly kind: 'not-yet' }
  /** Browser or user wants to save data, so the page is stored only on request. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'loading'; readonly files: number; readonly of: number }
  | { readonly kind: 'whole' }
  /** Loading was interrupted; the next visit tries again. */
  | { readonly kind: 'failed' }
  /** This browser stores no files, or none under this address. */
  | { readonly kind: 'impossible' };

interface OfflineState {
  readonly kept: Kept;
  /** True if a newer version is stored and the next reload uses it. */
  readonly newerWaits: boolean;
  /** Stores the page even though the browser wants to save data. */
  readonly keep: (() => void) | undefined;
}

export const offlineStore = createStore<OfflineState>(() => ({
  kept: { kind: 'not-yet' },
  newerWaits: false,
  keep: undefined,
}));

export function useOffline<T>(select: (state: OfflineState) => T): T {
  return useStore(offlineStore, select);
}

/** The page's use without the network, and its newer version. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type Kept =
  /** Nothing has been begun: the first scene comes first. */
  | { readonly kind: 'not-yet' }
  /** The browser or the user wants to save data; the page is kept on request. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'loading'; readonly files: number; readonly of: number }
  | { readonly kind: 'whole' }
  /** It broke off; the next visit tries again. */
  | { readonly kind: 'failed' }
  /** This browser keeps nothing, or not here. */
  | { readonly kind: 'impossible' };

interface OfflineState {
  readonly kept: Kept;
  /** A newer version is kept, and waits for this page to be loaded again. */
  readonly newerWaits: boolean;
  /** Keeps the page although the browser asks to save data. */
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

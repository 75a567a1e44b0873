/** The state of offline use, and whether a newer version of the page exists. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type Kept =
  /** Storing has not started, because loading the first scene takes priority. */
  | { readonly kind: 'not-yet' }
  /**
   * The browser is in its data-saving mode, or this is a phone in an audience poll. The page is stored only if the user
   * requests it.
   */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'loading'; readonly files: number; readonly of: number }
  | { readonly kind: 'whole' }
  /** Storing was interrupted. The next visit tries again. */
  | { readonly kind: 'failed' }
  /** This browser cannot store files, or not for this address. */
  | { readonly kind: 'impossible' };

interface OfflineState {
  readonly kept: Kept;
  /** True if a newer version is stored, which the next reload will use. */
  readonly newerWaits: boolean;
  /** Stores the page when the user requests it. Undefined if storing needs no request or has begun. */
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

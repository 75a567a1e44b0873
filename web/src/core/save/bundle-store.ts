/** The bundle that was opened last. When its scene is run again, the results are compared. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../border/scenario';
import type { BundleRecord } from './bundle';

export interface BundleState {
  readonly opened:
    | {
        readonly name: string;
        readonly record: BundleRecord;
        /** Scene of the file, which stays the same when the scene on the page changes. */
        readonly scenario: Scenario;
      }
    | undefined;
}

export const bundleStore = createStore<BundleState>(() => ({ opened: undefined }));

export function useBundle<T>(select: (state: BundleState) => T): T {
  return useStore(bundleStore, select);
}

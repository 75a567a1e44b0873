/** The bundle that was opened last. If its scene is run again, the results are compared with those of the bundle. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../border/scenario';
import type { BundleRecord } from './bundle';

export interface BundleState {
  readonly opened:
    | {
        readonly name: string;
        readonly record: BundleRecord;
        /** Scene in the file. It stays the same if the scene on the page is changed. */
        readonly scenario: Scenario;
      }
    | undefined;
}

export const bundleStore = createStore<BundleState>(() => ({ opened: undefined }));

export function useBundle<T>(select: (state: BundleState) => T): T {
  return useStore(bundleStore, select);
}

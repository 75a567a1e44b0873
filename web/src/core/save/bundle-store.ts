/** The bundle that was opened last: its results are compared when its scene is run again. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../border/scenario';
import type { BundleRecord } from './bundle';

export interface BundleState {
  readonly opened:
    | {
        /** The name of the file. */
        readonly name: string;
        readonly record: BundleRecord;
        /** The scene of the file, whatever becomes of the scene on the page. */
        readonly scenario: Scenario;
      }
    | undefined;
}

export const bundleStore = createStore<BundleState>(() => ({ opened: undefined }));

export function useBundle<T>(select: (state: BundleState) => T): T {
  return useStore(bundleStore, select);
}

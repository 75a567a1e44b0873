import { useSyncExternalStore } from 'react';
import type { RunBuffer } from './run-buffer';

/** Renders the component anew when facts, marks or the end of the run change; never per frame. */
export function useRun(run: RunBuffer): number {
  return useSyncExternalStore(run.subscribe, run.coarseSnapshot);
}

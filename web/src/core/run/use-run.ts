import { useSyncExternalStore } from 'react';
import type { RunBuffer } from './run-buffer';

/** Renders the component again when facts, marks or the end of the run change, and not in every frame. */
export function useRun(run: RunBuffer): number {
  return useSyncExternalStore(run.subscribe, run.coarseSnapshot);
}

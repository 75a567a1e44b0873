import { useCallback, useSyncExternalStore } from 'react';
import { useView } from '../page/view-store';
import { type LaneRun, shownLanes } from './lanes';
import type { RunBuffer } from './run-buffer';

/**
 * Renders the component again when the facts about the lane or its settings change and when the run ends, but not in
 * every frame.
 */
export function useRun(run: RunBuffer): number {
  return useSyncExternalStore(run.subscribe, run.coarseSnapshot);
}

/** Renders the component again when the facts about any of the lanes change. */
export function useRuns(lanes: readonly LaneRun[]): void {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = lanes.map(({ run }) => run.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [lanes],
  );
  useSyncExternalStore(subscribe, () => lanes.map(({ run }) => run.coarseSnapshot()).join());
}

/** The lanes that are shown now: all of them, or the one that is shown alone. */
export function useShownLanes(lanes: readonly LaneRun[]): readonly LaneRun[] {
  useRuns(lanes);
  return shownLanes(
    lanes,
    useView((state) => state.soloLane),
  );
}

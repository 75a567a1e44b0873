/** Renders again when the facts of any lane change, and not in every frame. */

import { useCallback, useSyncExternalStore } from 'react';
import type { LaneRun } from '../run/lanes';

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

/**
 * The run's values for the formulas' pictures. While the run plays, they are updated only four times a second, to limit
 * the work of React.
 */

import { useEffect, useMemo, useRef, useState } from 'react';
import { useView } from '../../core/page/view-store';
import { onFrame } from '../../core/run/frame-loop';
import { focusedLane, type LaneRun, shownLanes } from '../../core/run/lanes';
import type { Elsewhere, SceneValues, TrafficSpread } from './picture';
import { PlaceSampler } from './place-sampler';
import { sceneValues } from './scene-values';

const RENEWAL_MS = 250;

interface Watched {
  /** The scene whose queues are sampled. Another scene starts a new average. */
  readonly scene: number;
  readonly sampler: PlaceSampler;
  version: number;
}

export function useSceneValues(
  lanes: readonly LaneRun[],
  elsewhere: readonly Elsewhere[],
  traffic: TrafficSpread | undefined,
): SceneValues {
  const focused = useView((state) => state.focusedLane);
  const soloLane = useView((state) => state.soloLane);
  const watched = useRef(new Map<number, Watched>());
  const [renewal, setRenewal] = useState(0);

  useEffect(() => {
    let renewed_ms = 0;
    let shownVersion = '';
    return onFrame('model', (now_ms) => {
      for (const lane of lanes) look(watched.current, lane);
      if (now_ms - renewed_ms < RENEWAL_MS) return;
      const version = lanes.map(({ run }) => `${run.scene} ${run.version}`).join();
      if (version === shownVersion) return;
      shownVersion = version;
      renewed_ms = now_ms;
      setRenewal((count) => count + 1);
    });
  }, [lanes]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value of `renewal` means that the runs have continued.
  return useMemo(() => {
    const shown = shownLanes(lanes, soloLane);
    const samplers = new Map([...watched.current].map(([index, { sampler }]) => [index, sampler]));
    return sceneValues(shown, focusedLane(lanes, focused), samplers, elsewhere, traffic);
  }, [lanes, soloLane, focused, elsewhere, traffic, renewal]);
}

function look(watched: Map<number, Watched>, { index, run }: LaneRun): void {
  const before = watched.get(index);
  const it = before?.scene === run.scene ? before : { scene: run.scene, sampler: new PlaceSampler(), version: -1 };
  if (it !== before) watched.set(index, it);
  if (it.version === run.version) return;
  it.version = run.version;
  it.sampler.look(run.latest.queue, (row) => run.isUnresponsive(row));
}

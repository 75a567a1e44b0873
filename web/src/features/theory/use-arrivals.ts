/** The open scene's arrivals, counted while a picture shows them. */

import { useEffect, useState } from 'react';
import { spreadOverScales } from '../../base/theory/scales';
import type { Scenario } from '../../core/border/scenario';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { countArrivals } from './arrivals';
import type { TrafficSpread } from './picture';

/** Counts by scene. A scene object is immutable, so its counts stay valid. */
const known = new WeakMap<Scenario, TrafficSpread>();

export function useArrivals(
  isWanted: boolean,
  actions: Pick<SceneActions, 'connectAnother'> | undefined,
): TrafficSpread | undefined {
  const scenario = useScene((state) => state.scenario);
  const [counted, setCounted] = useState<Scenario | undefined>(undefined);
  useEffect(() => {
    if (!isWanted || scenario === undefined || actions === undefined || known.has(scenario)) return undefined;
    const stopping = new AbortController();
    countArrivals(scenario, () => actions.connectAnother(), stopping.signal)
      .then((arrivals) => {
        if (arrivals === undefined) return;
        const { slot_s, counts } = arrivals;
        known.set(scenario, { slot_s, slots: counts.length, spreads: spreadOverScales(counts) });
        setCounted(scenario);
      })
      // Without an engine, the picture shows only the formula.
      .catch(() => undefined);
    return () => stopping.abort();
  }, [isWanted, scenario, actions]);
  return scenario !== undefined && (counted === scenario || known.has(scenario)) ? known.get(scenario) : undefined;
}

/** Computes the bands of other seeds while they are switched on, and restarts the runs when the scene changes. */

import { useEffect, useState } from 'react';
import { useView } from '../page/view-store';
import { type SceneActions, useScene } from '../scene/scene-store';
import { runOtherSeeds, type SeedBands } from './seed-bands';

export function useSeedBands(actions: SceneActions | undefined): SeedBands | undefined {
  const isWanted = useView((state) => state.hasSeedBands);
  const scenario = useScene((state) => state.scenario);
  const [bands, setBands] = useState<SeedBands | undefined>(undefined);
  useEffect(() => {
    if (!isWanted || scenario === undefined || actions === undefined) return undefined;
    const stopping = new AbortController();
    const means = { connect: () => actions.connectAnother(), signal: stopping.signal, onRun: setBands };
    void runOtherSeeds(scenario, means);
    return () => {
      stopping.abort();
      setBands(undefined);
    };
  }, [isWanted, scenario, actions]);
  return bands;
}

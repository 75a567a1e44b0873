/** Ends the introduction when the user first uses a part of the lab that it does not mention. */

import { useEffect } from 'react';
import type { Scenario } from '../../core/border/scenario';
import { leaveFirstMinute, viewStore } from '../../core/page/view-store';
import { WATCH } from '../../core/page/workspaces';
import { sceneStore } from '../../core/scene/scene-store';
import { FIRST_SCENE } from '../../core/session/first-scene';

/** The disciplines for which the introduction has text. */
const SPOKEN_OF: readonly string[] = ['choke', 'red'];

export function useLeaveByUse(): void {
  useEffect(() => {
    const stopScene = sceneStore.subscribe(({ preset, scenario }, before) => {
      const isOther = preset !== before.preset && preset?.scenario.id !== FIRST_SCENE.preset;
      const isChanged = scenario !== before.scenario && scenario !== undefined && !isSpokenOf(scenario);
      if (isOther || isChanged) leaveFirstMinute();
    });
    const stopView = viewStore.subscribe(({ workspace, isPresenting, catalogue, openSheet }, before) => {
      const isOther = workspace !== before.workspace && workspace !== WATCH;
      const isOpened = catalogue !== before.catalogue || openSheet !== before.openSheet;
      if (isOther || isOpened || isPresenting !== before.isPresenting) leaveFirstMinute();
    });
    return () => {
      stopScene();
      stopView();
    };
  }, []);
}

function isSpokenOf({ lanes }: Scenario): boolean {
  return lanes.length === 1 && lanes.every(({ aqm }) => SPOKEN_OF.includes(aqm));
}

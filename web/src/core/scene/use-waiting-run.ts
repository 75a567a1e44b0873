import { useEffect, useState } from 'react';
import { isPlaying, type SceneActions, sceneStore } from './scene-store';

type Actions = Pick<SceneActions, 'togglePlay' | 'playBackward'>;

/**
 * Pauses the run while a component covers the page, and continues it afterwards. Returns true if the run was playing
 * when the component appeared.
 */
export function useWaitingRun(actions: Actions): boolean {
  const [hasRun] = useState(isPlaying);
  useEffect(() => waitingRun(actions), [actions]);
  return hasRun;
}

/** Pauses a playing run. The returned function continues it, unless another scene was opened. */
export function waitingRun(actions: Actions): () => void {
  if (!isPlaying()) return () => {};
  const { scenario, direction } = sceneStore.getState();
  actions.togglePlay();
  return () => {
    const now = sceneStore.getState();
    if (now.state !== 'paused' || now.scenario !== scenario) return;
    if (direction === 'backward') actions.playBackward();
    else actions.togglePlay();
  };
}

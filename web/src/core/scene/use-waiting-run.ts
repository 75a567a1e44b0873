import { useEffect, useState } from 'react';
import { isPlaying, type SceneActions, sceneStore } from './scene-store';

type Actions = Pick<SceneActions, 'togglePlay' | 'playBackward'>;

/**
 * Pauses the run while the component exists, for parts that cover the page and so the run. Returns true if the run was
 * playing; then it goes on afterwards.
 */
export function useWaitingRun(actions: Actions): boolean {
  const [hasRun] = useState(isPlaying);
  useEffect(() => waitingRun(actions), [actions]);
  return hasRun;
}

/** Stops a run that plays; the returned function lets it go on, unless another scene was opened meanwhile. */
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

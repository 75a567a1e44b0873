/** Fullscreen mode, where the browser allows it. */

import { useSyncExternalStore } from 'react';

export async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
    else await document.exitFullscreen();
  } catch {
    // A frame or a phone may refuse fullscreen mode. The page then keeps its size.
  }
}

export function useFullscreen(): boolean {
  return useSyncExternalStore(follow, () => document.fullscreenElement !== null);
}

function follow(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

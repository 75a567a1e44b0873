/** What is told of the first scene, loaded when it has begun to move; and, while that is read, the panels that come after it. */

import { onDemand } from '../base/on-demand';
import { framesPainted } from '../run/frame-loop';
import type { RunBuffer } from '../run/run-buffer';
import type { Session } from '../session/session';
import { loadPanels } from './AroundTheStage';

/** As for the panels around the stage. */
const FRAMES_FIRST = 3;

export const FirstMinute = onDemand<{ run: RunBuffer; actions: Session }>(
  'The first minute',
  async () => {
    await framesPainted(FRAMES_FIRST);
    const { FirstMinute: told } = await import('./first-minute/FirstMinute');
    // Without the network the lab still comes when this is over.
    loadPanels().catch(() => {});
    return told;
  },
  { isQuiet: true },
);

/** The text of the first scene, loaded when it has begun to move; and, while that is read, the panels after it. */

import { framesPainted } from '../core/run/frame-loop';
import type { RunBuffer } from '../core/run/run-buffer';
import type { Session } from '../core/session/session';
import { onDemand } from '../ui/on-demand';
import { loadPanels } from './AroundTheStage';

/** As for the panels around the stage. */
const FRAMES_FIRST = 3;

export const FirstMinute = onDemand<{ run: RunBuffer; actions: Session }>(
  'The first minute',
  async () => {
    await framesPainted(FRAMES_FIRST);
    const { FirstMinute: told } = await import('../features/first-minute/FirstMinutePanel');
    // A failed load is repeated when the introduction ends.
    loadPanels().catch(() => {});
    return told;
  },
  { isQuiet: true },
);

/** The text of the introduction, loaded when the first scene plays. The panels load while the visitor reads it. */

import { framesPainted } from '../core/run/frame-loop';
import type { RunBuffer } from '../core/run/run-buffer';
import type { Session } from '../core/session/session';
import { onDemand } from '../ui/on-demand';
import { loadPanels } from './AroundTheStage';

/** Number of frames painted before the introduction loads, so that the stage appears first. */
const FRAMES_FIRST = 3;

export const FirstMinute = onDemand<{ run: RunBuffer; actions: Session }>(
  'The introduction',
  async () => {
    await framesPainted(FRAMES_FIRST);
    const { FirstMinute: Panel } = await import('../features/first-minute/FirstMinutePanel');
    // An error is ignored here, since the page requests the panels again when the introduction ends.
    loadPanels().catch(() => {});
    return Panel;
  },
  { isQuiet: true },
);

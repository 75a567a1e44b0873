/** What is told of the first scene, loaded when it has begun to move; and, while that is read, the panels that come after it. */

import { lazy } from 'react';
import { framesPainted } from '../run/frame-loop';
import type { RunBuffer } from '../run/run-buffer';
import type { Session } from '../session/session';
import { loadPanels } from './AroundTheStage';
import { Lazy } from './Lazy';

/** As for the panels around the stage. */
const FRAMES_FIRST = 3;

const Loaded = lazy(async () => {
  await framesPainted(FRAMES_FIRST);
  const { FirstMinute: told } = await import('./first-minute/FirstMinute');
  // Without the network the lab still comes when this is over.
  loadPanels().catch(() => {});
  return { default: told };
});

export function FirstMinute({ run, actions }: { run: RunBuffer; actions: Session }) {
  return (
    <Lazy what="The first minute" isQuiet>
      <Loaded run={run} actions={actions} />
    </Lazy>
  );
}

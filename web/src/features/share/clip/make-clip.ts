/**
 * Makes a clip: paints frames in order and passes each to the encoder. The result does not depend on the speed of the
 * machine.
 */

import type { ClipPlan } from './clip-plan';
import type { ClipLook, ClipScene } from './clip-scene';

/** A video file to which frames are added. */
export interface ClipFile {
  /** Adds the canvas as the next frame. Resolves when another frame can be added. */
  add(canvas: HTMLCanvasElement): Promise<void>;
  finish(): Promise<Blob>;
  /** Cancels the file and frees its memory. */
  cancel(): Promise<void>;
}

interface Making {
  readonly signal: AbortSignal;
  /** Called with the simulated time while the run advances to the first frame [s]. */
  readonly onUnderWay: (now_s: number) => void;
  /** Called after each frame with the number of finished frames. */
  readonly onFrame: (done: number) => void;
}

/**
 * Makes the whole clip. Undefined if it was cancelled. In every frame, there are two moments at which the page can do
 * other work: while the clip waits for the engine, and between painting and encoding.
 */
export async function makeClip(
  scene: ClipScene,
  plan: ClipPlan,
  look: ClipLook,
  file: ClipFile,
  { signal, onUnderWay, onFrame }: Making,
): Promise<Blob | undefined> {
  try {
    await scene.begin(plan, look, { signal, onUnderWay });
    for (let frame = 0; frame < plan.frames && !signal.aborted; frame += 1) {
      await scene.paint(frame, signal);
      await nextTurn();
      if (signal.aborted) break;
      await file.add(scene.canvas);
      onFrame(frame + 1);
    }
    if (!signal.aborted) return await file.finish();
  } catch (problem) {
    await file.cancel().catch(() => undefined);
    if (!signal.aborted) throw problem;
    return undefined;
  }
  await file.cancel();
  return undefined;
}

/** Yields to the event loop once, by means of a message. In a hidden tab, a timer would wait for a second. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

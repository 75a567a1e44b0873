/** Makes a clip: paints frame after frame and hands each to the encoder, at whatever speed the machine has. */

import type { ClipPlan } from './clip-plan';
import type { ClipLook, ClipScene } from './clip-scene';

/** A file that grows by a frame at a time. */
export interface ClipFile {
  /** Takes the canvas as the next frame; done when it can take another one. */
  add(canvas: HTMLCanvasElement): Promise<void>;
  finish(): Promise<Blob>;
  /** Cancels it and frees its memory. */
  cancel(): Promise<void>;
}

interface Making {
  readonly signal: AbortSignal;
  /** Called while the run is on its way to the first instant [s]. */
  readonly onUnderWay: (now_s: number) => void;
  /** Called after each frame with the number done. */
  readonly onFrame: (done: number) => void;
}

/**
 * The whole clip; undefined if it was given up. The page has its turn before each frame, for which the engine answers by
 * message, and between painting and encoding.
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

/** By message: a timer would wait for a second in a hidden tab. */
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

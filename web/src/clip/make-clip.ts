/** Makes a clip: paints frame after frame and hands each to the encoder, at whatever speed the machine has. */

import type { ClipPlan } from './clip-plan';
import type { ClipLook, ClipScene } from './clip-scene';

/** A file that grows by a frame at a time. */
export interface ClipFile {
  /** Takes what the canvas shows as the next frame; done when it can take another one. */
  add(canvas: HTMLCanvasElement): Promise<void>;
  finish(): Promise<Blob>;
  /** Gives it up and frees what it holds. */
  cancel(): Promise<void>;
}

export interface Making {
  readonly signal: AbortSignal;
  /** Told while the run is on its way to the first instant [s]. */
  readonly onUnderWay: (now_s: number) => void;
  /** Told after each frame how many are done. */
  readonly onFrame: (done: number) => void;
}

/** The whole clip; undefined if it was given up. Between two frames the page has its turn: the engine answers by message. */
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

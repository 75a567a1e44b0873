/** What a clip needs from the page: the scene and its painters, with separate engines. The app provides it. */

import { createContext } from 'react';
import type { ThemeName } from '../../../base/palette';
import type { Provenance } from '../../../core/save/provenance';
import type { ClipPlan } from './clip-plan';

/** The contents of every frame. */
export interface ClipLook {
  readonly theme: ThemeName;
  readonly hasStage: boolean;
  /** Ids of plots in their order. */
  readonly plots: readonly string[];
  /** The provenance, in small type at the bottom of the picture. */
  readonly provenance: Provenance;
}

export interface BeginOptions {
  readonly signal: AbortSignal;
  /** Called with the simulated time while the run advances to the start of the clip [s]. */
  readonly onUnderWay?: (now_s: number) => void;
}

/** A scene painted on a separate canvas, one time after another. The page's run does not move. */
export interface ClipScene {
  readonly canvas: HTMLCanvasElement;
  /** Id of the scene. */
  readonly name: string;
  /** Plots that apply to the scene. */
  readonly plots: readonly { readonly id: string; readonly title: string }[];
  /** Runs from the start of the scene to the start of a clip, always in the same steps. */
  begin(plan: ClipPlan, look: ClipLook, options: BeginOptions): Promise<void>;
  /** Paints a frame. Frames are painted in order from 0. */
  paint(frame: number, signal: AbortSignal): Promise<void>;
  /** Ends the engines. */
  close(): void;
}

/** Opens a scene for a clip. The share dialog provides the function. */
export const OpenClipScene = createContext<(() => Promise<ClipScene>) | undefined>(undefined);

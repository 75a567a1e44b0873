/** A clip's needs of the page: the scene and its painters, run by engines of its own. The app supplies them. */

import { createContext } from 'react';
import type { ThemeName } from '../../../base/palette';
import type { Provenance } from '../../../core/save/provenance';
import type { ClipPlan } from './clip-plan';

/** The contents of every frame. */
export interface ClipLook {
  readonly theme: ThemeName;
  readonly hasStage: boolean;
  /** Ids of plots, in their order. */
  readonly plots: readonly string[];
  /** Written small at the foot. */
  readonly provenance: Provenance;
}

export interface BeginOptions {
  readonly signal: AbortSignal;
  /** Called while the run is on its way to the start of the clip [s]. */
  readonly onUnderWay?: (now_s: number) => void;
}

/** A scene that is painted instant by instant on a canvas of its own; the run of the page does not move. */
export interface ClipScene {
  readonly canvas: HTMLCanvasElement;
  /** Id of the scene. */
  readonly name: string;
  /** Plots that the scene has. */
  readonly plots: readonly { readonly id: string; readonly title: string }[];
  /** Runs from the start of the scene to the beginning of a clip, always by the same way. */
  begin(plan: ClipPlan, look: ClipLook, options: BeginOptions): Promise<void>;
  /** Paints a frame, from 0 on, one after the other. */
  paint(frame: number, signal: AbortSignal): Promise<void>;
  /** Ends the engines. */
  close(): void;
}

/** The share dialog's way to a scene to film. */
export const OpenClipScene = createContext<(() => Promise<ClipScene>) | undefined>(undefined);

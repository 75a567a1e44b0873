/**
 * Paints a plot for a video clip, on a separate canvas at given simulated times, without a cursor and without delay.
 */

import type { Colours } from '../../base/palette';
import type { Ink } from '../../ui/marks/ink';
import type { PlotDefinition } from './definition';
import { type PlotType, paintMoving, paintStill, penOn } from './paint-plot';
import type { PlotDisplay, ValueScale } from './plot-display';
import type { PlotLanes } from './plot-lanes';

export { laneInk } from '../../ui/marks/lane-looks';
export { type PlotLanes, plotLanes } from './plot-lanes';
export { PLOTS } from './plots';
export type { PublishedMark } from './published';

/** Initial scale of the panel. */
const SCALE: ValueScale = { isLogarithmic: true, isCumulative: false };

interface Size {
  readonly width: number;
  readonly height: number;
  /** Number of canvas pixels in a CSS pixel. */
  readonly ratio: number;
}

export class PlotPicture {
  /** Separate canvases for axes and data, so that fading the data does not fade the axes. */
  readonly layers: readonly [still: HTMLCanvasElement, moving: HTMLCanvasElement];
  private readonly contexts: readonly [CanvasRenderingContext2D, CanvasRenderingContext2D];
  private reached = 0;
  private display: PlotDisplay | undefined;

  constructor(
    private readonly definition: PlotDefinition,
    private readonly size: Size,
    private readonly type: PlotType,
  ) {
    const layers = [layer(size), layer(size)] as const;
    this.layers = [layers[0].canvas, layers[1].canvas];
    this.contexts = layers;
  }

  /** `end_s` is the end of the time axis. */
  paint(lanes: PlotLanes, end_s: number, colours: Colours): void {
    const { size, type, contexts } = this;
    const [still, moving] = contexts;
    const display = this.definition.display(lanes, {
      width: size.width,
      height: size.height,
      fontSize: type.size,
      begin_s: 0,
      end_s,
      settledSpan_s: end_s,
      chosen: undefined,
      reached: this.reached,
      measure: (text) => {
        moving.font = `600 ${type.size}px ${type.family}`;
        return moving.measureText(text).width;
      },
      ...SCALE,
    });
    this.reached = display.reached;
    this.display = display;
    paintStill(penOn(still, size.ratio, type, colours), display);
    paintMoving(penOn(moving, size.ratio, type, colours), display);
  }

  /** The text above the picture. */
  texts(
    lanes: PlotLanes,
    end_s: number,
  ): {
    readonly title: string;
    readonly says: string;
    readonly aside: string;
    readonly asideInk: Ink | undefined;
  } {
    const { definition, display } = this;
    return {
      title: definition.title(lanes),
      says: definition.says(lanes, { ...SCALE, settledSpan_s: end_s }),
      aside: display?.aside ?? '',
      asideInk: display?.asideColour,
    };
  }
}

function layer({ width, height, ratio }: Size): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser draws no pictures');
  return context;
}

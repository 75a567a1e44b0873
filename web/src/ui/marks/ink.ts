/** Colours by name. Marks contain the name of a colour, and the theme defines its value. */

import type { Colours } from '../../base/palette';

/** The name of a single colour of the palette. */
export type Ink = { [Name in keyof Colours]: Colours[Name] extends string ? Name : never }[keyof Colours];

/** Input of the painters, in addition to a mark. */
export interface Brush {
  readonly colours: Colours;
  /** Font families as the style sheet names them. */
  readonly textFamily: string;
  readonly monoFamily: string;
}

/** Input of the plot painters, in addition to a mark. */
export interface PlotPen {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Colours;
  readonly font: string;
  /** Font size [px]. */
  readonly fontSize: number;
  /** Pixels of the device for each pixel of the page. */
  readonly pixelRatio: number;
}

/** Colours by name. A mark has a colour's name; the theme defines its value. */

import type { Colours } from '../../base/palette';

/** The name of a single colour of the palette. */
export type Ink = { [Name in keyof Colours]: Colours[Name] extends string ? Name : never }[keyof Colours];

/** What the painters need besides a mark. */
export interface Brush {
  readonly colours: Colours;
  /** Font families, as in the style sheet. */
  readonly textFamily: string;
  readonly monoFamily: string;
}

/** The canvas, colours and font with which the plot painters draw a mark. */
export interface PlotPen {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Colours;
  readonly font: string;
  /** Font size [px]. */
  readonly fontSize: number;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
}

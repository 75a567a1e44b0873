/** Colours by name: display lists name the thing, the theme gives its look. */

import type { Colours } from '../../base/palette';

/** The name of a single colour of the palette. */
export type Ink = { [Name in keyof Colours]: Colours[Name] extends string ? Name : never }[keyof Colours];

/** The painters' input beside a mark. */
export interface Brush {
  readonly colours: Colours;
  /** Font families as the style sheet names them. */
  readonly textFamily: string;
  readonly monoFamily: string;
}

/** The plot painters' input beside a mark. */
export interface PlotPen {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Colours;
  readonly font: string;
  /** [px] */
  readonly fontSize: number;
  /** Pixels of the device in one of the page. */
  readonly pixelRatio: number;
}

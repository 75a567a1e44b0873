/** A sweep's picture as plain data in pixels, which `paint-sweep.ts` paints on a canvas or into a file. */

import type { SettingValue } from '../../../core/border/scenario';
import type { Region } from '../../../ui/figure/axis';
import type { PlacedText } from '../../../ui/figure/paint-text';
import type { AreaMark } from '../../../ui/marks/area';
import type { DotsMark } from '../../../ui/marks/dots';
import type { Ink } from '../../../ui/marks/ink';
import type { LineMark } from '../../../ui/marks/line';
import type { Rule } from '../../../ui/marks/rule-mark';

/**
 * Inputs of a picture that do not depend on the sweep: its size, the widths of texts, and the scale of the previous
 * picture.
 */
export interface PictureView {
  /** Size [px]. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** Width of a text in bold [px]. */
  readonly measure: (text: string) => number;
  /** The range of values of the previous picture. While runs arrive, the range only grows. */
  readonly reached: Extent | undefined;
}

export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** A point of the sweep in a lane. */
export interface Spot {
  readonly point: number;
  readonly lane: number;
}

/** The area of a point: around its position on a curve, or its cell of a map. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** All cells of one colour. `boxes` has four numbers for each cell: left edge, upper edge, width and height [px]. */
interface CellsMark {
  /** A colour of the theme, or a number scale's colour, which is the same in all themes. */
  readonly colour: string;
  readonly boxes: readonly number[];
}

/** A short sign within a cell. */
export interface SignMark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly size: number;
}

/** The mark for the settings of the open scene. */
export interface SceneMark {
  /** A vertical line at the scene's value, in a plot over one setting. Empty in heat maps of two settings. */
  readonly rules: readonly Rule[];
  /** In a plot, a ring at the foot of the line. In heat maps, a ring in each map at the scene's two values. */
  readonly rings: readonly { readonly x: number; readonly y: number }[];
  readonly text: PlacedText;
}

export type Inked<Mark> = Mark & { readonly ink: Ink };

export interface SweepPicture {
  readonly regions: readonly Region[];
  readonly cells: readonly CellsMark[];
  /** Cells without a valid scene, because their settings contradict each other. */
  readonly hatched: readonly number[];
  readonly signs: readonly SignMark[];
  readonly rules: readonly Rule[];
  readonly areas: readonly Inked<AreaMark>[];
  readonly lines: readonly Inked<LineMark>[];
  readonly dots: readonly Inked<DotsMark>[];
  readonly texts: readonly PlacedText[];
  /** The range of the axis or of the colour scale. The next picture's range includes it. */
  readonly reached: Extent | undefined;
  /** The point of the sweep at a position. */
  readonly pick: (x: number, y: number) => Spot | undefined;
  readonly boxOf: (spot: Spot) => Box | undefined;
  /** The neighbouring point in this direction. Undefined at the edge. */
  readonly next: (spot: Spot, way: Way) => Spot | undefined;
  /** The point that the keyboard selects first. */
  readonly first: Spot;
  /** The mark at given values of the varied settings, in axis order. */
  readonly sceneMark: (values: readonly (SettingValue | undefined)[]) => SceneMark | undefined;
}

export type Way = 'left' | 'right' | 'up' | 'down';

/**
 * The lists of a picture without marks. A picture starts from these lists and replaces those for which it has marks.
 */
export const EMPTY_PICTURE = {
  regions: [],
  cells: [],
  hatched: [],
  signs: [],
  rules: [],
  areas: [],
  lines: [],
  dots: [],
  texts: [],
} as const satisfies Partial<SweepPicture>;

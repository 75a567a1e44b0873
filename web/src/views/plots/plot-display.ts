/**
 * What a plot shows, as plain data in pixels and names of colours: made by the models of this folder, painted by
 * `paint-plot.ts`, tested without a canvas.
 */

import type { AreaMark } from '../../marks/area';
import type { AxesMark, Region, Tick } from '../../marks/axis';
import { linearTicks } from '../../marks/axis-steps';
import type { BarLayer, Texture } from '../../marks/bars';
import type { CursorMark } from '../../marks/cursor';
import type { DotsMark } from '../../marks/dots';
import type { Ink } from '../../marks/ink';
import type { LineMark } from '../../marks/line';
import { spreadLabels } from '../../marks/line-labels';
import type { ReferenceMark } from '../../marks/reference-mark';
import type { RunBuffer, RunSeries } from '../../run/run-buffer';

/** What plots read of a run. */
export type PlotSource = Pick<RunBuffer, 'catalog' | 'facts' | 'about' | 'latest' | 'series' | 'marks'> & {
  /** The future that was left when a setting was changed in the past, until it is dismissed. */
  readonly ghost?: RunSeries | undefined;
  readonly ghostFrom_s?: number | undefined;
};

/** From where and how a plot is looked at. */
export interface PlotView extends ValueScale {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** End of the shared time axis [s]. */
  readonly end_s: number;
  /** Where the end of the axis will be when it has grown [s]; what is summed or averaged over follows this one. */
  readonly settledEnd_s: number;
  /** Where the viewer points on the horizontal axis: an instant [s], a flow row, a part; undefined: nowhere. */
  readonly chosen: number | undefined;
  /** Greatest value that the vertical axis has reached in this run; an axis that grows never shrinks. */
  readonly reached: number;
  /** Width of a text [px]. */
  readonly measure: (text: string) => number;
}

/** How values are drawn, where a plot offers a choice. */
export interface ValueScale {
  readonly isLogarithmic: boolean;
  readonly isCumulative: boolean;
}

export interface PlotDisplay {
  readonly axes: AxesMark;
  readonly areas: readonly Coloured<AreaMark>[];
  readonly bars: readonly Coloured<BarLayer>[];
  readonly lines: readonly Coloured<LineMark>[];
  readonly dots: readonly Coloured<DotsMark>[];
  /** Names and values beside the plot, each at the height of its line. */
  readonly labels: readonly LabelMark[];
  /** Names within the plot. */
  readonly notes: readonly NoteMark[];
  readonly rings: readonly RingMark[];
  readonly cursor: CursorMark | undefined;
  /** Where the present moment stands in what has been simulated [px]; undefined when it is the end of it. */
  readonly now: number | undefined;
  /** How the run went before a setting was changed in its past. */
  readonly ghosts: readonly Coloured<LineMark>[];
  /** Values from elsewhere, at the right edge. */
  readonly references: readonly Coloured<ReferenceMark>[];
  /** Parts of the plot that mean something: under everything. */
  readonly grounds: readonly GroundMark[];
  /** Where settings were changed [px]. */
  readonly flags: readonly number[];
  /** What the plot says at the instant, for those who do not see it. */
  readonly reading: string;
  /** A short value beside the title, or nothing. */
  readonly aside: string;
  /** The lane that the value is of, where there are several. */
  readonly asideColour?: Ink | undefined;
  /** Greatest value of the vertical axis, for the next picture of this run. */
  readonly reached: number;
  /** What stands at a place [px]: an instant [s], a flow row, a part; undefined: nothing. */
  readonly pick: (x: number, y: number) => number | undefined;
}

/** A tinted part of the plot, with its name at its upper edge. */
export interface GroundMark {
  readonly left: number;
  readonly right: number;
  readonly text: string;
  readonly colour: Ink;
  readonly textColour: Ink;
}

export type Coloured<Mark> = Mark & { readonly colour: Ink };

export interface LabelMark {
  readonly y: number;
  readonly name: string;
  readonly value: string;
  readonly colour: Ink;
  readonly isStrong: boolean;
  /** Shown as a small patch before the name, where the line is a texture. */
  readonly texture?: Texture;
}

export interface NoteMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly align: 'left' | 'right';
  readonly colour: Ink;
}

export interface RingMark {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Ink;
}

/** Height of a label of two rows, in font sizes. */
const LABEL_ROWS = 2.35;

/** Width of the ticks of a vertical axis, in font sizes: whole numbers up to a thousand, or decimals. */
export const NARROW_TICKS = 2.9;
const WIDE_TICKS = 4.1;

/**
 * The region of a plot whose labels at the right need `gutter` pixels, and whose ticks need `ticks` font sizes. A panel that
 * is being laid out anew, when a phone is turned for example, may have less than they need: it is never inside out.
 */
export function plotRegion(view: PlotView, gutter: number, ticks: number = WIDE_TICKS): Region {
  const left = Math.round(view.fontSize * ticks);
  const top = Math.round(view.fontSize * 0.7);
  return {
    left,
    right: Math.max(left + 1, Math.round(view.width - gutter)),
    top,
    bottom: Math.max(top + 1, Math.round(view.height - view.fontSize * 2)),
  };
}

/** The gutter that labels of two short rows need. */
export function narrowGutter(view: PlotView): number {
  return view.fontSize * 4.6;
}

export function timeToX(region: Region, end_s: number, time_s: number): number {
  return region.left + ((region.right - region.left) * time_s) / end_s;
}

export function xToTime(region: Region, end_s: number, x: number): number {
  return (Math.max(0, Math.min(1, (x - region.left) / (region.right - region.left))) || 0) * end_s;
}

/** The slot, of a number of equal width, that contains a horizontal position; undefined if there are none. */
export function slotAt({ left, right }: Region, slots: number, x: number): number | undefined {
  if (slots === 0) return undefined;
  return Math.max(0, Math.min(slots - 1, Math.floor(((x - left) / (right - left)) * slots)));
}

/** The height of a value on a linear axis from zero; values beyond the greatest stand at the upper edge. */
export function valueToY(region: Region, greatest: number, value: number): number {
  return Math.max(region.top, region.bottom - ((region.bottom - region.top) * value) / greatest);
}

/** The height of a value on a logarithmic axis; values below the least stand at its foot. */
export function valueToLogarithmicY({ top, bottom }: Region, least: number, greatest: number, value: number): number {
  return Math.max(
    top,
    bottom - ((bottom - top) * Math.log(Math.max(value, least) / least)) / Math.log(greatest / least),
  );
}

export function valueTicks(region: Region, view: PlotView, greatest: number): Tick[] {
  return linearTicks(greatest, region.bottom - region.top, view.fontSize * 4).map((tick) => ({
    at: valueToY(region, greatest, tick),
    text: plain(tick),
  }));
}

/** How far the run has been simulated [s]; the present may lie before. */
export function furthestOf({ latest, series }: PlotSource): number {
  const told_s = series.length > 0 ? (series.time_s[series.length - 1] ?? 0) : 0;
  return Math.max(latest.scalars.now_s, latest.scalars.furthest_s || 0, told_s);
}

/** How far there is anything to show, the future that was left included [s]. */
export function shownUntil(source: PlotSource): number {
  const { ghost } = source;
  const ghost_s = ghost !== undefined && ghost.length > 0 ? (ghost.time_s[ghost.length - 1] ?? 0) : 0;
  return Math.max(furthestOf(source), ghost_s);
}

/** Whether the present lies before what has been simulated. */
export function isInPast(source: PlotSource): boolean {
  return source.latest.scalars.now_s < furthestOf(source) - 1e-9;
}

/** The instant nearest to a moment at which values are known. */
export function instantAt(source: PlotSource, time_s: number): number {
  const bucket = source.series.bucketAt(time_s);
  return Math.max(0, Math.min(source.series.time_s[bucket] ?? time_s, furthestOf(source)));
}

/** Puts labels of two rows beside their lines, none over another; the first ones of the list matter most. */
export function placeLabels(labels: readonly LabelMark[], view: PlotView, region: Region): LabelMark[] {
  const known = labels.filter((label) => Number.isFinite(label.y));
  const centres = spreadLabels(
    known.map(({ y }) => y),
    known.map(() => view.fontSize * LABEL_ROWS),
    region.top - view.fontSize * 0.7,
    region.bottom + view.fontSize * 0.9,
  );
  return known.flatMap((label, index) => {
    const y = centres[index];
    return y === undefined || Number.isNaN(y) ? [] : [{ ...label, y }];
  });
}

/** A single dot on a line. */
export function onePoint(x: number, y: number, colour: Ink): Coloured<DotsMark> {
  return { x: Float32Array.of(x), y: Float32Array.of(y), length: 1, radius: 3.5, shape: 'disc', colour };
}

/** A step function over adjacent intervals, as a line and as the area under it. */
export function stepShapes(
  values: Float64Array,
  edgeToX: (edge: number) => number,
  toY: (value: number) => number,
  bottom: number,
  colour: Ink,
): { readonly line: Coloured<LineMark>; readonly area: Coloured<AreaMark> } {
  const length = 2 * values.length;
  const x = Float32Array.from({ length }, (_, corner) => edgeToX(Math.ceil(corner / 2)));
  const y = Float32Array.from({ length }, (_, corner) => toY(values[Math.floor(corner / 2)] as number));
  const low = new Float32Array(length).fill(bottom);
  return {
    line: { x, y, length, width: 2, colour },
    area: { x, low, high: y, length, opacity: 0.25, colour },
  };
}

/** Decimals for values up to `greatest`: three below ten, fewer above. */
export function decimals(greatest: number): number {
  return greatest < 10 ? 3 : greatest < 100 ? 2 : 1;
}

export function classColour(name: string): Ink {
  return name === 'udp' ? 'unresponsive' : 'responsive';
}

/** A number as an axis writes it: no exponent, no binary dust. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** A plot with nothing in it but its axes. */
export function blankDisplay(axes: AxesMark): PlotDisplay {
  return {
    axes,
    areas: [],
    bars: [],
    lines: [],
    dots: [],
    labels: [],
    notes: [],
    rings: [],
    cursor: undefined,
    now: undefined,
    ghosts: [],
    references: [],
    grounds: [],
    flags: [],
    reading: '',
    aside: '',
    reached: 0,
    pick: () => undefined,
  };
}

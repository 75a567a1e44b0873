/**
 * What a plot shows, as plain data in pixels and names of colours: made by the models of this folder, painted by
 * `paint-plot.ts`, tested without a canvas.
 */

import { keptApart, type Region, type Tick, ticksOn } from '../../ui/figure/axis';
import { spreadLabels } from '../../ui/figure/line-labels';
import type { AxesMark } from '../../ui/figure/paint-axes';
import { scaleOver } from '../../ui/figure/scale';
import type { AreaMark } from '../../ui/marks/area';
import type { BarLayer, Texture } from '../../ui/marks/bars';
import { type CursorMark, cursorReach } from '../../ui/marks/cursor';
import type { DotsMark } from '../../ui/marks/dots';
import type { Ink } from '../../ui/marks/ink';
import type { LineMark } from '../../ui/marks/line';
import { REFERENCE_STRIP, type ReferenceMark } from '../../ui/marks/reference-mark';
import type { GaugeTrail } from '../run/gauge-trail';
import type { RunBuffer, RunSeries } from '../run/run-buffer';

/** What plots read of a run. */
export type PlotSource = Pick<RunBuffer, 'catalog' | 'facts' | 'about' | 'latest' | 'series' | 'marks'> & {
  /** The future that was left when a setting was changed in the past, until it is dismissed. */
  readonly ghost?: RunSeries | undefined;
  readonly ghostFrom_s?: number | undefined;
  /** Its gauges and UDP's packets at the instants at which the page looked. */
  readonly trail?: GaugeTrail | undefined;
};

/** The viewer's choices for a plot: axes, cursor, lane in focus. */
export interface PlotView extends ValueScale {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** Begin and end of the shared time axis [s]. */
  readonly begin_s: number;
  readonly end_s: number;
  /** How long the axis will be when it has grown [s]; what is summed or averaged over follows this one. */
  readonly settledSpan_s: number;
  /** Where values are read while the viewer points nowhere: the end of an interval [s]; absent: at the present. */
  readonly restsAt_s?: number | undefined;
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
  /** Names and values beside the plot, each as near to the height of its line as the others allow. */
  readonly labels: readonly PlacedLabel[];
  /** Left edge of these labels [px]. */
  readonly labelsLeft: number;
  /** Where the lines to them begin: beyond the strip of values from elsewhere [px]. */
  readonly leadersLeft: number;
  /** Names within the plot. */
  readonly notes: readonly NoteMark[];
  readonly rings: readonly RingMark[];
  readonly cursor: CursorMark | undefined;
  /** Position of the present time if more has been simulated [px]; undefined at the end of the run. */
  readonly now: number | undefined;
  /** How the run went before a setting was changed in its past. */
  readonly ghosts: readonly Coloured<LineMark>[];
  /** Printed and reference values in a strip beside the plot, with their legend below it. */
  readonly references: readonly Coloured<ReferenceMark>[];
  readonly caption: CaptionMark | undefined;
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
  /** The datum at a position [px]: a time [s], a flow row, a part; undefined: none. */
  readonly pick: (x: number, y: number) => number | undefined;
}

/** Ends at a place, in the row of the ticks. */
interface CaptionMark {
  readonly x: number;
  readonly text: string;
}

/** A tinted part of the plot, with its name at its upper edge. */
interface GroundMark {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly text: string;
  readonly colour: Ink;
  readonly textColour: Ink;
}

export type Coloured<Mark> = Mark & { readonly colour: Ink };

export interface LabelMark {
  /** Height of the line that it names. */
  readonly y: number;
  readonly name: string;
  readonly value: string;
  readonly colour: Ink;
  readonly isStrong: boolean;
  /** Shown as a small patch before the name, where the line is a texture. */
  readonly texture?: Texture;
  /** How the line is dashed. */
  readonly dash?: readonly number[] | undefined;
  /** It names nothing that is drawn: no line leads to it. */
  readonly isApart?: boolean;
}

export interface PlacedLabel extends LabelMark {
  /** Its middle. */
  readonly at: number;
  /** Name and value side by side, where there is room; else one below the other. */
  readonly isOneRow: boolean;
}

export interface NoteMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly align: 'left' | 'right' | 'center';
  readonly colour: Ink;
  /** What it names, where that is not right beside it. */
  readonly of?: { readonly x: number; readonly y: number };
}

interface RingMark {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Ink;
}

/** Heights of labels of one row and of two, in font sizes. */
const ONE_ROW = 1.2;
const TWO_ROWS = 2.2;
/** Width of the line that leads to a label, in font sizes; a longer one shows how the lane is dashed. */
const LEADER = 0.7;
const DASHED_LEADER = 2;

/** Least width of the ticks of a vertical axis, in font sizes: whole numbers up to a thousand, or decimals. */
const NARROW_TICKS = 2.9;

/** From this width on all plots have the same margins: those that stand below one another have one time axis. In font sizes. */
const WIDE = 45;
const WIDE_TICKS = 4;
const WIDE_GUTTER = 10;

/** A name with the longest value that it may get: what the column of labels must have room for. */
export type Sample = readonly [name: string, value: string];

/** What stands to the right of a plot. */
interface Beside {
  readonly samples: readonly Sample[];
  /** Whether labels show how lanes are dashed. */
  readonly isDashed: boolean;
  /** What the values from elsewhere are, where there are any. */
  readonly caption?: string | undefined;
  /** Room before the names, for patches of texture [px]. */
  readonly patch?: number;
}

interface Frame {
  readonly region: Region;
  readonly column: LabelColumn;
  readonly caption: CaptionMark | undefined;
}

interface LabelColumn {
  readonly leadersLeft: number;
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** Divides a plot into its ticks, what is drawn, the strip of values from elsewhere, and the labels. */
export function plotFrame(
  view: PlotView,
  { samples, isDashed, caption, patch = 0 }: Beside,
  ticks: (region: Region) => readonly Tick[],
): Frame {
  const { fontSize, measure, width } = view;
  const inOneRow = Math.max(0, ...samples.map(([name, value]) => measure(`${name} ${value}`)));
  const inTwo = Math.max(0, ...samples.flat().map(measure));
  const strip = caption === undefined ? 0 : fontSize * REFERENCE_STRIP;
  const leader = Math.round(strip + fontSize * (isDashed ? DASHED_LEADER : LEADER));
  const isWide = inOneRow + leader + patch <= width * MOST_BESIDE;
  const labels = samples.length === 0 ? 0 : leader + patch + (isWide ? inOneRow : inTwo) + 2;
  const words = caption === undefined ? 0 : measure(caption) + fontSize * 1.6;
  const isWideEnough = width > fontSize * WIDE;
  const gutter = Math.ceil(Math.max(labels, words, fontSize * (isWideEnough ? WIDE_GUTTER : 1.2)));
  const top = Math.round(fontSize * 0.7);
  const region = { left: 0, right: Math.max(1, width - gutter), top, bottom: Math.max(top + 1, tickRow(view)) };
  const widest = Math.max(0, ...ticks(region).map(({ text }) => measure(text)));
  const left = Math.round(Math.max(fontSize * (isWideEnough ? WIDE_TICKS : NARROW_TICKS), widest + fontSize * 0.6));
  return {
    // A panel that is being laid out anew, when a phone is turned for example, may have less than they need: it is never inside
    // out.
    region: { ...region, left, right: Math.max(left + 1, region.right) },
    column: {
      leadersLeft: region.right + strip,
      left: region.right + leader,
      width: gutter - leader,
      top: region.top - fontSize * 0.7,
      bottom: region.bottom + fontSize * 0.3,
    },
    caption: caption === undefined ? undefined : { x: width - 1, text: caption },
  };
}

/** Share of the width that labels take at most to have name and value side by side. */
const MOST_BESIDE = 0.36;

function tickRow(view: PlotView): number {
  return Math.round(view.height - view.fontSize * 2);
}

/** What a time axis shows. */
export type TimeAxis = Pick<PlotView, 'begin_s' | 'end_s'>;

export function timeToX(region: Region, { begin_s, end_s }: TimeAxis, time_s: number): number {
  return region.left + ((region.right - region.left) * (time_s - begin_s)) / (end_s - begin_s);
}

export function xToTime(region: Region, { begin_s, end_s }: TimeAxis, x: number): number {
  const share = Math.max(0, Math.min(1, (x - region.left) / (region.right - region.left))) || 0;
  return begin_s + share * (end_s - begin_s);
}

/** The slot, of a number of equal width, that contains a horizontal position; undefined if there are none. */
export function slotAt({ left, right }: Region, slots: number, x: number): number | undefined {
  if (slots === 0) return undefined;
  return Math.max(0, Math.min(slots - 1, Math.floor(((x - left) / (right - left)) * slots)));
}

/** Height of a value on a linear axis from zero; greater values are at the upper edge. */
export function valueToY(region: Region, greatest: number, value: number): number {
  return Math.max(region.top, region.bottom - ((region.bottom - region.top) * value) / greatest);
}

/** Height of a value on a logarithmic axis; smaller values are at its foot. */
export function valueToLogarithmicY({ top, bottom }: Region, least: number, greatest: number, value: number): number {
  return Math.max(
    top,
    bottom - ((bottom - top) * Math.log(Math.max(value, least) / least)) / Math.log(greatest / least),
  );
}

export function valueTicks({ top, bottom }: Region, { fontSize }: PlotView, greatest: number): Tick[] {
  return ticksOn(scaleOver({ from: 0, to: greatest }, bottom, top), fontSize * 4, { text: plain });
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

/** Puts labels beside their lines, none over another; the first ones of the list matter most. */
export function placeLabels(labels: readonly LabelMark[], view: PlotView, column: LabelColumn): PlacedLabel[] {
  const known = labels
    .filter((label) => Number.isFinite(label.y))
    .map((label) => {
      const patch = label.texture === undefined ? 0 : view.fontSize * PATCH;
      const isOneRow = label.value === '' || view.measure(`${label.name} ${label.value}`) + patch <= column.width;
      return { ...label, isOneRow };
    });
  const centres = spreadLabels(
    known.map(({ y }) => y),
    known.map(({ isOneRow }) => view.fontSize * (isOneRow ? ONE_ROW : TWO_ROWS)),
    column.top,
    column.bottom,
  );
  return known.flatMap((label, index) => {
    const at = centres[index];
    return at === undefined || Number.isNaN(at) ? [] : [{ ...label, at }];
  });
}

/** Width of a patch of texture and the gap behind it, in font sizes. */
export const PATCH = 1.2;

/** The ticks below a plot whose texts keep off each other and off the cursor's. */
export function spacedTicks(ticks: readonly Tick[], { measure, fontSize }: PlotView, cursor?: CursorMark): Tick[] {
  const gap = fontSize * 0.4;
  const room = (text: string): number => measure(text) + gap;
  if (cursor === undefined) return keptApart(ticks, room);
  const [left, right] = cursorReach(cursor, measure, fontSize);
  return keptApart(ticks, room, [[left - gap / 2, right + gap / 2]]);
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
  dash?: readonly number[],
): { readonly line: Coloured<LineMark>; readonly area: Coloured<AreaMark> } {
  const length = 2 * values.length;
  const x = Float32Array.from({ length }, (_, corner) => edgeToX(Math.ceil(corner / 2)));
  const y = Float32Array.from({ length }, (_, corner) => toY(values[Math.floor(corner / 2)] as number));
  const low = new Float32Array(length).fill(bottom);
  return {
    line: { x, y, length, width: 2, colour, ...(dash && { dash }) },
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
    labelsLeft: axes.region.right,
    leadersLeft: axes.region.right,
    notes: [],
    rings: [],
    cursor: undefined,
    now: undefined,
    ghosts: [],
    references: [],
    caption: undefined,
    grounds: [],
    flags: [],
    reading: '',
    aside: '',
    reached: 0,
    pick: () => undefined,
  };
}

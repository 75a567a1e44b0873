/**
 * A plot as plain data: pixel positions and names of colours. The models in this folder compute it, and `paint-plot.ts`
 * paints it, so tests need no canvas.
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

/** The parts of a run from which plots are made. */
export type PlotSource = Pick<RunBuffer, 'catalog' | 'facts' | 'about' | 'latest' | 'series' | 'marks'> & {
  /**
   * The part of the run that was already simulated when a change in the past replaced it (`ghost.ts`). It is kept until
   * the user removes it.
   */
  readonly ghost?: RunSeries | undefined;
  readonly ghostFrom_s?: number | undefined;
  /** Gauge values and the number of UDP packets in the queue, at the times of frames. */
  readonly trail?: GaugeTrail | undefined;
};

/** The user's choices for a plot: axes, cursor, focused lane. */
export interface PlotView extends ValueScale {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** Beginning and end of the shared time axis [s]. */
  readonly begin_s: number;
  readonly end_s: number;
  /** Final length of a growing axis [s]. The length of bars and of moving means depends on it. */
  readonly settledSpan_s: number;
  /**
   * End of the chosen interval [s]. The plot shows the values at this time until the user chooses another time. Absent
   * without an interval.
   */
  readonly restsAt_s?: number | undefined;
  /**
   * Chosen value on the horizontal axis: a time [s], a flow row, or a part of the queue. Undefined if none is chosen.
   */
  readonly chosen: number | undefined;
  /** Largest value that the vertical axis has shown in this run. The axis never shrinks. */
  readonly reached: number;
  /** Width of a text [px]. */
  readonly measure: (text: string) => number;
}

/**
 * The user's choice between a linear and a logarithmic axis, and between single and cumulative values. Plots may ignore
 * it.
 */
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
  /** Names and values beside the plot. Each is as close to its line as the other labels allow. */
  readonly labels: readonly PlacedLabel[];
  /** Left edge of the labels [px]. */
  readonly labelsLeft: number;
  /** Left end of the leader lines to the labels [px], to the right of the strip with published values. */
  readonly leadersLeft: number;
  /** Names that are written inside the plot. */
  readonly notes: readonly NoteMark[];
  readonly rings: readonly RingMark[];
  readonly cursor: CursorMark | undefined;
  /** Horizontal position of the displayed time [px]. Undefined if no later time was simulated. */
  readonly now: number | undefined;
  /** Dashed lines of the run as it was before a change of a setting (`ghost.ts`). */
  readonly ghosts: readonly Coloured<LineMark>[];
  /** Printed values and values of reference simulators in a strip beside the plot, with their legend below it. */
  readonly references: readonly Coloured<ReferenceMark>[];
  readonly caption: CaptionMark | undefined;
  /** Tinted parts of the plot, behind everything else. */
  readonly grounds: readonly GroundMark[];
  /** Positions of changes of settings [px]. */
  readonly flags: readonly number[];
  /** The values at the chosen time as text, for screen readers. */
  readonly reading: string;
  /** A short value beside the title; may be empty. */
  readonly aside: string;
  /** Colour of the lane to which `aside` belongs. Set if there are several lanes. */
  readonly asideColour?: Ink | undefined;
  /** Largest value on the vertical axis, passed on to the next picture of this run. */
  readonly reached: number;
  /** The value at a position [px]: a time [s], a flow row, or a part of the queue. Undefined if there is none. */
  readonly pick: (x: number, y: number) => number | undefined;
}

/** A caption in the row of the ticks. `x` is its right end. */
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
  /** Vertical position of the line that the label names. */
  readonly y: number;
  readonly name: string;
  readonly value: string;
  readonly colour: Ink;
  readonly isStrong: boolean;
  /** Texture of the line, which is shown as a patch before the name. */
  readonly texture?: Texture;
  /** Dash pattern of the line. */
  readonly dash?: readonly number[] | undefined;
  /** True if the label belongs to no drawn line and therefore has no leader line. */
  readonly isApart?: boolean;
}

export interface PlacedLabel extends LabelMark {
  /** Vertical centre of the label. */
  readonly at: number;
  /** True if name and value are side by side. Otherwise the value is below the name. */
  readonly isOneRow: boolean;
}

export interface NoteMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly align: 'left' | 'right' | 'center';
  readonly colour: Ink;
  /** Position of the mark that the note describes, if the note is not directly beside it. */
  readonly of?: { readonly x: number; readonly y: number };
}

interface RingMark {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Ink;
}

/** Heights of a label with one row and of a label with two rows [font sizes]. */
const ONE_ROW = 1.2;
const TWO_ROWS = 2.2;
/**
 * Length of the leader line to a label [font sizes]. With several lanes it is longer, to show the dash pattern of the
 * lane.
 */
const LEADER = 0.7;
const DASHED_LEADER = 2;

/**
 * Minimum width reserved for the tick labels of a vertical axis [font sizes]: enough for whole numbers up to a
 * thousand, or for decimals.
 */
const NARROW_TICKS = 2.9;

/** Width above which all plots have equal margins [font sizes], so that the time axes of stacked plots line up. */
const WIDE = 45;
const WIDE_TICKS = 4;
const WIDE_GUTTER = 10;

/** A name with its longest value, used to size the column of labels. */
export type Sample = readonly [name: string, value: string];

/** The content to the right of a plot. */
interface Beside {
  readonly samples: readonly Sample[];
  /** True if labels show the dash patterns of lanes. */
  readonly isDashed: boolean;
  /** Legend of the printed values and the values of reference simulators, if there are any. */
  readonly caption?: string | undefined;
  /** Space for patches of texture before the names [px]. */
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

/** Divides the area of a plot into ticks, drawing, strip of published values, and labels. */
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
    // During a layout, a panel may briefly be too small. The region then keeps a positive width.
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

/** Maximum fraction of the width for labels that have name and value side by side. */
const MOST_BESIDE = 0.36;

function tickRow(view: PlotView): number {
  return Math.round(view.height - view.fontSize * 2);
}

/** Beginning and end of a time axis. */
export type TimeAxis = Pick<PlotView, 'begin_s' | 'end_s'>;

export function timeToX(region: Region, { begin_s, end_s }: TimeAxis, time_s: number): number {
  return region.left + ((region.right - region.left) * (time_s - begin_s)) / (end_s - begin_s);
}

export function xToTime(region: Region, { begin_s, end_s }: TimeAxis, x: number): number {
  const share = Math.max(0, Math.min(1, (x - region.left) / (region.right - region.left))) || 0;
  return begin_s + share * (end_s - begin_s);
}

/** Index of the slot at a horizontal position, among slots of equal width. Undefined if there are no slots. */
export function slotAt({ left, right }: Region, slots: number, x: number): number | undefined {
  if (slots === 0) return undefined;
  return Math.max(0, Math.min(slots - 1, Math.floor(((x - left) / (right - left)) * slots)));
}

/** Vertical position of a value on a linear axis from zero. Values above `greatest` are clamped to the upper edge. */
export function valueToY(region: Region, greatest: number, value: number): number {
  return Math.max(region.top, region.bottom - ((region.bottom - region.top) * value) / greatest);
}

/** Vertical position of a value on a logarithmic axis. Values below `least` are clamped to the lower end. */
export function valueToLogarithmicY({ top, bottom }: Region, least: number, greatest: number, value: number): number {
  return Math.max(
    top,
    bottom - ((bottom - top) * Math.log(Math.max(value, least) / least)) / Math.log(greatest / least),
  );
}

export function valueTicks({ top, bottom }: Region, { fontSize }: PlotView, greatest: number): Tick[] {
  return ticksOn(scaleOver({ from: 0, to: greatest }, bottom, top), fontSize * 4, { text: plain });
}

/** End of the simulated part [s]. The displayed time may be earlier. */
export function furthestOf({ latest, series }: PlotSource): number {
  const reported_s = series.length > 0 ? (series.time_s[series.length - 1] ?? 0) : 0;
  return Math.max(latest.scalars.now_s, latest.scalars.furthest_s || 0, reported_s);
}

/**
 * Latest time for which the plot draws data [s]: of the run, or of its replaced part, which is drawn dashed after a
 * change.
 */
export function shownUntil(source: PlotSource): number {
  const { ghost } = source;
  const ghost_s = ghost !== undefined && ghost.length > 0 ? (ghost.time_s[ghost.length - 1] ?? 0) : 0;
  return Math.max(furthestOf(source), ghost_s);
}

/** True if the displayed time is before the end of the simulated part. */
export function isInPast(source: PlotSource): boolean {
  return source.latest.scalars.now_s < furthestOf(source) - 1e-9;
}

/** The time nearest to the given one at which values are known. */
export function instantAt(source: PlotSource, time_s: number): number {
  const bucket = source.series.bucketAt(time_s);
  return Math.max(0, Math.min(source.series.time_s[bucket] ?? time_s, furthestOf(source)));
}

/** Places labels beside their lines without overlaps. Earlier labels in the list have priority. */
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

/** Width of a patch of texture, including its gap [font sizes]. */
export const PATCH = 1.2;

/** The ticks whose labels overlap neither each other nor the label of the cursor. */
export function spacedTicks(ticks: readonly Tick[], { measure, fontSize }: PlotView, cursor?: CursorMark): Tick[] {
  const gap = fontSize * 0.4;
  const room = (text: string): number => measure(text) + gap;
  if (cursor === undefined) return keptApart(ticks, room);
  const [left, right] = cursorReach(cursor, measure, fontSize);
  return keptApart(ticks, room, [[left - gap / 2, right + gap / 2]]);
}

export function onePoint(x: number, y: number, colour: Ink): Coloured<DotsMark> {
  return { x: Float32Array.of(x), y: Float32Array.of(y), length: 1, radius: 3.5, shape: 'disc', colour };
}

/** A step function over adjacent intervals, as a line and as the area below the line. */
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

/** Number of decimals for values up to `greatest`: three for values below ten, fewer above. */
export function decimals(greatest: number): number {
  return greatest < 10 ? 3 : greatest < 100 ? 2 : 1;
}

export function classColour(name: string): Ink {
  return name === 'udp' ? 'unresponsive' : 'responsive';
}

/** A number for an axis, without an exponent and without rounding errors. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** A display that has axes and no data. */
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

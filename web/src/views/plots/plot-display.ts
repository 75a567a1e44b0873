/**
 * What a plot shows, as plain data in pixels and names of colours: made by the models of this folder, painted by
 * `paint-plot.ts`, tested without a canvas.
 */

import type { Colours } from '../../base/palette';
import type { AreaMark } from '../../marks/area';
import type { AxesMark, Region, Tick } from '../../marks/axis';
import { linearTicks } from '../../marks/axis-steps';
import type { BarLayer, Texture } from '../../marks/bars';
import type { CursorMark } from '../../marks/cursor';
import type { DotsMark } from '../../marks/dots';
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

/** The colours that are one value in each theme. */
export type ColourName = { [Name in keyof Colours]: Colours[Name] extends string ? Name : never }[keyof Colours];

/** From where and how a plot is looked at. */
export interface PlotView {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** End of the shared time axis [s]. */
  readonly end_s: number;
  /** Where the end of the axis will be when it has grown [s]; what is summed or averaged over follows this one. */
  readonly settledEnd_s: number;
  /** The instant that the viewer points at [s]; undefined: now. */
  readonly cursor_s: number | undefined;
}

export interface PlotDisplay {
  readonly axes: AxesMark;
  /** The still layer is painted again when this changes. */
  readonly axesKey: string;
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
  readonly asideColour?: ColourName | undefined;
}

/** A tinted part of the plot, with its name at its upper edge. */
export interface GroundMark {
  readonly left: number;
  readonly right: number;
  readonly text: string;
  readonly colour: ColourName;
  readonly textColour: ColourName;
}

export type Coloured<Mark> = Mark & { readonly colour: ColourName };

export interface LabelMark {
  readonly y: number;
  readonly name: string;
  readonly value: string;
  readonly colour: ColourName;
  readonly isStrong: boolean;
  /** Shown as a small patch before the name, where the line is a texture. */
  readonly texture?: Texture;
}

export interface NoteMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly align: 'left' | 'right';
  readonly colour: ColourName;
}

export interface RingMark {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: ColourName;
}

/** Height of a label of two rows, in font sizes. */
const LABEL_ROWS = 2.35;

/** Width of the ticks of a vertical axis, in font sizes: whole numbers up to a thousand, or decimals. */
export const NARROW_TICKS = 2.9;
const WIDE_TICKS = 4.1;

/** The region of a plot whose labels at the right need `gutter` pixels, and whose ticks need `ticks` font sizes. */
export function plotRegion(view: PlotView, gutter: number, ticks: number = WIDE_TICKS): Region {
  return {
    left: Math.round(view.fontSize * ticks),
    right: Math.round(view.width - gutter),
    top: Math.round(view.fontSize * 0.7),
    bottom: Math.round(view.height - view.fontSize * 2),
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

export function valueToY(region: Region, greatest: number, value: number): number {
  return region.bottom - ((region.bottom - region.top) * value) / greatest;
}

export function timeTicks(region: Region, view: PlotView): Tick[] {
  const ticks = linearTicks(view.end_s, region.right - region.left, view.fontSize * 5);
  return ticks.map((tick, place) => ({
    at: timeToX(region, view.end_s, tick),
    text: place === ticks.length - 1 ? `${plain(tick)} s` : plain(tick),
  }));
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

/**
 * The instant that a plot is read at: where the viewer points, to the end of a bucket, since values are known there; or
 * the present.
 */
export function instantOf(source: PlotSource, view: PlotView): number {
  if (view.cursor_s === undefined) return source.latest.scalars.now_s;
  return instantAt(source, view.cursor_s);
}

/** The instant nearest to a moment at which values are known. */
export function instantAt(source: PlotSource, time_s: number): number {
  const bucket = source.series.bucketAt(time_s);
  return Math.max(0, Math.min(source.series.time_s[bucket] ?? time_s, furthestOf(source)));
}

/** Whether values are marked on their lines: where the viewer points, or the present inside what is known. */
export function marksValues(source: PlotSource, view: PlotView): boolean {
  return view.cursor_s !== undefined || isInPast(source);
}

/** The cursor, when the viewer points at an instant. */
function cursorAt(source: PlotSource, view: PlotView, region: Region): CursorMark | undefined {
  if (view.cursor_s === undefined) return undefined;
  const instant_s = instantOf(source, view);
  return {
    x: timeToX(region, view.end_s, instant_s),
    top: region.top,
    bottom: region.bottom,
    text: instantText(instant_s),
    left: region.left,
    right: region.right,
  };
}

/** The place of the present moment, when more than it is known. */
function nowAt(source: PlotSource, view: PlotView, region: Region): number | undefined {
  return isInPast(source) ? timeToX(region, view.end_s, source.latest.scalars.now_s) : undefined;
}

export function instantText(instant_s: number): string {
  return `${instant_s.toFixed(instant_s < 100 ? 2 : 1)}\u00a0s`;
}

function flagsAt(source: PlotSource, view: PlotView, region: Region): number[] {
  return source.marks.filter((mark) => mark.at_s <= view.end_s).map((mark) => timeToX(region, view.end_s, mark.at_s));
}

/** Beginning of what a plot says aloud: "at 42.30 s". */
export function readingStart(source: PlotSource, view: PlotView): string {
  return `At ${instantText(instantOf(source, view))}`;
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

/** A number as an axis writes it: no exponent, no binary dust. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** A plot with nothing in it but its axes. */
export function blankDisplay(axes: AxesMark, axesKey: string): PlotDisplay {
  return {
    axes,
    axesKey,
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
  };
}

/** What all plots over time have in common: the instant pointed at, the present, the changes of settings. */
export function timeMarks(
  source: PlotSource,
  view: PlotView,
  region: Region,
): Pick<PlotDisplay, 'cursor' | 'now' | 'flags'> {
  return {
    cursor: cursorAt(source, view, region),
    now: nowAt(source, view, region),
    flags: flagsAt(source, view, region),
  };
}

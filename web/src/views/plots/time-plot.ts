/**
 * Plots over time share the time axis, the cursor with the values at its instant, marks of the present and of changed
 * settings, values from elsewhere and the run before a change. Each plot adds its own lines and labels. Pure.
 */

import type { GuideMark } from '../../marks/axis';
import { placeGuides, type Region, type Tick } from '../../marks/axis';
import { linearTicks } from '../../marks/axis-steps';
import type { LineMark } from '../../marks/line';
import { heights, type Thinning, type TimeScale, thin } from './columns';
import { type GhostColumn, ghostLines, ghostNotes } from './ghost';
import {
  blankDisplay,
  type Coloured,
  furthestOf,
  instantAt,
  isInPast,
  type LabelMark,
  NARROW_TICKS,
  onePoint,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plain,
  plotRegion,
  timeToX,
  valueTicks,
  valueToY,
  xToTime,
} from './plot-display';
import type { PlotLanes } from './plot-lanes';
import { type PublishedMark, publishedWords, referencesOf } from './published';

export interface TimePlot {
  /** Width of the labels at the right [px]. */
  readonly gutter: number;
  readonly values: ValueAxis;
  /** Dashed lines at named values. */
  readonly guides?: readonly { readonly value: number; readonly text: string; readonly isStrong: boolean }[];
  /** Where values from elsewhere are marked. */
  readonly published?: PublishedMark['plot'];
  /** The column that is dashed as it was before a change. */
  readonly ghost?: GhostColumn;
  /** Whether the dashed line is named where it ends. */
  readonly isGhostNamed?: boolean;
  readonly draw: (frame: TimeFrame) => TimeDrawing;
}

/** The vertical axis of a plot over time. */
export interface ValueAxis {
  readonly greatest: number;
  /** Width of its ticks [font sizes]. */
  readonly width?: number;
  readonly toY: (region: Region, value: number) => number;
  readonly ticks: (region: Region, view: PlotView) => Tick[];
}

/** What a plot over time draws into. */
export interface TimeFrame {
  readonly region: Region;
  readonly scale: TimeScale;
  /** The instant that values are read at [s]. */
  readonly instant_s: number;
  /** "At 42.30 s" */
  readonly at: string;
  readonly toY: (value: number) => number;
  readonly guides: readonly GuideMark[];
  /** The line of one column of a run. */
  readonly line: (
    source: PlotSource,
    values: Float64Array,
    how: Thinning,
    look: Omit<Coloured<LineMark>, 'x' | 'y' | 'length'>,
  ) => Coloured<LineMark>;
}

export type TimeDrawing = Partial<Pick<PlotDisplay, 'areas' | 'bars' | 'lines' | 'dots' | 'aside' | 'asideColour'>> & {
  /** What matters most first; each at the height of its value. */
  readonly labels: readonly LabelMark[];
  readonly reading: string;
};

export function timePlot(lanes: PlotLanes, view: PlotView, plot: TimePlot): PlotDisplay {
  const { source } = lanes.focus;
  const { values, published } = plot;
  const region = plotRegion(view, plot.gutter, values.width);
  const scale = { left: region.left, pixels_per_s: (region.right - region.left) / view.end_s };
  const toX = (time_s: number): number => timeToX(region, view.end_s, time_s);
  const toY = (value: number): number => values.toY(region, value);
  const instant_s = view.chosen === undefined ? source.latest.scalars.now_s : instantAt(source, view.chosen);
  const guides = placeGuides(
    (plot.guides ?? []).map(({ value, text, isStrong }) => ({ y: toY(value), text, isStrong })),
    region,
    view.fontSize,
  );
  const { labels, dots, reading, ...drawing } = plot.draw({
    region,
    scale,
    instant_s,
    at: `At ${instantText(instant_s)}`,
    toY,
    guides,
    line: (of, column, how, look) => {
      const points = thin(of.series, column, scale, how, of.facts);
      return { x: points.x, y: heights(points, toY), length: points.length, ...look };
    },
  });
  const ghosts = plot.ghost === undefined ? [] : ghostLines(source, scale, toY, plot.ghost);
  // Values are marked on their lines where the viewer points, and at a present inside what is known.
  const isMarked = drawing.lines !== undefined && (view.chosen !== undefined || isInPast(source));
  const marked = isMarked ? labels.filter(({ y }) => !Number.isNaN(y)) : [];
  return {
    ...blankDisplay({ region, xTicks: timeTicks(region, view), yTicks: values.ticks(region, view), guides }),
    ...drawing,
    dots: [...(dots ?? []), ...marked.map(({ y, colour }) => onePoint(toX(instant_s), y, colour))],
    labels: placeLabels(labels, view, region),
    references: published === undefined ? [] : referencesOf(published, lanes, toY, { region, guides }, view.fontSize),
    ghosts,
    notes: plot.isGhostNamed ? ghostNotes(ghosts, view.fontSize, region) : [],
    cursor: view.chosen === undefined ? undefined : { ...region, x: toX(instant_s), text: instantText(instant_s) },
    now: isInPast(source) ? toX(source.latest.scalars.now_s) : undefined,
    flags: source.marks.filter(({ at_s }) => at_s <= view.end_s).map(({ at_s }) => toX(at_s)),
    reading: published === undefined ? reading : `${reading}${publishedWords(published, lanes)}`,
    reached: values.greatest,
    pick: (x) => Math.min(xToTime(region, view.end_s, x), furthestOf(source)),
  };
}

/** An axis from 0, with narrow ticks. */
export function linearAxis(greatest: number): ValueAxis {
  return {
    greatest,
    width: NARROW_TICKS,
    toY: (region, value) => valueToY(region, greatest, value),
    ticks: (region, view) => valueTicks(region, view, greatest),
  };
}

export function instantText(instant_s: number): string {
  return `${instant_s.toFixed(instant_s < 100 ? 2 : 1)}\u00a0s`;
}

function timeTicks(region: Region, view: PlotView): Tick[] {
  const ticks = linearTicks(view.end_s, region.right - region.left, view.fontSize * 5);
  return ticks.map((tick, place) => ({
    at: timeToX(region, view.end_s, tick),
    text: place === ticks.length - 1 ? `${plain(tick)} s` : plain(tick),
  }));
}

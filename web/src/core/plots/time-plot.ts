/**
 * The common parts of plots over time: time axis, cursor, marks of the displayed time and of changed settings,
 * published values, and the run before a change. Each plot adds its lines and labels. Pure.
 */

import type { Region, Tick } from '../../ui/figure/axis';
import { linearTicks } from '../../ui/figure/ticks';
import type { Ink } from '../../ui/marks/ink';
import type { LineMark } from '../../ui/marks/line';
import { heights, type Thinning, type TimeScale, thin } from './columns';
import { cropped } from './crop';
import { type GhostColumn, ghostLines, ghostNotes } from './ghost';

import {
  blankDisplay,
  type Coloured,
  furthestOf,
  instantAt,
  isInPast,
  type LabelMark,
  onePoint,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plain,
  plotFrame,
  type Sample,
  spacedTicks,
  timeToX,
  valueTicks,
  valueToY,
  xToTime,
} from './plot-display';
import { focusLast, type PlotLanes } from './plot-lanes';
import { captionOf, type PublishedMark, publishedWords, referencesOf } from './published';
import type { BandFrame } from './seed-bands';

interface TimePlot {
  /** The label of each line with its longest value, used to reserve width. */
  readonly samples: readonly Sample[];
  /** Space before each label for a patch of the texture that the label explains [px]. */
  readonly patch?: number;
  readonly values: ValueAxis;
  /** Dashed horizontal lines at named values, such as the capacity, the most important first. */
  readonly guides?: readonly Guide[];
  /** The plot whose published values are marked. */
  readonly published?: PublishedMark['plot'];
  /**
   * The quantity of the plot's main line. The plot also draws this quantity dashed for the run before a change, and as
   * a band for runs under other seeds.
   */
  readonly ghost?: GhostColumn;
  /** True if the dashed line has a label at its end. */
  readonly isGhostNamed?: boolean;
  /** Colour of the main line, if there is one lane. */
  readonly main?: Ink;
  /** Time before which the values of the main line mean nothing [s], such as the start of the measured window. */
  readonly since_s?: number;
  readonly draw: (frame: TimeFrame) => TimeDrawing;
}

interface Guide {
  readonly value: number;
  readonly name: string;
  /** Text of the value. */
  readonly shown: string;
  readonly isStrong: boolean;
}

/** The vertical axis of a plot over time. */
export interface ValueAxis {
  readonly greatest: number;
  readonly toY: (region: Region, value: number) => number;
  readonly ticks: (region: Region, view: PlotView) => Tick[];
}

/** The region and the scales of a plot over time. */
export interface TimeFrame {
  readonly region: Region;
  readonly scale: TimeScale;
  /** Time of the displayed values [s]. */
  readonly instant_s: number;
  /** The time in words, such as "At 42.30 s". */
  readonly at: string;
  readonly toY: (value: number) => number;
  /** The line of one column of a run. */
  readonly line: (
    source: PlotSource,
    values: Float64Array,
    how: Thinning,
    look: Omit<Coloured<LineMark>, 'x' | 'y' | 'length'>,
  ) => Coloured<LineMark>;
}

type TimeDrawing = Partial<Pick<PlotDisplay, 'areas' | 'bars' | 'lines' | 'dots' | 'aside' | 'asideColour'>> & {
  /** Labels at the heights of their values, the most important first. */
  readonly labels: readonly LabelMark[];
  readonly reading: string;
};

export function timePlot(lanes: PlotLanes, view: PlotView, plot: TimePlot): PlotDisplay {
  const { source } = lanes.focus;
  const { values, published, guides = [] } = plot;
  const elsewhere = published === undefined ? [] : referencesOf(published, lanes);
  const { region, column, caption } = plotFrame(
    view,
    {
      samples: [
        ...plot.samples,
        ...guides.map(({ name, shown }): Sample => [name, shown]),
        ...elsewhere.flatMap(({ words }) => (words === undefined ? [] : [words])),
      ],
      isDashed: !lanes.isSingle,
      caption: elsewhere.length === 0 ? undefined : captionOf(lanes),
      patch: plot.patch ?? 0,
    },
    (of) => values.ticks(of, view),
  );
  const pixels_per_s = (region.right - region.left) / (view.end_s - view.begin_s);
  const scale = { left: region.left - view.begin_s * pixels_per_s, pixels_per_s };
  const toX = (time_s: number): number => timeToX(region, view, time_s);
  const toY = (value: number): number => values.toY(region, value);
  const instant_s = view.chosen === undefined ? source.latest.scalars.now_s : instantAt(source, view.chosen);
  const { labels, dots, reading, ...whole } = plot.draw({
    region,
    scale,
    instant_s,
    at: `At ${instantText(instant_s)}`,
    toY,
    line: (of, column, how, look) => {
      const points = thin(of.series, column, scale, how, of.facts);
      return { x: points.x, y: heights(points, toY), length: points.length, ...look };
    },
  });
  const bands = bandsOf(lanes, plot, { region, scale, toY });
  const isShown = (time_s: number): boolean => time_s >= view.begin_s && time_s <= view.end_s;
  const isWhole = lanes.interval === undefined;
  const { dots: shownDots = [], ...drawing } = isWhole
    ? { ...whole, dots }
    : cropped({ ...whole, dots: dots ?? [] }, region);
  const whatWasLeft = plot.ghost === undefined ? [] : ghostLines(source, scale, toY, plot.ghost);
  const ghosts = isWhole ? whatWasLeft : (cropped({ lines: whatWasLeft }, region).lines ?? []);
  // Values are marked on their lines at the cursor. Without a cursor, they are marked at the displayed time, if it is
  // before the end of the simulated part.
  const isMarked = drawing.lines !== undefined && isShown(instant_s) && (view.chosen !== undefined || isInPast(source));
  const marked = isMarked ? labels.filter(({ y, isApart }) => !Number.isNaN(y) && isApart !== true) : [];
  const isPointed = view.chosen !== undefined && view.chosen !== view.restsAt_s && isShown(instant_s);
  const cursor = !isPointed ? undefined : { ...region, x: toX(instant_s), text: instantText(instant_s) };
  const within = (value: number): number => Math.max(region.top, Math.min(region.bottom, toY(value)));
  const references = elsewhere.filter(({ mark }) => Number.isFinite(toY(mark.value)));
  return {
    ...blankDisplay({
      region,
      xTicks: spacedTicks(timeTicks(region, view), view, cursor),
      yTicks: values.ticks(region, view),
      guides: guides.map(({ value, isStrong }) => ({ y: toY(value), isStrong })),
    }),
    ...drawing,
    areas: [...bands.map(({ band, colour }) => ({ ...band, colour })), ...(drawing.areas ?? [])],
    dots: [...shownDots, ...marked.map(({ y, colour }) => onePoint(toX(instant_s), y, colour))],
    labels: placeLabels(
      [
        ...labels,
        ...guides.map(({ value, name, shown, isStrong }) => ({
          ...{ y: toY(value), name, value: shown, isStrong },
          colour: 'textSoft' as const,
        })),
        ...references.flatMap(({ mark, words, colour }) =>
          words === undefined
            ? []
            : [{ y: within(mark.value), name: words[0], value: words[1], colour, isStrong: false }],
        ),
      ],
      view,
      column,
    ),
    labelsLeft: column.left,
    leadersLeft: column.leadersLeft,
    caption,
    references: references.map(({ mark, colour }) => ({ y: within(mark.value), kind: mark.kind, colour })),
    ghosts: [...bands.map(({ mean, colour }) => ({ ...mean, colour })), ...ghosts],
    notes: plot.isGhostNamed ? ghostNotes(ghosts, [...(drawing.lines ?? [])], view, region) : [],
    cursor,
    now:
      isInPast(source) && source.latest.scalars.now_s <= view.end_s
        ? toX(Math.max(view.begin_s, source.latest.scalars.now_s))
        : undefined,
    flags: source.marks.filter(({ at_s }) => isShown(at_s)).map(({ at_s }) => toX(at_s)),
    reading: published === undefined ? reading : `${reading}${publishedWords(published, lanes)}`,
    reached: values.greatest,
    pick: (x) => Math.min(xToTime(region, view, x), furthestOf(source)),
  };
}

/** Bands of other seeds for all lanes. The band of the focused lane is on top. */
function bandsOf(lanes: PlotLanes, { ghost, main, since_s }: TimePlot, frame: BandFrame) {
  const { bands, isSingle } = lanes;
  if (bands === undefined || ghost === undefined) return [];
  return focusLast(lanes).flatMap(({ index, colour, source }) => {
    const shapes = bands.shapesOf(index, (series) => ghost(series, source), frame, since_s);
    return shapes === undefined ? [] : [{ ...shapes, colour: isSingle ? (main ?? colour) : colour }];
  });
}

/** A linear vertical axis that begins at 0. */
export function linearAxis(greatest: number): ValueAxis {
  return {
    greatest,
    toY: (region, value) => valueToY(region, greatest, value),
    ticks: (region, view) => valueTicks(region, view, greatest),
  };
}

export function instantText(instant_s: number): string {
  return `${instant_s.toFixed(instant_s < 100 ? 2 : 1)}\u00a0s`;
}

function timeTicks(region: Region, view: PlotView): Tick[] {
  const ticks = linearTicks(view.end_s, region.right - region.left, view.fontSize * 5, view.begin_s);
  return ticks.map((tick, place) => ({
    at: timeToX(region, view, tick),
    text: place === ticks.length - 1 ? `${plain(tick)} s` : plain(tick),
  }));
}

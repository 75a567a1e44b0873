/**
 * Congestion windows of the first TCP flows: the saw-tooth, the slow-start threshold as dashes, and what cut the window.
 * It is what shows why TCP yields and UDP does not. Pure.
 */

import { fineStepUp } from '../../marks/axis-steps';
import { heights, type TimeScale, thin } from './columns';
import {
  blankDisplay,
  type Coloured,
  type ColourName,
  instantOf,
  type LabelMark,
  marksValues,
  NARROW_TICKS,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plotRegion,
  readingStart,
  timeMarks,
  timeTicks,
  timeToX,
  valueTicks,
  valueToY,
} from './plot-display';
import { laneColourName, type PlotLanes } from './plot-lanes';
import type { GrowingView } from './queue-plot';
import { onePoint } from './throughput-plot';

/** Scenes with more TCP flows are about crowds: four windows of them would say nothing. */
const MOST_FLOWS = 4;

/** Whether a scene is about single TCP flows. */
export function followsWindows({ facts }: Pick<PlotSource, 'facts'>): boolean {
  const count = facts.flows.filter((flow) => flow.class === 'tcp').length;
  return count > 0 && count <= MOST_FLOWS;
}

/** What cuts a window: its column, its name, its shape. */
export const CUTS = [
  { column: 'fast_retransmits', name: 'fast retransmit', shape: 'down', glyph: '▼' },
  { column: 'timeouts', name: 'timeout', shape: 'cross', glyph: '✕' },
  { column: 'ecn_cuts', name: 'ECN cut', shape: 'diamond', glyph: '◆' },
] as const;

export interface FollowedFlow {
  readonly place: number;
  /** "Tahoe", or "NewReno 3" where several run the same. */
  readonly name: string;
  readonly colour: ColourName;
}

export function followedFlows({ facts, catalog }: Pick<PlotSource, 'facts' | 'catalog'>): readonly FollowedFlow[] {
  const flows = facts.flows.filter((flow) => flow.class === 'tcp').slice(0, MOST_FLOWS);
  return flows.map(({ transport, number }, place) => {
    const name = catalog.transports.find(({ id }) => id === transport)?.name ?? transport;
    const isAlone = flows.filter((flow) => flow.transport === transport).length === 1;
    return { place, name: isAlone ? name : `${name} ${number}`, colour: laneColourName(place) };
  });
}

/** The greatest window that the axis must reach [packets]. */
export function windowsReach({ series }: Pick<PlotSource, 'series'>): number {
  let greatest = 4;
  for (const { congestion_window } of series.windows)
    for (let bucket = 0; bucket < series.length; bucket += 1)
      greatest = Math.max(greatest, congestion_window[bucket] || 0);
  return fineStepUp(greatest * 1.08);
}

export function windowsPlot(lanes: PlotLanes, view: GrowingView): PlotDisplay {
  const { source } = lanes.focus;
  const { series, facts } = source;
  const flows = followedFlows(source);
  const longest = Math.max(4, ...flows.map(({ name }) => name.length));
  const region = plotRegion(view, view.fontSize * (1.4 + 0.62 * longest), NARROW_TICKS);
  const scale: TimeScale = { left: region.left, pixels_per_s: (region.right - region.left) / view.end_s };
  const toY = (value: number): number =>
    value > view.reached ? Number.NaN : Math.max(region.top, valueToY(region, view.reached, value));
  const instant_s = instantOf(source, view);
  const at = series.bucketAt(instant_s);
  const lines: Coloured<PlotDisplay['lines'][number]>[] = [];
  const labels: LabelMark[] = [];
  const dots: Coloured<PlotDisplay['dots'][number]>[] = [];
  const told: string[] = [];
  for (const { place, name, colour } of flows) {
    const columns = series.windows[place];
    if (columns === undefined) continue;
    const window = thin(series, columns.congestion_window, scale, 'last', facts);
    const threshold = thin(series, columns.slow_start_threshold, scale, 'last', facts);
    lines.push(
      {
        x: threshold.x,
        y: heights(threshold, toY),
        length: threshold.length,
        width: 1,
        dash: [4, 3],
        opacity: 0.7,
        colour,
      },
      { x: window.x, y: heights(window, toY), length: window.length, width: 2, colour },
    );
    dots.push(...cutDots(source, place, view, scale, toY, colour));
    const value = columns.congestion_window[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    labels.push({ y: toY(value), name, value: value.toFixed(1), colour, isStrong: true });
    told.push(
      `${name} window ${value.toFixed(1)} packets, threshold ${(columns.slow_start_threshold[at] ?? Number.NaN).toFixed(0)}`,
    );
    if (marksValues(source, view))
      dots.push({ ...onePoint(timeToX(region, view.end_s, instant_s), toY(value)), colour });
  }
  return {
    ...blankDisplay(
      { region, xTicks: timeTicks(region, view), yTicks: valueTicks(region, view, view.reached), guides: [] },
      `${view.width} ${view.height} ${view.fontSize} ${view.end_s} ${view.reached} ${region.right}`,
    ),
    ...timeMarks(source, view, region),
    lines,
    dots,
    labels: placeLabels(labels, view, region),
    reading: `${readingStart(source, view)}: ${told.join('; ') || 'no flow has started'}. ${cutsInWords(source, instant_s)}`,
    asideColour: lanes.isSingle ? undefined : lanes.focus.colour,
    aside: lanes.isSingle ? '' : lanes.focus.name,
  };
}

/** A mark over the place where a window was cut. */
function cutDots(
  { series }: PlotSource,
  place: number,
  view: PlotView,
  { left, pixels_per_s }: TimeScale,
  toY: (value: number) => number,
  colour: ColourName,
): Coloured<PlotDisplay['dots'][number]>[] {
  const columns = series.windows[place];
  if (columns === undefined) return [];
  const radius = view.fontSize * 0.34;
  return CUTS.flatMap(({ column, shape }) => {
    const x: number[] = [];
    const y: number[] = [];
    for (let bucket = 1; bucket < series.length; bucket += 1) {
      if (!((columns[column][bucket] ?? 0) > 0)) continue;
      const before = columns.congestion_window[bucket - 1] ?? Number.NaN;
      const height = toY(Number.isNaN(before) ? (columns.congestion_window[bucket] ?? 0) : before);
      x.push(left + (series.startOf(bucket) + (series.time_s[bucket] ?? 0)) * 0.5 * pixels_per_s);
      y.push(height - radius * 2);
    }
    return x.length === 0
      ? []
      : [{ x: Float32Array.from(x), y: Float32Array.from(y), length: x.length, radius, shape, colour }];
  });
}

/** How often each kind of cut happened up to a moment. */
export function cutCounts({ series }: Pick<PlotSource, 'series'>, until_s: number): readonly number[] {
  return CUTS.map(({ column }) => {
    let count = 0;
    for (const columns of series.windows)
      for (let bucket = 0; bucket < series.length && (series.time_s[bucket] ?? 0) <= until_s + 1e-6; bucket += 1)
        count += columns[column][bucket] || 0;
    return Math.round(count);
  });
}

function cutsInWords(source: PlotSource, until_s: number): string {
  const counts = cutCounts(source, until_s);
  return `So far ${CUTS.map(({ name }, kind) => `${counts[kind]} ${name}${counts[kind] === 1 ? '' : 's'}`).join(', ')}.`;
}

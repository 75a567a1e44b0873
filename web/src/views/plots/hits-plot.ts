/**
 * Where draws hit: at which places of the queue, from the rear to the front, drawn packets were of the arrival's flow. The
 * evidence for drawing from the rear: a greedy flow's packets have not been thinned there yet. Pure.
 */

import type { Region } from '../../marks/axis';
import { fineStepUp, linearTicks } from '../../marks/axis-steps';
import {
  blankDisplay,
  type Coloured,
  type LabelMark,
  NARROW_TICKS,
  type PlotDisplay,
  type PlotSource,
  placeLabels,
  plotRegion,
  valueToY,
} from './plot-display';
import { focusFirst, focusLast, laneGutter, type PlotLane, type PlotLanes } from './plot-lanes';
import type { GrowingView } from './queue-plot';

export interface HitsView extends GrowingView {
  /** The part of the queue that the viewer points at, 0 = rear. */
  readonly part: number | undefined;
}

/** Fewer matches than this say nothing about where they fall. */
const TELLING = 40;

/** Whether a discipline compares arrivals with packets drawn from the queue. */
export function drawsCandidates({ about, latest }: PlotSource): boolean {
  return about.reasons.some((id) => id.startsWith('match')) || sum(latest.hits.draws) > 0;
}

/** Whether a discipline treats the rear and the front of the queue differently. */
export function tellsRegionsApart({ about }: PlotSource): boolean {
  return about.view === 'fifo-with-regions';
}

/** Share of the matches in each part of the queue [%]. */
export function matchShares({ latest }: PlotSource): Float64Array {
  const total = sum(latest.hits.matches);
  return latest.hits.matches.map((count) => (total > 0 ? (100 * count) / total : 0));
}

/** The greatest share that the axis must reach [%]; single matches do not stretch it. */
export function hitsReach(source: PlotSource): number {
  if (sum(source.latest.hits.matches) < TELLING) return LEAST_REACH;
  return Math.max(LEAST_REACH, fineStepUp(Math.max(...matchShares(source)) * 1.05));
}

const LEAST_REACH = 10;

export function hitsPlot(lanes: PlotLanes, view: HitsView): PlotDisplay {
  const drawing = lanes.all.filter(({ source }) => drawsCandidates(source));
  const lead = drawing.includes(lanes.focus) ? lanes.focus : drawing[0];
  const gutter = Math.max(laneGutter(lanes, view), view.fontSize * (lanes.isSingle ? 0 : 6.2));
  const region = plotRegion(view, gutter, NARROW_TICKS);
  const hasRegions = drawing.some(({ source }) => tellsRegionsApart(source));
  const middle = (region.left + region.right) / 2;
  const toY = (share: number): number => Math.max(region.top, valueToY(region, view.reached, share));
  const yTicks = linearTicks(view.reached, region.bottom - region.top, view.fontSize * 4).map((tick) => ({
    at: valueToY(region, view.reached, tick),
    text: `${tick}`,
  }));
  const blank = blankDisplay(
    {
      region,
      xTicks: [
        { at: region.left + view.fontSize, text: 'rear' },
        { at: region.right - view.fontSize, text: 'front' },
      ],
      yTicks,
      guides: [],
    },
    `${view.width} ${view.height} ${view.fontSize} ${view.reached} ${hasRegions} ${region.right}`,
  );
  // The ends of the axis say the rest where there is no room.
  const title = (name: string): string => (middle - region.left > view.fontSize * 7 ? `${name} region` : '');
  const grounds: PlotDisplay['grounds'] = hasRegions
    ? [
        { left: region.left, right: middle, text: title('rear'), colour: 'rearGround', textColour: 'rear' },
        { left: middle, right: region.right, text: title('front'), colour: 'frontGround', textColour: 'front' },
      ]
    : [];
  if (lead === undefined) return { ...blank, grounds, reading: 'No lane draws candidates.' };

  const labels = focusFirst({ ...lanes, all: drawing, focus: lead }).flatMap((lane) =>
    lanes.isSingle ? halfLabels(lane.source, hasRegions, toY) : [laneLabel(lane, toY)],
  );
  const part = view.part === undefined ? undefined : Math.min(view.part, partsOf(lead.source) - 1);
  return {
    ...blank,
    grounds,
    ...(lanes.isSingle
      ? { bars: histogram(lead.source, region, toY, hasRegions) }
      : stepLines({ ...lanes, all: drawing, focus: lead }, region, toY)),
    labels: placeLabels(labels, view, region),
    cursor: part === undefined ? undefined : partCursor(lead.source, part, region),
    reading: drawing.map((lane) => `${lanes.isSingle ? '' : `${lane.name}: `}${spoken(lane.source, part)}`).join(' '),
    aside: part === undefined ? '' : `${inPart(lead.source, part)}`,
    asideColour: lanes.isSingle ? undefined : lead.colour,
  };
}

/** Part of the queue at a horizontal place in the plot. */
export function partAt(source: PlotSource, display: PlotDisplay, x: number): number {
  const { left, right } = display.axes.region;
  const parts = partsOf(source);
  return Math.max(0, Math.min(parts - 1, Math.floor(((x - left) / (right - left)) * parts)));
}

export function partsOf(source: PlotSource): number {
  return source.latest.hits.matches.length;
}

/** "0–5 %": a part of the queue, measured from the rear. */
export function partName(source: PlotSource, part: number): string {
  const width = 100 / partsOf(source);
  return `${Math.round(part * width)}–${Math.round((part + 1) * width)}\u00a0%`;
}

/** Share of the matches in the rear half [%]. */
export function rearShare(source: PlotSource): number {
  const shares = matchShares(source);
  return sum(shares.slice(0, shares.length / 2));
}

/** One bar a part; the halves differ in colour where the discipline tells them apart. */
function histogram(
  source: PlotSource,
  region: Region,
  toY: (share: number) => number,
  hasRegions: boolean,
): Coloured<PlotDisplay['bars'][number]>[] {
  const shares = matchShares(source);
  const width = (region.right - region.left) / Math.max(1, shares.length);
  const layer = (
    from: number,
    to: number,
    colour: 'rear' | 'front' | 'match',
  ): Coloured<PlotDisplay['bars'][number]> => {
    const part = shares.slice(from, to);
    const gap = Math.min(2, width * 0.2);
    return {
      x: Float32Array.from(part, (_, index) => region.left + (from + index) * width + gap / 2),
      y: Float32Array.from(part, toY),
      width: Float32Array.from(part, () => width - gap),
      height: Float32Array.from(part, (share) => region.bottom - toY(share)),
      length: part.length,
      texture: 'solid',
      colour,
    };
  };
  const half = shares.length / 2;
  return hasRegions
    ? [layer(0, half, 'rear'), layer(half, shares.length, 'front')]
    : [layer(0, shares.length, 'match')];
}

/** One stepped line a lane, the one in focus filled. */
function stepLines(
  lanes: PlotLanes,
  region: Region,
  toY: (share: number) => number,
): Pick<PlotDisplay, 'lines' | 'areas'> {
  const shapes = focusLast(lanes).map((lane) => {
    const shares = matchShares(lane.source);
    const width = (region.right - region.left) / Math.max(1, shares.length);
    const x = Float32Array.from({ length: 2 * shares.length }, (_, at) => region.left + Math.ceil(at / 2) * width);
    const y = Float32Array.from({ length: 2 * shares.length }, (_, at) => toY(shares[Math.floor(at / 2)] ?? 0));
    return { lane, x, y };
  });
  return {
    lines: shapes.map(({ lane, x, y }) => ({ x, y, length: x.length, width: 2, colour: lane.colour })),
    areas: shapes
      .filter(({ lane }) => lane === lanes.focus)
      .map(({ lane, x, y }) => ({
        x,
        low: new Float32Array(x.length).fill(region.bottom),
        high: y,
        length: x.length,
        opacity: 0.25,
        colour: lane.colour,
      })),
  };
}

function halfLabels(source: PlotSource, hasRegions: boolean, toY: (share: number) => number): LabelMark[] {
  if (sum(source.latest.hits.matches) === 0) return [];
  const rear = rearShare(source);
  const mean = (share: number): number => share / (partsOf(source) / 2);
  return [
    {
      y: toY(mean(rear)),
      name: 'rear',
      value: `${rear.toFixed(0)}\u00a0%`,
      colour: hasRegions ? 'rear' : 'match',
      isStrong: true,
    },
    {
      y: toY(mean(100 - rear)),
      name: 'front',
      value: `${(100 - rear).toFixed(0)}\u00a0%`,
      colour: hasRegions ? 'front' : 'match',
      isStrong: false,
    },
  ];
}

function laneLabel(lane: PlotLane, toY: (share: number) => number): LabelMark {
  const shares = matchShares(lane.source);
  const hasAny = sum(lane.source.latest.hits.matches) > 0;
  return {
    // At the end of its line, which is the front.
    y: toY(shares.at(-1) ?? 0),
    name: lane.name,
    value: hasAny ? `${rearShare(lane.source).toFixed(0)}\u00a0% rear` : 'no match',
    colour: lane.colour,
    isStrong: true,
  };
}

function partCursor(source: PlotSource, part: number, region: Region): PlotDisplay['cursor'] {
  return {
    x: region.left + ((part + 0.5) * (region.right - region.left)) / partsOf(source),
    top: region.top,
    bottom: region.bottom,
    text: partName(source, part),
    left: region.left,
    right: region.right,
  };
}

function inPart({ latest }: PlotSource, part: number): string {
  const matches = latest.hits.matches[part] ?? 0;
  const draws = latest.hits.draws[part] ?? 0;
  return `${grouped(matches)} of ${grouped(draws)} draws`;
}

function spoken(source: PlotSource, part: number | undefined): string {
  const matches = sum(source.latest.hits.matches);
  const draws = sum(source.latest.hits.draws);
  if (part !== undefined)
    return `${partName(source, part)} from the rear: ${inPart(source, part)} hit, ${(matchShares(source)[part] ?? 0).toFixed(1)} % of all matches.`;
  if (matches === 0) return `No match yet in ${grouped(draws)} draws.`;
  return `${grouped(matches)} matches in ${grouped(draws)} draws, ${rearShare(source).toFixed(0)} % of them in the rear half of the queue.`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

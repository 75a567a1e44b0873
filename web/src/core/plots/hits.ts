/**
 * Matches by position in the queue, from the rear to the front. The plot shows why drawing from the rear helps: most
 * packets of a flow with a high rate are near the rear, because matches remove them on their way to the front. Pure.
 */

import { max, sum } from 'd3-array';
import type { Numbers } from '../../base/numbers';
import type { Region } from '../../ui/figure/axis';
import { fineStepUp } from '../../ui/figure/ticks';
import { SINCE_START } from '../../ui/figure-words';
import { laneDash } from '../../ui/marks/lane-looks';
import type { SavedCell, SavedColumn } from '../save/saved-table';
import type { PlotDefinition } from './definition';
import {
  blankDisplay,
  type Coloured,
  type LabelMark,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plotFrame,
  slotAt,
  spacedTicks,
  stepShapes,
  valueTicks,
  valueToY,
} from './plot-display';
import { focusFirst, focusLast, type PlotLane, type PlotLanes } from './plot-lanes';
import { show, titled } from './plot-table';
import { laneRows } from './saved-rows';

export const HITS: PlotDefinition = {
  id: 'hits',
  title: () => 'Where draws match',
  says: () => `% of matches · ${SINCE_START}`,
  help: () => 'Where in the queue drawn packets matched the arrival’s flow.',
  axis: {
    over: 'part',
    choose: 'choose a part of the queue',
    count: ({ focus }) => partsOf(focus.source),
  },
  columns: 7,
  appliesTo: ({ all }) => all.some(({ source }) => drawsCandidates(source)),
  display: hitsPlot,
  table: hitsTable,
  saved: (lanes) => laneRows(lanes, HIT_COLUMNS, ({ source }) => hitRows(source)),
};

/** Minimum number of matches before the plot shows how they are distributed over the queue. */
const LEAST_MATCHES = 40;

/** True if a discipline compares arrivals with packets drawn from the queue. */
export function drawsCandidates({ about, latest }: PlotSource): boolean {
  return about.reasons.some((id) => id.startsWith('match')) || sum(latest.hits.draws) > 0;
}

/** True if a discipline treats the rear half and the front half of the queue differently. */
function distinguishesRegions({ about }: PlotSource): boolean {
  return about.view === 'fifo-with-regions';
}

/** Share of the matches in each part of the queue [%]. */
function matchShares({ latest }: PlotSource): Float64Array {
  const total = sum(latest.hits.matches);
  return latest.hits.matches.map((count) => (total > 0 ? (100 * count) / total : 0));
}

/** Largest share that the axis must show [%]. It is not enlarged while there are few matches. */
export function hitsReach(source: PlotSource): number {
  if (sum(source.latest.hits.matches) < LEAST_MATCHES) return LEAST_REACH;
  return Math.max(LEAST_REACH, fineStepUp((max(matchShares(source)) ?? 0) * 1.05));
}

const LEAST_REACH = 10;

function hitsPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const reached = Math.max(view.reached, ...lanes.all.map(({ source }) => hitsReach(source)));
  const drawing = lanes.all.filter(({ source }) => drawsCandidates(source));
  const lead = drawing.includes(lanes.focus) ? lanes.focus : drawing[0];
  const hasRegions = drawing.some(({ source }) => distinguishesRegions(source));
  // A strip above the bars for the names of the two halves.
  const strip = hasRegions ? Math.round(view.fontSize * 1.6) : 0;
  const below = (it: Region): Region => ({ ...it, top: Math.min(it.bottom - 1, it.top + strip) });
  const { region: whole, column } = plotFrame(
    view,
    {
      samples: lanes.isSingle ? [['front', '100\u00a0%']] : lanes.all.map(({ name }) => [name, '100\u00a0% rear']),
      isDashed: !lanes.isSingle,
    },
    (it) => valueTicks(below(it), view, reached),
  );
  const region = below(whole);
  const middle = (region.left + region.right) / 2;
  const toY = (share: number): number => valueToY(region, reached, share);
  const part =
    view.chosen === undefined || lead === undefined ? undefined : Math.min(view.chosen, partsOf(lead.source) - 1);
  const cursor = part === undefined || lead === undefined ? undefined : partCursor(lead.source, part, region);
  const xTicks = [
    { at: region.left + view.measure('rear') / 2, text: 'rear' },
    { at: region.right - view.measure('front') / 2, text: 'front' },
  ];
  const blank = {
    ...blankDisplay({
      region,
      xTicks: spacedTicks(xTicks, view, cursor),
      yTicks: valueTicks(region, view, reached),
      guides: [],
    }),
    labelsLeft: column.left,
    leadersLeft: column.leadersLeft,
    reached,
    pick: (x: number) => slotAt(region, partsOf(lanes.focus.source), x),
  };
  // Name of a half: "rear region", or just "rear" if there is no room.
  const title = (name: string): string => {
    const text = `${name} region`;
    return view.measure(text) < middle - region.left ? text : name;
  };
  const grounds: PlotDisplay['grounds'] = hasRegions
    ? [
        {
          left: region.left,
          right: middle,
          top: whole.top,
          text: title('rear'),
          colour: 'rearGround',
          textColour: 'rear',
        },
        {
          left: middle,
          right: region.right,
          top: whole.top,
          text: title('front'),
          colour: 'frontGround',
          textColour: 'front',
        },
      ]
    : [];
  if (lead === undefined) return { ...blank, grounds, reading: 'No lane draws candidates.' };

  const drawn = { ...lanes, all: drawing, focus: lead };
  const labels = focusFirst(drawn).flatMap((lane) =>
    lanes.isSingle ? halfLabels(lane.source, hasRegions, toY) : [laneLabel(lane, toY)],
  );
  return {
    ...blank,
    grounds,
    ...(lanes.isSingle ? { bars: histogram(lead.source, region, toY, hasRegions) } : stepLines(drawn, region, toY)),
    labels: placeLabels(labels, view, column),
    cursor,
    reading: drawing.map((lane) => `${lanes.isSingle ? '' : `${lane.name}: `}${spoken(lane.source, part)}`).join(' '),
    aside: part === undefined ? '' : `${inPart(lead.source, part)}`,
    asideColour: lanes.isSingle ? undefined : lead.colour,
  };
}

function partsOf(source: PlotSource): number {
  return source.latest.hits.matches.length;
}

/** A part of the queue, measured from the rear, such as "0–5 %". */
function partName(source: PlotSource, part: number): string {
  const width = 100 / partsOf(source);
  return `${Math.round(part * width)}–${Math.round((part + 1) * width)}\u00a0%`;
}

/** Share of the matches in the rear half [%]. */
function rearShare(source: PlotSource): number {
  const shares = matchShares(source);
  return sum(shares.slice(0, shares.length / 2));
}

/**
 * The bars, one for each section of the queue. If the discipline draws from the two halves separately, each half has
 * its own colour.
 */
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

/** One stepped line for each lane. The area below the line of the focused lane is filled. */
function stepLines(
  lanes: PlotLanes,
  region: Region,
  toY: (share: number) => number,
): Pick<PlotDisplay, 'lines' | 'areas'> {
  const shapes = focusLast(lanes).map((lane) => {
    const { source, colour } = lane;
    const shares = matchShares(source);
    const width = (region.right - region.left) / Math.max(1, shares.length);
    return stepShapes(shares, (part) => region.left + part * width, toY, region.bottom, colour, laneDash(lane));
  });
  return { lines: shapes.map(({ line }) => line), areas: shapes.slice(-1).map(({ area }) => area) };
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
    // The label is at the right end of the line, which is the front of the queue.
    y: toY(shares.at(-1) ?? 0),
    name: lane.name,
    dash: laneDash(lane),
    value: hasAny ? `${rearShare(lane.source).toFixed(0)}\u00a0% rear` : 'no match',
    colour: lane.colour,
    isStrong: true,
  };
}

function partCursor(source: PlotSource, part: number, region: Region): PlotDisplay['cursor'] {
  const x = region.left + ((part + 0.5) * (region.right - region.left)) / partsOf(source);
  return { ...region, x, text: partName(source, part) };
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
    return `${partName(source, part)} from the rear: ${inPart(source, part)} matched, ${(matchShares(source)[part] ?? 0).toFixed(1)} % of all matches.`;
  if (matches === 0) return `No match yet in ${grouped(draws)} draws.`;
  return `${grouped(matches)} matches in ${grouped(draws)} draws, ${rearShare(source).toFixed(0)} % of them in the rear half of the queue.`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

const HIT_COLUMNS: readonly SavedColumn[] = [
  {
    name: 'from',
    unit: '1',
    meaning: 'Start of the row’s part of the queue: distance from the rear, as a share of the queue length.',
  },
  {
    name: 'to',
    unit: '1',
    meaning: 'End of the row’s part of the queue: distance from the rear, as a share of the queue length.',
  },
  { name: 'draws', unit: 'packets', meaning: 'Packets drawn in this part since the start.' },
  { name: 'matches', unit: 'packets', meaning: 'Drawn packets that belong to the arrival’s flow.' },
];

function hitRows(source: PlotSource): SavedCell[][] {
  if (!drawsCandidates(source)) return [];
  const { draws, matches } = source.latest.hits;
  const parts = partsOf(source);
  return Array.from({ length: parts }, (_, part) => [
    part / parts,
    (part + 1) / parts,
    draws[part] ?? null,
    matches[part] ?? null,
  ]);
}

function hitsTable(lanes: PlotLanes): Numbers {
  const drawing = lanes.all.filter(({ source }) => drawsCandidates(source));
  const { source } = lanes.focus;
  return {
    columns: [
      'position from the rear',
      ...drawing.flatMap((lane) => ['draws', 'matches', 'matched [%]'].map((name) => titled(lanes, lane, name))),
    ],
    rows: Array.from({ length: partsOf(source) }, (_, part) => [
      partName(source, part),
      ...drawing.flatMap((lane) => {
        const { draws, matches } = lane.source.latest.hits;
        const drawn = draws[part] ?? 0;
        const matched = matches[part] ?? 0;
        return [show(drawn, 0), show(matched, 0), show(drawn > 0 ? (100 * matched) / drawn : undefined, 1)];
      }),
    ]),
  };
}

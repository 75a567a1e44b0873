/**
 * The distribution of the queue length over time, and of the waiting time over packets, as a histogram or cumulative.
 * With a logarithmic axis, which shows the tail, the curve is the complementary cumulative distribution. Pure.
 */

import { bisectLeft, bisectRight, cumsum, max, sum } from 'd3-array';
import { formatNumber, formatValue } from '../../base/format';
import type { Numbers } from '../../base/numbers';
import type { PlotDefinition } from '../../core/plots/definition';
import {
  blankDisplay,
  type LabelMark,
  type NoteMark,
  onePoint,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plain,
  plotFrame,
  spacedTicks,
  stepShapes,
  type ValueScale,
  valueToLogarithmicY,
  valueToY,
} from '../../core/plots/plot-display';
import { focusFirst, focusLast, laneSamples, type PlotLane, type PlotLanes } from '../../core/plots/plot-lanes';
import { rowsJoined, titled } from '../../core/plots/plot-table';
import { laneRows } from '../../core/plots/saved-rows';
import { queueLengths } from '../../core/run/queue-lengths';
import type { SavedCell, SavedColumn } from '../../core/save/saved-table';
import type { Region, Tick } from '../../ui/figure/axis';
import { Occupied, type Path } from '../../ui/figure/free-place';
import { fineStepUp, linearTicks, logarithmicTicks } from '../../ui/figure/ticks';
import { SINCE_START } from '../../ui/figure-words';
import { laneDash } from '../../ui/marks/lane-looks';

export const OCCUPANCY = distribution(
  'occupancy',
  'Queue length',
  'choose a length',
  'Share of the time for each number of waiting packets. Dashed: thresholds. Medians are beside the names.',
);
export const WAITS = distribution(
  'waits',
  'Waiting time',
  'choose a time',
  'Share of the packets for each waiting time, from arrival to the start of service. Medians are beside the names.',
);

/** `occupancy`: the queue length, weighted by time. `waits`: the waiting time, with one value for each packet. */
type Distributed = 'occupancy' | 'waits';

function distribution(what: Distributed, title: string, choose: string, help: string): PlotDefinition {
  return {
    id: what,
    title: () => title,
    says: (lanes, scale) => `${unitOf(what, lanes, scale)} · ${SINCE_START}`,
    help: () => help,
    axis: { over: 'part', choose, count: ({ focus }) => focus.source.latest[what].parts.length },
    display: (lanes, view) => distributionPlot(what, lanes, view),
    table: (lanes) => distributionTable(what, lanes),
    key: () => (what === 'occupancy' ? 'across: packets waiting' : 'across: waiting time'),
    saved: (lanes) => laneRows(lanes, COLUMNS[what], ({ source }) => distributionRows(what, source)),
  };
}

interface Shares {
  /** Edges of the bins [packets, or ms]. There is one more edge than bins. */
  readonly edges: Float64Array;
  /** Share of each bin [%]. */
  readonly shares: Float64Array;
}

/** The smallest share on a logarithmic axis [%]. Smaller shares are noise. */
const LEAST = 0.01;

export function sharesOf(source: PlotSource, what: Distributed): Shares {
  const { edges, parts } = source.latest[what];
  const total = sum(parts);
  return {
    edges: what === 'waits' ? edges.map((edge_s) => edge_s * 1000) : edges,
    shares: parts.map((part) => (total > 0 ? (100 * part) / total : 0)),
  };
}

/** The share below each bin's upper edge, or above it if `isFromAbove` [%]. */
export function summedUp({ shares }: Shares, isFromAbove: boolean): Float64Array {
  // Rounding errors can push a sum below 0 or above 100, so it is clamped.
  return cumsum(shares).map((share) => Math.max(0, isFromAbove ? 100 - share : Math.min(100, share)));
}

/** The title of the vertical axis. */
function unitOf(what: Distributed, lanes: PlotLanes, { isCumulative, isLogarithmic }: ValueScale): string {
  const of = what === 'occupancy' ? '% of the time' : '% of the packets';
  if (isCumulative) return isLogarithmic ? `${of}, above` : `${of}, up to`;
  const width = widestPart(lanes, what);
  if (width === 0) return of;
  if (what === 'waits') return `${of} per ${plain(width)} ms`;
  return width === 1 ? of : `${of} per ${packets(width)}`;
}

function distributionPlot(what: Distributed, lanes: PlotLanes, view: PlotView): PlotDisplay {
  const per = widestPart(lanes, what);
  const curves = focusLast(lanes).map((lane) => ({ lane, ...curveOf(lane, what, view, per) }));
  const end = axisEnd(lanes, what);
  const greatest = max(curves, ({ values }) => max(values)) ?? 0;
  const top = view.isCumulative ? 100 : fineStepUp(Math.max(greatest * 1.05, 1));
  const yTicks = ({ top: upper, bottom }: Region): Tick[] => {
    const values = view.isLogarithmic
      ? logarithmicTicks(LEAST, top, Math.floor((bottom - upper) / (view.fontSize * 2)))
      : linearTicks(top, bottom - upper, view.fontSize * 4);
    const place = { left: 0, right: 0, top: upper, bottom };
    return values.map((value) => ({
      at: view.isLogarithmic ? valueToLogarithmicY(place, LEAST, top, value) : valueToY(place, top, value),
      text: plain(value),
    }));
  };
  const { region, column } = plotFrame(
    view,
    {
      samples: laneSamples(lanes, what === 'occupancy' ? '1000\u00a0pkt' : '000.0\u00a0ms', 'median'),
      isDashed: !lanes.isSingle,
    },
    yTicks,
  );
  const toX = (value: number): number => region.left + ((region.right - region.left) * value) / end;
  const toY = (share: number): number =>
    view.isLogarithmic ? valueToLogarithmicY(region, LEAST, top, share) : valueToY(region, top, share);
  const xValues = linearTicks(end, region.right - region.left, view.fontSize * 5);
  const xTicks = xValues.map(
    (value, place): Tick => ({
      at: toX(value),
      text: place === xValues.length - 1 && what === 'waits' ? `${plain(value)} ms` : plain(value),
    }),
  );
  const marks = what === 'occupancy' ? queueLengths(lanes.focus.source).filter(({ value }) => value <= end) : [];
  const shapes = curves.map(({ lane, edges, values }) =>
    stepShapes(
      values,
      (edge) => toX(edges[edge] as number),
      toY,
      region.bottom,
      lane.colour,
      lanes.isSingle ? undefined : laneDash(lane),
    ),
  );
  const own = sharesOf(lanes.focus.source, what);
  const part = view.chosen === undefined ? undefined : Math.min(view.chosen, own.shares.length - 1);
  const pointed = part === undefined || part < 0 ? undefined : pointedAt(own, part, what, view);
  const cursor = pointed === undefined ? undefined : { ...region, x: toX(pointed.middle), text: pointed.text };
  const labels = focusFirst(lanes).flatMap((lane): LabelMark[] => {
    const curve = curves.find((it) => it.lane === lane);
    if (curve === undefined || curve.values.length === 0) return [];
    if (pointed !== undefined) {
      const share = valueAt(curve, pointed.middle, view);
      return [
        {
          y: toY(share),
          name: lanes.isSingle ? 'share' : lane.name,
          value: percent(share),
          colour: lane.colour,
          dash: lanes.isSingle ? undefined : laneDash(lane),
          isStrong: true,
        },
      ];
    }
    const median = quantile(sharesOf(lane.source, what), 50);
    return [
      {
        y: toY(curve.values.at(-1) ?? 0),
        name: lanes.isSingle ? 'median' : lane.name,
        value: what === 'occupancy' ? `${plain(median - 1)}\u00a0pkt` : quantity(what, median),
        colour: lane.colour,
        dash: lanes.isSingle ? undefined : laneDash(lane),
        isStrong: true,
      },
    ];
  });
  return {
    ...blankDisplay({
      region,
      xTicks: spacedTicks(xTicks, view, cursor),
      yTicks: yTicks(region),
      guides: [],
    }),
    lines: [
      ...marks.map(({ value }) => ({
        x: new Float32Array(2).fill(toX(value)),
        y: Float32Array.of(region.top, region.bottom),
        length: 2,
        width: 1,
        dash: [4, 3],
        colour: 'guide' as const,
      })),
      ...shapes.map(({ line }) => line),
    ],
    // Areas are drawn only for the focused lane.
    areas: view.isCumulative ? [] : shapes.slice(-1).map(({ area }) => area),
    notes: nameMarks(
      marks,
      shapes.map(({ line }) => line),
      toX,
      region,
      view,
    ),
    dots: pointed === undefined ? [] : labels.map(({ y, colour }) => onePoint(toX(pointed.middle), y, colour)),
    labels: placeLabels(labels, view, column),
    labelsLeft: column.left,
    leadersLeft: column.leadersLeft,
    cursor,
    reading:
      pointed === undefined
        ? lanes.all.map((lane) => spoken(lane, what, lanes.isSingle)).join(' ')
        : `${pointed.text}: ${labels.map(({ name, value }) => (lanes.isSingle ? value : `${name} ${value}`)).join(', ')}`,
    pick: (x) => partAt(own, ((x - region.left) / (region.right - region.left)) * end),
  };
}

/** Places the names of thresholds beside their lines, as near the top as the curves allow. */
function nameMarks(
  marks: readonly { readonly name: string; readonly value: number }[],
  curves: readonly Path[],
  toX: (value: number) => number,
  { top, bottom, right: edge }: Region,
  { fontSize, measure }: PlotView,
): NoteMark[] {
  const occupied = new Occupied();
  for (const path of curves) occupied.addPath(path);
  for (const { value } of marks) {
    const x = toX(value);
    occupied.addBox({ left: x - 1, right: x + 1, top, bottom });
  }
  return marks.flatMap(({ name, value }): NoteMark[] => {
    const rows = Math.floor((bottom - top) / (fontSize * 1.2));
    const candidates = Array.from({ length: rows }, (_, row) => row).flatMap((row) =>
      (['left', 'right'] as const).map((align) => {
        const x = toX(value) + (align === 'left' ? 1 : -1) * fontSize * 0.3;
        const y = top + fontSize * (0.6 + 1.2 * row);
        const left = align === 'left' ? x : x - measure(name);
        return {
          x,
          y,
          align,
          box: { left, right: left + measure(name), top: y - fontSize / 2, bottom: y + fontSize / 2 },
        };
      }),
    );
    const place = occupied.take(candidates.filter(({ box }) => box.right <= edge && box.left >= toX(0)));
    return place === undefined ? [] : [{ x: place.x, y: place.y, align: place.align, text: name, colour: 'textSoft' }];
  });
}

/** The bin that contains a value, or the nearest one. Undefined without data. */
function partAt({ edges }: Shares, value: number): number | undefined {
  return edges.length < 2 ? undefined : Math.max(0, Math.min(edges.length - 2, partHolding(edges, value)));
}

function axisEnd(lanes: PlotLanes, what: Distributed): number {
  return fineStepUp(Math.max(...lanes.all.map(({ source }) => sharesOf(source, what).edges.at(-1) ?? 0), 1e-3));
}

/** A bin's range as text, and the value at its centre. */
function pointedAt({ edges }: Shares, part: number, what: Distributed, view: ValueScale) {
  const [low, high] = [edges[part] ?? 0, edges[part + 1] ?? 0];
  const unit = what === 'occupancy' ? 'pkt' : 'ms';
  // Queue lengths are whole numbers, so the largest length in a bin is one packet below its upper edge.
  const last = what === 'occupancy' ? high - 1 : high;
  const range = low === last ? plain(low) : `${plain(low)}–${plain(last)}`;
  const text = view.isCumulative ? `${view.isLogarithmic ? '>' : '≤'}\u00a0${plain(last)}` : range;
  return { middle: (low + high) / 2, text: `${text}\u00a0${unit}` };
}

/** The height of a curve at a value. Beyond the last bin it is 0, or 100 % if the curve sums from below. */
function valueAt(
  { edges, values }: { readonly edges: Float64Array; readonly values: Float64Array },
  at: number,
  { isCumulative, isLogarithmic }: ValueScale,
): number {
  return values[partHolding(edges, at)] ?? (isCumulative && !isLogarithmic ? 100 : 0);
}

/**
 * Index of the last bin that begins at or below a value. Past the last bin, the number of bins; before the first, −1.
 */
function partHolding(edges: Float64Array, value: number): number {
  return bisectRight(edges, value) - 1;
}

/** The quantile at this share [%], rounded up to its bin's upper edge. NaN without data. */
export function quantile({ edges, shares }: Shares, share: number): number {
  return edges[bisectLeft(cumsum(shares), share - 1e-9) + 1] ?? Number.NaN;
}

/** Width of the widest bin over all lanes, which sets the scale of histograms. */
function widestPart(lanes: PlotLanes, what: Distributed): number {
  return Math.max(0, ...lanes.all.map(({ source }) => partWidth(sharesOf(source, what))));
}

function partWidth({ edges }: Shares): number {
  return (edges[1] ?? 0) - (edges[0] ?? 0);
}

function curveOf(
  { source }: PlotLane,
  what: Distributed,
  { isCumulative, isLogarithmic }: ValueScale,
  per: number,
): { readonly edges: Float64Array; readonly values: Float64Array } {
  const it = sharesOf(source, what);
  if (isCumulative) return { edges: it.edges, values: summedUp(it, isLogarithmic) };
  const width = partWidth(it);
  return { edges: it.edges, values: it.shares.map((share) => (width > 0 ? (share * per) / width : 0)) };
}

function spoken({ name, source }: PlotLane, what: Distributed, isSingle: boolean): string {
  const it = sharesOf(source, what);
  const words = (text: string): string =>
    isSingle ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : `${name}: ${text}`;
  if (it.shares.length === 0) return words('nothing yet.');
  const [low, middle, high] = [5, 50, 95].map((share) => quantity(what, quantile(it, share)));
  return words(
    what === 'occupancy'
      ? `at most ${low} wait for 5 % of the time, ${middle} for half, ${high} for 95 %.`
      : `5 % of the packets wait at most ${low}, half ${middle}, 95 % ${high}.`,
  );
}

/** The largest value of a bin, as text. For queue lengths it is one packet below the bin's upper edge. */
function quantity(what: Distributed, edge: number): string {
  return what === 'occupancy' ? packets(edge - 1) : formatValue(edge / 1000, 's', 3);
}

function percent(share: number): string {
  return `${formatNumber(share, share < 1 ? 2 : 3)}\u00a0%`;
}

function packets(count: number): string {
  return count === 1 ? '1 packet' : `${plain(count)} packets`;
}

const COLUMNS: Readonly<Record<Distributed, readonly SavedColumn[]>> = {
  occupancy: [
    { name: 'from', unit: 'packets', meaning: 'Smallest queue length in this bin.' },
    { name: 'below', unit: 'packets', meaning: 'Upper end of the bin, exclusive.' },
    { name: 'time_s', unit: 's', meaning: `Time during which the queue length was in this bin, ${SINCE_START}.` },
  ],
  waits: [
    { name: 'from_s', unit: 's', meaning: 'Shortest waiting time in this bin.' },
    { name: 'below_s', unit: 's', meaning: 'Upper end of the bin, exclusive.' },
    {
      name: 'packets',
      unit: 'packets',
      meaning: `Number of packets whose waiting time was in this bin, ${SINCE_START}.`,
    },
  ],
};

function distributionRows(what: Distributed, { latest }: PlotSource): SavedCell[][] {
  const { edges, parts } = latest[what];
  return Array.from(parts, (value, part) => [edges[part] ?? null, edges[part + 1] ?? null, value]);
}

/**
 * A table with one row for each bin of the focused lane. If there are many bins, they are merged into a few dozen rows.
 */
function distributionTable(what: Distributed, lanes: PlotLanes): Numbers {
  const { edges } = sharesOf(lanes.focus.source, what);
  const parts = Math.max(0, edges.length - 1);
  const joined = rowsJoined(parts);
  const all = lanes.all.map((lane) => ({ lane, shares: sharesOf(lane.source, what) }));
  const rows: string[][] = [];
  for (let part = 0; part < parts; part += joined) {
    const low = edges[part] ?? 0;
    const high = edges[Math.min(parts, part + joined)] ?? 0;
    // Queue lengths are whole numbers, so the largest length in a bin is one packet below its upper edge.
    const last = what === 'occupancy' ? high - 1 : high;
    rows.push([
      low === last ? plain(low) : `${plain(low)}–${plain(last)}`,
      ...all.flatMap(({ shares }) => {
        const upTo = shareBelow(shares, high);
        return [upTo - shareBelow(shares, low), upTo].map((share) => formatNumber(share, 3));
      }),
    ]);
  }
  return {
    columns: [
      what === 'occupancy' ? 'packets waiting' : 'waiting time [ms]',
      ...all.flatMap(({ lane }) => ['share [%]', 'cumulative [%]'].map((column) => titled(lanes, lane, column))),
    ],
    rows,
  };
}

/** The share below a value [%], interpolated linearly within its bin. */
function shareBelow({ edges, shares }: Shares, value: number): number {
  let below = 0;
  for (let part = 0; part < shares.length; part += 1) {
    const low = edges[part] ?? 0;
    const high = edges[part + 1] ?? low;
    if (low >= value) break;
    below += (shares[part] ?? 0) * (high <= value ? 1 : (value - low) / (high - low));
  }
  return Math.min(100, below);
}

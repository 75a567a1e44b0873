/**
 * Throughput of each flow since the start of the measured window: one dot for each flow, one colour for each lane. The
 * axis ends a little above three times the fair share. A flow with a higher rate is a triangle at the upper edge, with
 * its name and value. Pure.
 */

import { unitScale } from '../../base/format';
import { type Numbers, PAGE_ROWS } from '../../base/numbers';
import type { Region } from '../../ui/figure/axis';
import { type Box, Occupied } from '../../ui/figure/free-place';
import { fineStepUp } from '../../ui/figure/ticks';
import { isMeasured, notBefore, sinceWindow } from '../../ui/figure-words';
import type { DotShape } from '../../ui/marks/dots';
import type { Ink } from '../../ui/marks/ink';
import { laneShape } from '../../ui/marks/lane-looks';
import { MOST_LISTED } from '../../ui/NumberField';
import { isSparse } from '../run/sparse-flows';
import type { SavedCell, SavedColumn } from '../save/saved-table';
import type { PlotDefinition } from './definition';
import {
  byNumber,
  type FlowHeights,
  type FlowPlaces,
  flowsPerDot,
  inSwarm,
  isSwarm,
  MANY_FLOWS,
  quantile,
} from './flow-places';
import {
  blankDisplay,
  type Coloured,
  classColour,
  decimals,
  type NoteMark,
  onePoint,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plain,
  plotFrame,
  slotAt,
  spacedTicks,
  valueTicks,
  valueToY,
} from './plot-display';
import { measuredSince, type PlotLane, type PlotLanes } from './plot-lanes';
import { show, titled } from './plot-table';
import { laneRows } from './saved-rows';

export const FLOWS: PlotDefinition = {
  id: 'flows',
  title: () => 'Throughput per flow',
  says: (lanes) => `${unitScale(lanes.focus.source.facts.capacity_bps, 'bit/s').name} · ${measuredSince(lanes)}`,
  help: ({ focus, isSingle }) => {
    const count = focus.source.facts.flows.length;
    return `${count < MANY_FLOWS ? 'One dot per flow' : 'One dot for several flows'}, ${count} in all. Dashed: the fair share. ${isSingle ? 'Diamonds: unresponsive flows. Triangles: values' : 'Each lane has its own shape. Large shapes: unresponsive flows. Shapes above the frame: values'} beyond the axis.`;
  },
  axis: { over: 'flow', choose: 'choose a flow', count: ({ focus }) => focus.source.facts.flows.length },
  columns: 9,
  display: flowsPlot,
  table: flowsTable,
  saved: (lanes) => laneRows(lanes, FLOW_COLUMNS(lanes), ({ source }) => flowRows(source)),
};

/** A lane with the dots of its flows. */
interface LaneFlows {
  readonly lane: PlotLane;
  readonly rates: Float64Array;
  readonly places: FlowPlaces;
}

interface FlowsDisplay extends PlotDisplay {
  /** Positions of the dots, one entry for each lane. */
  readonly places: readonly FlowPlaces[];
  readonly isSwarm: boolean;
}

interface Unit {
  readonly name: string;
  readonly factor: number;
  /** Number of decimals. */
  readonly places: number;
}

/** Mean rate that each flow has received since the start of the measured window [bit/s]. */
function flowRates(source: PlotSource): Float64Array {
  const { latest, facts } = source;
  const measured_s = latest.scalars.now_s - facts.scenario.measured_from_s;
  return latest.flows.received_bytes.map((bytes) => (measured_s > 0 ? (bytes * 8) / measured_s : 0));
}

export function flowsPlot(lanes: PlotLanes, view: PlotView): FlowsDisplay {
  const { source } = lanes.focus;
  const { facts } = source;
  const scale = unitScale(facts.capacity_bps, 'bit/s');
  const fairShare = facts.fair_share_bps / scale.factor;
  // Enough decimals for two digits of the fair share. Otherwise, with many flows on a fast link, different rates would
  // be printed alike.
  const leastPlaces = Math.ceil(-Math.log10(Math.max(fairShare, 1e-9))) + 1;
  const unit = { ...scale, places: Math.max(decimals(facts.capacity_bps / scale.factor), leastPlaces) };
  const greatest = fineStepUp(fairShare * 3);
  const share = plain(Number(fairShare.toPrecision(2)));
  // A strip above the plot for the triangles of flows beyond the axis, and for the values of several lanes.
  const strip = Math.round(view.fontSize * (lanes.isSingle ? 1.6 : 2.8));
  const below = (it: Region): Region => ({ ...it, top: Math.min(it.bottom - 1, it.top + strip) });
  const { region, column } = plotFrame(view, { samples: [['fair share', share]], isDashed: false }, (it) =>
    valueTicks(below(it), view, greatest),
  );
  const plot = below(region);
  const count = facts.flows.length;
  const swarm = isSwarm(plot, count, lanes.all.length);
  const slot = (plot.right - plot.left) / Math.max(1, count);
  const radius = swarm
    ? Math.max(1.25, view.fontSize * 0.14)
    : Math.max(1.4, Math.min(view.fontSize * 0.38, (slot / lanes.all.length) * (lanes.isSingle ? 0.4 : 0.55)));
  const isBeyond = (rate: number): boolean => rate / unit.factor > greatest;
  const heights: FlowHeights = {
    isBeyond,
    toY: (rate) => (isBeyond(rate) ? plot.top - view.fontSize * 0.9 : valueToY(plot, greatest, rate / unit.factor)),
    apart: Math.max(9, 2 * radius),
    radius,
  };
  const ratesOfLanes = lanes.all.map(({ source: own }) => flowRates(own));
  const perDot = swarm ? flowsPerDot(ratesOfLanes, plot, heights) : 1;
  const flows = lanes.all.map((lane, place): LaneFlows => {
    const rates = ratesOfLanes[place] ?? new Float64Array(0);
    const isGreedy = (row: number): boolean => classOf(lane.source, row) === 'udp';
    const places = swarm
      ? inSwarm(rates, plot, place, lanes.all.length, heights, { perDot, isGreedy })
      : byNumber(rates, plot, place, lanes.all.length, heights);
    return { lane, rates, places };
  });

  const places = flows.map((lane) => lane.places);
  const pointed = view.chosen !== undefined && view.chosen < count ? view.chosen : undefined;
  const fairY = valueToY(plot, greatest, fairShare);
  const axes = {
    region: plot,
    xTicks: flowTicks(flows, plot, swarm, perDot, view),
    yTicks: valueTicks(plot, view, greatest),
    guides: [{ y: fairY, isStrong: true }],
  };
  const labels = placeLabels(
    [{ y: fairY, name: 'fair share', value: share, colour: 'textSoft', isStrong: true }],
    view,
    { ...column, top: plot.top },
  );
  const { measured_from_s } = facts.scenario;
  if (!isMeasured(source.latest.scalars.now_s, measured_from_s)) {
    const pending = notBefore(measured_from_s);
    const middle = { x: (plot.left + plot.right) / 2, y: (plot.top + fairY) / 2 };
    return {
      ...blankDisplay(axes),
      ...{ labels, labelsLeft: column.left, places, isSwarm: swarm },
      notes: [{ ...middle, text: pending, align: 'center', colour: 'text' }],
      reading: `${pending}, when the measured window begins; fair share ${share} ${unit.name}.`,
    };
  }
  const dots = flows.flatMap((each) => flowDots(each, lanes.isSingle, radius));
  const row = lanes.isSingle
    ? { notes: [], dots: [] }
    : valueRow(flows, view, region, pointed ?? namedFlows(source, flowRates(source), 1, 0)[0], unit);
  const spread = swarm ? spreadMarks(flows, lanes.isSingle, heights) : { areas: [], lines: [] };
  const occupied = new Occupied();
  for (const path of spread.lines) occupied.addPath(path);
  for (const { x, y, length, radius: reach } of dots)
    for (let dot = 0; dot < length; dot += 1) occupied.addBox(around(x[dot] as number, y[dot] as number, reach + 1));
  occupied.addBox({ left: plot.left, right: plot.right, top: fairY - 1, bottom: fairY + 1 });
  for (const { at, isOneRow } of labels) {
    const reach = view.fontSize * (isOneRow ? 0.6 : 1.2);
    occupied.addBox({ left: column.left, right: view.width, top: at - reach, bottom: at + reach });
  }
  // With several lanes, the values of the chosen flow fill the row above the plot.
  if (!lanes.isSingle)
    occupied.addBox({ left: 0, right: view.width, top: 0, bottom: region.top + view.fontSize * 1.2 });
  return {
    ...blankDisplay(axes),
    ...spread,
    labels,
    labelsLeft: column.left,
    dots: [...dots, ...row.dots],
    notes: [
      ...row.notes,
      ...noteFlows(flows, view, plot, lanes.isSingle ? pointed : undefined, unit, radius, lanes.isSingle, occupied),
    ],
    rings:
      pointed === undefined
        ? []
        : flows.map(({ places }) => ({
            x: places.x[pointed] ?? 0,
            y: places.y[pointed] ?? 0,
            radius: Math.max(radius, 3) + (lanes.isSingle ? 3 : 1.5),
            colour: 'text' as const,
          })),
    reading: flows
      .map(({ lane, rates }) => `${lanes.isSingle ? '' : `${lane.name}: `}${spoken(lane.source, rates, pointed, unit)}`)
      .join(' '),
    // Text beside the title: the number of flows per dot. With a single lane, this number is below the swarm of dots
    // instead, where several lanes have their names.
    aside: perDot > 1 && !lanes.isSingle ? dotWords(perDot) : '',
    places,
    isSwarm: swarm,
    pick: (x, y) => (swarm ? nearestDot(places, x, y) : slotAt(plot, count, x)),
  };
}

/** Row of the flow whose dot, in any lane, is nearest to a position. */
function nearestDot(lanes: readonly FlowPlaces[], x: number, y: number): number | undefined {
  let nearest: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const places of lanes)
    for (let row = 0; row < places.x.length; row += 1) {
      const distance = Math.hypot((places.x[row] as number) - x, (places.y[row] as number) - y);
      if (distance >= least) continue;
      least = distance;
      nearest = row;
    }
  return nearest;
}

function flowName(source: PlotSource, row: number): string {
  const number = source.facts.flows[row]?.number ?? row + 1;
  return `${classOf(source, row).toUpperCase()} flow ${number}`;
}

function dotWords(perDot: number): string {
  return perDot === 1 ? 'one dot per flow' : `one dot for ${perDot} flows`;
}

function flowTicks(
  flows: readonly LaneFlows[],
  plot: Region,
  swarm: boolean,
  perDot: number,
  view: PlotView,
): { at: number; text: string }[] {
  if (swarm) {
    const under = (text: (lane: PlotLane) => string) =>
      flows.map(({ lane, places }) => ({ at: (places.left + places.right) / 2, text: text(lane) }));
    const named = under(({ name }) => (flows.length === 1 ? dotWords(perDot) : name));
    // The lanes are marked by number, since their names do not fit side by side.
    return spacedTicks(named, view).length === flows.length ? named : under(({ index }) => String(index + 1));
  }
  const numbers = flows[0]?.lane.source.facts.flows ?? [];
  const slot = (plot.right - plot.left) / Math.max(1, numbers.length);
  const first = numbers[0]?.number ?? 1;
  const last = numbers.at(-1)?.number ?? 1;
  const ticks = [
    { at: plot.left + slot / 2, text: String(first) },
    { at: (plot.left + plot.right) / 2, text: 'flow number' },
    ...(last > first ? [{ at: plot.right - slot / 2, text: String(last) }] : []),
  ];
  return spacedTicks(ticks, view);
}

/**
 * The dots of flows. With one lane, the shape of a dot shows the kind of flow, or that the value is beyond the axis.
 * With several lanes, the shape shows the lane.
 */
function flowDots(
  { lane, places }: LaneFlows,
  isSingle: boolean,
  radius: number,
): Coloured<PlotDisplay['dots'][number]>[] {
  const rows = places.drawn ?? Array.from(places.x, (_, row) => row);
  const isUdp = (row: number): boolean => classOf(lane.source, row) === 'udp';
  const isVictim = (row: number): boolean => isSparse(lane.source.facts, row);
  const own = laneShape(lane);
  const kinds: readonly { of: (row: number) => boolean; shape: DotShape; colour: Ink; size: number }[] = isSingle
    ? [
        { of: (row) => !isUdp(row), shape: 'disc', colour: 'responsive', size: radius },
        { of: isVictim, shape: 'disc', colour: 'sparse', size: Math.max(radius, 3) },
        {
          ...{ of: (row) => isUdp(row) && !isVictim(row), shape: 'diamond', colour: 'unresponsive' },
          size: Math.max(radius, 3),
        },
      ]
    : [
        { of: (row) => !isUdp(row), shape: own, colour: lane.colour, size: radius },
        { of: isUdp, shape: own, colour: lane.colour, size: Math.max(radius * 1.5, 3.5) },
      ];
  return kinds.flatMap(({ of, shape, colour, size }) =>
    [false, true].flatMap((beyond) => {
      const here = rows.filter((row) => of(row) && places.isBeyond[row] === beyond);
      if (here.length === 0) return [];
      return [
        {
          x: Float32Array.from(here, (row) => places.x[row] ?? 0),
          y: Float32Array.from(here, (row) => places.y[row] ?? 0),
          length: here.length,
          radius: beyond ? Math.max(4, size) : size,
          shape: beyond && isSingle ? ('up' as const) : shape,
          colour,
        },
      ];
    }),
  );
}

/** Background of a swarm: a band for the middle 80 % of the flows, and a line at the median. */
function spreadMarks(
  flows: readonly LaneFlows[],
  isSingle: boolean,
  { toY }: FlowHeights,
): Pick<PlotDisplay, 'areas' | 'lines'> {
  const marks = flows.map(({ lane, rates, places }) => {
    const sorted = rates.slice().sort();
    const x = Float32Array.of(places.left, places.right);
    const level = (part: number): Float32Array => {
      const y = toY(quantile(sorted, part));
      return Float32Array.of(y, y);
    };
    const colour = isSingle ? ('responsive' as const) : lane.colour;
    return {
      area: { x, low: level(0.1), high: level(0.9), length: 2, opacity: 0.16, colour },
      line: { x, y: level(0.5), length: 2, width: 1.5, opacity: 0.8, colour },
    };
  });
  return { areas: marks.map(({ area }) => area), lines: marks.map(({ line }) => line) };
}

/** Values of one flow in all lanes, in a row above the plot. Each has the shape and colour of its lane. */
function valueRow(
  flows: readonly LaneFlows[],
  view: PlotView,
  region: Region,
  row: number | undefined,
  unit: Unit,
): Pick<PlotDisplay, 'notes' | 'dots'> {
  const first = flows[0];
  if (row === undefined || first === undefined) return { notes: [], dots: [] };
  const y = region.top + view.fontSize * 0.5;
  const name = flowName(first.lane.source, row);
  const values = flows.map(({ lane, rates }) => ({
    lane,
    text: ((rates[row] ?? 0) / unit.factor).toFixed(unit.places),
  }));
  const shape = view.fontSize * 0.9;
  const wide = values.reduce((sum, { text }) => sum + shape + view.measure(text) + view.fontSize * 0.7, 0);
  const notes: NoteMark[] = [];
  const dots: Coloured<PlotDisplay['dots'][number]>[] = [];
  // If the values do not fit, the row is left out. Plot and table still show the values.
  if (wide > view.width) return { notes, dots };
  let x = Math.min(region.left, view.width - wide);
  if (x + view.measure(name) + view.fontSize * 0.8 + wide <= view.width) {
    notes.push({ x, y, text: name, align: 'left', colour: 'text' });
    x += view.measure(name) + view.fontSize * 0.8;
  }
  for (const { lane, text } of values) {
    dots.push({ ...onePoint(x + view.fontSize * 0.35, y, lane.colour), shape: laneShape(lane) });
    x += shape;
    notes.push({ x, y, text, align: 'left', colour: lane.colour });
    x += view.measure(text) + view.fontSize * 0.7;
  }
  return { notes, dots };
}

/**
 * Names of flows, each near its dot and covering no other mark. The chosen flow comes first, then flows that are far
 * from the rest.
 */
function noteFlows(
  flows: readonly LaneFlows[],
  view: PlotView,
  plot: Region,
  pointed: number | undefined,
  unit: Unit,
  radius: number,
  isSingle: boolean,
  occupied: Occupied,
): NoteMark[] {
  const wanted = flows.flatMap((each) => {
    const rows = isSingle
      ? namedFlows(each.lane.source, each.rates, 6, 3)
      : namedFlows(each.lane.source, each.rates, 0, 1);
    return rows.filter((row) => row !== pointed).map((row) => ({ each, row }));
  });
  const [first] = flows;
  if (pointed !== undefined && first !== undefined) wanted.unshift({ each: first, row: pointed });
  return wanted.flatMap(({ each: { lane, rates, places }, row }): NoteMark[] => {
    const text = `${flowName(lane.source, row)} ${((rates[row] ?? 0) / unit.factor).toFixed(unit.places)}`;
    const x = places.x[row] ?? 0;
    const y = places.y[row] ?? 0;
    const place = occupied.take(notePlaces(x, y, view.measure(text), Math.max(radius, 4) + 6, view, plot));
    if (place === undefined) return [];
    const { left, right, top, bottom } = place.box;
    const kind = isSparse(lane.source.facts, row) ? 'sparse' : classColour(classOf(lane.source, row));
    const own = isSingle ? kind : lane.colour;
    const note: NoteMark = {
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      text,
      align: 'center',
      colour: row === pointed ? 'text' : own,
    };
    return [place.isNear ? note : { ...note, of: { x, y } }];
  });
}

/** Possible positions of a name: beside its dot, then around the dot at increasing distance. */
function* notePlaces(
  x: number,
  y: number,
  width: number,
  reach: number,
  { fontSize, width: most }: PlotView,
  { left: least, bottom: lowest }: Region,
): Generator<{ readonly box: Box; readonly isNear: boolean }> {
  const half = { x: width / 2, y: fontSize * 0.6 };
  for (let ring = 0; ring < 6; ring += 1) {
    const away = ring * fontSize * 1.2;
    const [aside, up] = [half.x + reach + away / 2, half.y + reach + away];
    const ways =
      ring === 0
        ? [
            [aside, 0],
            [-aside, 0],
          ]
        : [];
    for (const [dx, dy] of [...ways, [0, -up], [half.x, -up], [-half.x, -up], [aside, up], [-aside, up], [0, up]] as [
      number,
      number,
    ][]) {
      const middle = Math.min(y + dy, lowest - half.y - 1);
      const box = { left: x + dx - half.x, right: x + dx + half.x, top: middle - half.y, bottom: middle + half.y };
      if (box.left >= least + 1 && box.right <= most - 1 && box.top >= 0 && box.bottom <= lowest - 1)
        yield { box, isNear: ring === 0 };
    }
  }
}

function around(x: number, y: number, reach: number): Box {
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}

/**
 * Flows that are always named: unresponsive flows, those farthest from the fair share first, and responsive flows far
 * above it.
 */
function namedFlows(source: PlotSource, rates: Float64Array, greedy: number, responsive: number): number[] {
  const fair = source.facts.fair_share_bps;
  const distance = (row: number): number => Math.abs(Math.log(((rates[row] ?? 0) + fair / 100) / fair));
  const { flows } = source.facts;
  return [
    ...farthest(flows.length, greedy, (row) => (flows[row]?.class === 'udp' ? distance(row) : -1)),
    ...farthest(flows.length, responsive, (row) =>
      flows[row]?.class !== 'udp' && (rates[row] ?? 0) > 2.5 * fair ? distance(row) : -1,
    ),
  ];
}

/**
 * The `most` flow rows with the largest values of `distance`, in descending order. Rows with a negative value are
 * skipped. This is faster than sorting all rows.
 */
function farthest(rows: number, most: number, distance: (row: number) => number): number[] {
  const best: { row: number; distance: number }[] = [];
  for (let row = 0; row < rows; row += 1) {
    const own = distance(row);
    if (own < 0 || (best.length === most && own <= (best.at(-1)?.distance ?? Number.POSITIVE_INFINITY))) continue;
    const at = best.findIndex((other) => own > other.distance);
    best.splice(at < 0 ? best.length : at, 0, { row, distance: own });
    if (best.length > most) best.pop();
  }
  return best.map(({ row }) => row);
}

function classOf(source: PlotSource, row: number): string {
  return source.facts.flows[row]?.class ?? '';
}

function spoken(source: PlotSource, rates: Float64Array, pointed: number | undefined, unit: Unit): string {
  if (pointed === undefined) return summary(source, rates, unit);
  const rate = rates[pointed] ?? 0;
  const share = (rate / source.facts.fair_share_bps).toFixed(2);
  return `${flowName(source, pointed)}: ${(rate / unit.factor).toFixed(unit.places)} ${unit.name}, ${share} times the fair share.`;
}

function summary(source: PlotSource, rates: Float64Array, unit: Unit): string {
  const since = sinceWindow(source.facts.scenario.measured_from_s);
  const show = (rate: number): string => (rate / unit.factor).toFixed(unit.places);
  const parts = source.facts.classes.flatMap((name) => {
    const mine = rates.filter((_, row) => classOf(source, row) === name).sort();
    if (mine.length === 0) return [];
    const label = `${mine.length} ${name.toUpperCase()} ${mine.length === 1 ? 'flow' : 'flows'}`;
    if (mine.length === 1) return [`${label} ${show(mine[0] ?? 0)} ${unit.name}`];
    const range = `${label} between ${show(mine[0] ?? 0)} and ${show(mine.at(-1) ?? 0)} ${unit.name}`;
    if (mine.length < 10) return [range];
    return [`${range}, the middle 80 % between ${show(quantile(mine, 0.1))} and ${show(quantile(mine, 0.9))}`];
  });
  return `${since.charAt(0).toUpperCase()}${since.slice(1)}: ${parts.join(', ')}; fair share ${show(source.facts.fair_share_bps)} ${unit.name}.`;
}

const FLOW_COLUMNS = (lanes: PlotLanes): readonly SavedColumn[] => [
  { name: 'flow', meaning: 'Number of the flow.' },
  { name: 'class' },
  { name: 'transport' },
  {
    name: 'received_bps',
    kind: 'number',
    unit: 'bit/s',
    meaning: `Mean rate that the flow received, ${measuredSince(lanes)}; empty before that time.`,
  },
  { name: 'fair_share_bps', unit: 'bit/s', meaning: 'The rate of each flow if all rates were equal.' },
  { name: 'dropped', unit: 'packets', meaning: 'Packets dropped at the bottleneck since the start.' },
];

function flowRows(source: PlotSource): SavedCell[][] {
  const { facts, latest } = source;
  const rates = flowRates(source);
  const isKnown = isMeasured(latest.scalars.now_s, facts.scenario.measured_from_s);
  return facts.flows.map((flow, row) => [
    flow.number,
    flow.class,
    flow.transport,
    isKnown ? (rates[row] ?? null) : null,
    facts.fair_share_bps,
    latest.flows.dropped[row] ?? null,
  ]);
}

function flowsTable(lanes: PlotLanes, _span_s: number, wanted = 0): Numbers {
  const { facts } = lanes.focus.source;
  const total = facts.flows.length;
  const isWhole = total <= MOST_LISTED;
  const first = isWhole ? 0 : Math.max(0, Math.min(wanted, total - PAGE_ROWS));
  const unit = unitScale(facts.capacity_bps, 'bit/s');
  const { measured_from_s } = facts.scenario;
  const pending = notBefore(measured_from_s);
  const all = lanes.all.map((lane) => ({ lane, rates: flowRates(lane.source) }));
  return {
    columns: [
      'flow',
      'class',
      'transport',
      ...all.flatMap(({ lane }) =>
        [`received ${measuredSince(lanes)} [${unit.name}]`, 'times fair share', 'dropped packets'].map((name) =>
          titled(lanes, lane, name),
        ),
      ),
    ],
    rows: facts.flows.slice(first, isWhole ? total : first + PAGE_ROWS).map((flow, place) => [
      String(flow.number),
      flow.class.toUpperCase(),
      flow.transport,
      ...all.flatMap(({ lane, rates }) => {
        const rate = rates[first + place] ?? Number.NaN;
        const dropped = show(lane.source.latest.flows.dropped[first + place], 0);
        if (!isMeasured(lane.source.latest.scalars.now_s, measured_from_s)) return [pending, '–', dropped];
        return [show(rate / unit.factor, 4), show(rate / facts.fair_share_bps, 2), dropped];
      }),
    ]),
    ...(isWhole ? {} : { part: { of: 'Flow', first, total } }),
  };
}

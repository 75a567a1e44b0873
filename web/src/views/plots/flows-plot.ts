/**
 * Throughput of each flow since the start of the measured window, as a strip of dots in the order of flow numbers. The
 * axis is made for the fair share; a flow far beyond it stands at the upper edge as a triangle, with its name and value.
 */

import { unitScale } from '../../base/format';
import { placeGuides } from '../../marks/axis';
import { fineStepUp } from '../../marks/axis-steps';
import type { DotShape } from '../../marks/dots';
import {
  type ColourName,
  type NoteMark,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  plain,
  plotRegion,
  type RingMark,
  valueTicks,
  valueToY,
} from './plot-display';
import { classColour, decimals } from './throughput-plot';

export interface FlowsView extends PlotView {
  /** Flow row that the viewer points at. */
  readonly flow: number | undefined;
  /** Width of a text in pixels. */
  readonly measure: (text: string) => number;
}

/** Mean rate received by each flow since the start of the measured window [bit/s]. */
export function flowRates(source: PlotSource): Float64Array {
  const { latest, facts } = source;
  const measured_s = latest.scalars.now_s - facts.scenario.measured_from_s;
  return latest.flows.received_bytes.map((bytes) => (measured_s > 0 ? (bytes * 8) / measured_s : 0));
}

export function flowsPlot(source: PlotSource, view: FlowsView): PlotDisplay {
  const { facts } = source;
  const unit = unitScale(facts.capacity_bps, 'bit/s');
  const fairShare = facts.fair_share_bps / unit.factor;
  const greatest = fineStepUp(fairShare * 3);
  const places = decimals(facts.capacity_bps / unit.factor);
  const region = plotRegion(view, view.fontSize * 1.2);
  // The triangles of flows beyond the axis have a strip of their own above the plot.
  const plot = { ...region, top: region.top + Math.round(view.fontSize * 1.6) };
  const rates = flowRates(source);
  const slot = (plot.right - plot.left) / Math.max(1, rates.length);
  const radius = Math.max(1.4, Math.min(view.fontSize * 0.38, slot * 0.4));
  const toX = (row: number): number => plot.left + slot * (row + 0.5);
  const isBeyond = (rate: number): boolean => rate / unit.factor > greatest;
  const toY = (rate: number): number =>
    isBeyond(rate) ? plot.top - view.fontSize * 0.9 : valueToY(plot, greatest, rate / unit.factor);

  const rows = Array.from(rates, (_, row) => row);
  const kinds: readonly { of: (row: number) => boolean; shape: DotShape; colour: ColourName; size: number }[] = [
    { of: (row) => classOf(source, row) !== 'udp', shape: 'disc', colour: 'responsive', size: radius },
    {
      of: (row) => classOf(source, row) === 'udp',
      shape: 'diamond',
      colour: 'unresponsive',
      size: Math.max(radius, 3),
    },
  ];
  const dots = kinds.flatMap(({ of, shape, colour, size }) => {
    const mine = rows.filter(of);
    return [false, true].flatMap((beyond) => {
      const here = mine.filter((row) => isBeyond(rates[row] ?? 0) === beyond);
      if (here.length === 0) return [];
      return [
        {
          x: Float32Array.from(here, toX),
          y: Float32Array.from(here, (row) => toY(rates[row] ?? 0)),
          length: here.length,
          radius: beyond ? Math.max(4, size) : size,
          shape: beyond ? ('up' as const) : shape,
          colour,
        },
      ];
    });
  });

  const words = (row: number): string =>
    `${flowName(source, row)} ${((rates[row] ?? 0) / unit.factor).toFixed(places)}`;
  const named = namedFlows(source, rates);
  const notes: NoteMark[] = [];
  const boxes: { left: number; right: number; top: number; bottom: number }[] = [];
  // The flow pointed at is named first and whatever else is in its way is not.
  for (const row of view.flow === undefined ? named : [view.flow, ...named.filter((row) => row !== view.flow)]) {
    const rate = rates[row];
    if (rate === undefined) continue;
    const text = words(row);
    const width = view.measure(text) + 4;
    const reach = Math.max(radius, 4) + 5;
    const x = toX(row);
    const align = x + reach + width <= view.width ? 'left' : 'right';
    const from = align === 'left' ? x + reach : x - reach - width;
    const y = Math.min(toY(rate), plot.bottom - view.fontSize * 0.6);
    const box = { left: from, right: from + width, top: y - view.fontSize * 0.6, bottom: y + view.fontSize * 0.6 };
    if (
      boxes.some(
        (other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
      )
    )
      continue;
    boxes.push(box);
    notes.push({
      x: align === 'left' ? from : from + width,
      y,
      text,
      align,
      colour: row === view.flow ? 'text' : classColour(classOf(source, row)),
    });
  }
  const rings: RingMark[] =
    view.flow !== undefined && view.flow < rates.length
      ? [{ x: toX(view.flow), y: toY(rates[view.flow] ?? 0), radius: Math.max(radius, 3) + 3, colour: 'text' }]
      : [];

  const guides = placeGuides(
    [
      {
        y: valueToY(plot, greatest, fairShare),
        text: `fair share ${plain(Number(fairShare.toPrecision(2)))}`,
        isStrong: true,
      },
    ],
    plot,
    view.fontSize,
  );
  const first = facts.flows[0]?.number ?? 1;
  const last = facts.flows.at(-1)?.number ?? 1;
  return {
    axes: {
      region: plot,
      xTicks: [
        { at: toX(0), text: String(first) },
        { at: (plot.left + plot.right) / 2, text: 'flow number' },
        ...(last > first ? [{ at: toX(rates.length - 1), text: String(last) }] : []),
      ],
      yTicks: valueTicks(plot, view, greatest),
      guides,
    },
    axesKey: `${view.width} ${view.height} ${view.fontSize} ${rates.length} ${greatest} ${fairShare}`,
    areas: [],
    bars: [],
    lines: [],
    dots,
    labels: [],
    notes,
    rings,
    cursor: undefined,
    flags: [],
    reading:
      view.flow === undefined
        ? summary(source, rates, unit, places)
        : `${flowName(source, view.flow)}: ${((rates[view.flow] ?? 0) / unit.factor).toFixed(places)} ${unit.name}, ${ofFairShare(rates[view.flow] ?? 0, facts.fair_share_bps)}.`,
    aside: '',
  };
}

/** Flow row at a horizontal place in the plot. */
export function flowAt(source: PlotSource, display: PlotDisplay, x: number): number | undefined {
  const { left, right } = display.axes.region;
  const count = source.latest.flows.received_bytes.length;
  if (count === 0) return undefined;
  return Math.max(0, Math.min(count - 1, Math.floor(((x - left) / (right - left)) * count)));
}

export function flowName(source: PlotSource, row: number): string {
  const number = source.facts.flows[row]?.number ?? row + 1;
  return `${classOf(source, row).toUpperCase()} flow ${number}`;
}

/** Flows that are named without being asked: the unresponsive ones, farthest from the fair share first. */
function namedFlows(source: PlotSource, rates: Float64Array): number[] {
  const fair = source.facts.fair_share_bps;
  const distance = (row: number): number => Math.abs(Math.log(((rates[row] ?? 0) + fair / 100) / fair));
  const unresponsive = source.facts.flows.flatMap((flow, row) => (flow.class === 'udp' ? [row] : []));
  const farResponsive = source.facts.flows.flatMap((flow, row) =>
    flow.class !== 'udp' && (rates[row] ?? 0) > 2.5 * fair ? [row] : [],
  );
  const farthest = (rows: number[]): number[] => rows.sort((a, b) => distance(b) - distance(a));
  return [...farthest(unresponsive).slice(0, MOST_NAMED), ...farthest(farResponsive).slice(0, 3)];
}

const MOST_NAMED = 6;

function classOf(source: PlotSource, row: number): string {
  return source.facts.flows[row]?.class ?? '';
}

function ofFairShare(rate_bps: number, fairShare_bps: number): string {
  return `${(rate_bps / fairShare_bps).toFixed(2)} times the fair share`;
}

function summary(
  source: PlotSource,
  rates: Float64Array,
  unit: { factor: number; name: string },
  places: number,
): string {
  const parts = source.facts.classes.flatMap((name) => {
    const mine = Array.from(rates).filter((_, row) => classOf(source, row) === name);
    if (mine.length === 0) return [];
    const show = (rate: number): string => (rate / unit.factor).toFixed(places);
    const label = `${mine.length} ${name.toUpperCase()} ${mine.length === 1 ? 'flow' : 'flows'}`;
    return mine.length === 1
      ? [`${label} ${show(mine[0] ?? 0)} ${unit.name}`]
      : [`${label} between ${show(Math.min(...mine))} and ${show(Math.max(...mine))} ${unit.name}`];
  });
  return `Since the start: ${parts.join(', ')}; fair share ${(source.facts.fair_share_bps / unit.factor).toFixed(places)} ${unit.name}.`;
}

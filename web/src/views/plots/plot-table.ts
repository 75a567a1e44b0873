/** The numbers of a plot as a table: a few dozen rows over the whole run, for reading aloud and for copying. Pure. */

import { unitScale } from '../../base/format';
import { MOST_LISTED } from '../../base/NumberField';
import { trailingMean } from './columns';
import { dropBars } from './drops-plot';
import { flowRates } from './flows-plot';
import { drawsCandidates, partName, partsOf } from './hits-plot';
import type { PlotSource } from './plot-display';
import type { PlotLane, PlotLanes } from './plot-lanes';
import { decimals, throughputWindow } from './throughput-plot';
import { followedFlows } from './windows-plot';

export type PlotId = 'throughput' | 'fairness' | 'queue' | 'drops' | 'flows' | 'hits' | 'windows';

export interface PlotTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Which of them these are, where there are too many for one page. */
  readonly part?: TablePart;
}

export interface TablePart {
  /** What is numbered in the first column: "Flow". */
  readonly of: string;
  /** The first one of these, from 0. */
  readonly first: number;
  readonly total: number;
}

const MOST_ROWS = 40;
/** Rows of a page of a table that is too long for one. */
export const PAGE_ROWS = 200;

/** `first`: where the page begins of a table that is too long for one. */
export function plotTable(id: PlotId, lanes: PlotLanes, end_s: number, first = 0): PlotTable {
  switch (id) {
    case 'throughput':
      return seriesTable(lanes, (source) => throughputColumns(source, end_s));
    case 'fairness':
      return seriesTable(lanes, ({ series }) => [
        ['all flows', series.jain_index, 4],
        ['TCP flows', series.jain_index_tcp, 4],
      ]);
    case 'queue':
      return seriesTable(lanes, ({ series }) => [
        ['mean', series.queue_mean, 1],
        ['least', series.queue_min, 0],
        ['greatest', series.queue_max, 0],
        ['average kept by the discipline', series.average_queue, 2],
        ['queueing delay [s]', series.delay_s, 4],
      ]);
    case 'drops':
      return dropsTable(lanes, end_s);
    case 'flows':
      return flowsTable(lanes, first);
    case 'hits':
      return hitsTable(lanes);
    case 'windows':
      return seriesTable({ ...lanes, all: [lanes.focus], isSingle: true }, windowColumns);
  }
}

type Column = readonly [name: string, values: Float64Array, places: number];

/** The same columns for each lane, at the moments of the lane in focus. */
function seriesTable(lanes: PlotLanes, columnsOf: (source: PlotSource) => readonly Column[]): PlotTable {
  const { series } = lanes.focus.source;
  const every = Math.max(1, Math.ceil(series.length / MOST_ROWS));
  const all = lanes.all.map((lane) => ({ lane, columns: columnsOf(lane.source) }));
  const rows: string[][] = [];
  // From the end, so that the last value is always there.
  for (let bucket = series.length - 1; bucket >= 0; bucket -= every) {
    const time_s = series.time_s[bucket] as number;
    rows.unshift([
      time_s.toFixed(1),
      ...all.flatMap(({ lane, columns }) => {
        const at = lane.source.series.bucketAt(time_s);
        return columns.map(([, values, places]) => show(values[at], places));
      }),
    ]);
  }
  return {
    columns: ['time [s]', ...all.flatMap(({ lane, columns }) => columns.map(([name]) => titled(lanes, lane, name)))],
    rows,
  };
}

function windowColumns(source: PlotSource): Column[] {
  return followedFlows(source).flatMap(({ place, name }): Column[] => {
    const columns = source.series.windows[place];
    if (columns === undefined) return [];
    return [
      [`${name}: window`, columns.congestion_window, 1],
      [`${name}: threshold`, columns.slow_start_threshold, 0],
    ];
  });
}

function throughputColumns({ series, facts }: PlotSource, end_s: number): Column[] {
  const unit = unitScale(facts.capacity_bps, 'bit/s');
  return facts.classes.map((name, number) => [
    `${name.toUpperCase()} [${unit.name}]`,
    trailingMean(series, series.class_bps[number] ?? new Float64Array(0), throughputWindow(end_s), facts).map(
      (rate) => rate / unit.factor,
    ),
    decimals(facts.capacity_bps / unit.factor) + 1,
  ]);
}

function dropsTable({ focus }: PlotLanes, end_s: number): PlotTable {
  const { source } = focus;
  const bars = dropBars(source, end_s);
  return {
    columns: ['from [s]', ...bars.reasons.map((reason) => `${source.catalog.reasons[reason]?.name ?? ''} [1/s]`)],
    rows: Array.from({ length: bars.length }, (_, bar) => [
      (bar * bars.bar_s).toFixed(1),
      ...bars.rates.map((rates) => show(rates[bar], 1)),
    ]),
  };
}

function flowsTable(lanes: PlotLanes, wanted: number): PlotTable {
  const { facts } = lanes.focus.source;
  const total = facts.flows.length;
  const isWhole = total <= MOST_LISTED;
  const first = isWhole ? 0 : Math.max(0, Math.min(wanted, total - PAGE_ROWS));
  const unit = unitScale(facts.capacity_bps, 'bit/s');
  const all = lanes.all.map((lane) => ({ lane, rates: flowRates(lane.source) }));
  return {
    columns: [
      'flow',
      'class',
      'transport',
      ...all.flatMap(({ lane }) =>
        [`received [${unit.name}]`, 'of fair share', 'dropped packets'].map((name) => titled(lanes, lane, name)),
      ),
    ],
    rows: facts.flows.slice(first, isWhole ? total : first + PAGE_ROWS).map((flow, place) => [
      String(flow.number),
      flow.class.toUpperCase(),
      flow.transport,
      ...all.flatMap(({ lane, rates }) => {
        const rate = rates[first + place] ?? Number.NaN;
        return [
          show(rate / unit.factor, 4),
          show(rate / facts.fair_share_bps, 2),
          show(lane.source.latest.flows.dropped[first + place], 0),
        ];
      }),
    ]),
    ...(isWhole ? {} : { part: { of: 'Flow', first, total } }),
  };
}

function hitsTable(lanes: PlotLanes): PlotTable {
  const drawing = lanes.all.filter(({ source }) => drawsCandidates(source));
  const { source } = lanes.focus;
  return {
    columns: [
      'place from the rear',
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

function titled(lanes: PlotLanes, lane: PlotLane, name: string): string {
  return lanes.isSingle ? name : `${lane.name}: ${name}`;
}

function show(value: number | undefined, places: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(places);
}

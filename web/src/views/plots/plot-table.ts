/** The numbers of a plot as a table: a few dozen rows over the whole run, for reading aloud and for copying. Pure. */

import { unitScale } from '../../base/format';
import { trailingMean } from './columns';
import { dropBars } from './drops-plot';
import { flowRates } from './flows-plot';
import type { PlotSource } from './plot-display';
import { decimals, throughputWindow } from './throughput-plot';

export type PlotId = 'throughput' | 'fairness' | 'queue' | 'drops' | 'flows';

export interface PlotTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const MOST_ROWS = 40;

export function plotTable(id: PlotId, source: PlotSource, end_s: number): PlotTable {
  switch (id) {
    case 'throughput':
      return throughputTable(source, end_s);
    case 'fairness':
      return seriesTable(source, [
        ['all flows', source.series.jain_index, 4],
        ['TCP flows', source.series.jain_index_tcp, 4],
      ]);
    case 'queue':
      return seriesTable(source, [
        ['mean', source.series.queue_mean, 1],
        ['least', source.series.queue_min, 0],
        ['greatest', source.series.queue_max, 0],
        ['average kept by the discipline', source.series.average_queue, 2],
        ['queueing delay [s]', source.series.delay_s, 4],
      ]);
    case 'drops':
      return dropsTable(source, end_s);
    case 'flows':
      return flowsTable(source);
  }
}

type Column = readonly [name: string, values: Float64Array, places: number];

function seriesTable(source: PlotSource, columns: readonly Column[]): PlotTable {
  const { series } = source;
  const every = Math.max(1, Math.ceil(series.length / MOST_ROWS));
  const rows: string[][] = [];
  // From the end, so that the last value is always there.
  for (let bucket = series.length - 1; bucket >= 0; bucket -= every)
    rows.unshift([
      (series.time_s[bucket] as number).toFixed(1),
      ...columns.map(([, values, places]) => show(values[bucket], places)),
    ]);
  return { columns: ['time [s]', ...columns.map(([name]) => name)], rows };
}

function throughputTable(source: PlotSource, end_s: number): PlotTable {
  const { series, facts } = source;
  const unit = unitScale(facts.capacity_bps, 'bit/s');
  return seriesTable(
    source,
    facts.classes.map((name, number) => [
      `${name.toUpperCase()} [${unit.name}]`,
      trailingMean(series, series.class_bps[number] ?? new Float64Array(0), throughputWindow(end_s)).map(
        (rate) => rate / unit.factor,
      ),
      decimals(facts.capacity_bps / unit.factor) + 1,
    ]),
  );
}

function dropsTable(source: PlotSource, end_s: number): PlotTable {
  const bars = dropBars(source, end_s);
  return {
    columns: ['from [s]', ...bars.reasons.map((reason) => `${source.catalog.reasons[reason]?.name ?? ''} [1/s]`)],
    rows: Array.from({ length: bars.length }, (_, bar) => [
      (bar * bars.bar_s).toFixed(1),
      ...bars.rates.map((rates) => show(rates[bar], 1)),
    ]),
  };
}

function flowsTable(source: PlotSource): PlotTable {
  const unit = unitScale(source.facts.capacity_bps, 'bit/s');
  const rates = flowRates(source);
  return {
    columns: ['flow', 'class', 'transport', `received [${unit.name}]`, 'of fair share', 'dropped packets'],
    rows: source.facts.flows.map((flow, row) => {
      const rate = rates[row] ?? Number.NaN;
      return [
        String(flow.number),
        flow.class.toUpperCase(),
        flow.transport,
        show(rate / unit.factor, 4),
        show(rate / source.facts.fair_share_bps, 2),
        show(source.latest.flows.dropped[row], 0),
      ];
    }),
  };
}

function show(value: number | undefined, places: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(places);
}

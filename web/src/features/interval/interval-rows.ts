/** An interval's statistics as rows, for the page and for files. Each quantity is declared once, for both. Pure. */

import { formatFixed, formatNumber, formatValue, unitScale } from '../../base/format';
import type { SavedCell, SavedColumn, SavedTable } from '../../core/save/saved-table';
import { boxOf } from './boxes';
import { type IntervalLane, type IntervalResult, PARTS } from './interval-run';

interface Quantity {
  /** Name of the column in a file. */
  readonly id: string;
  readonly name: string;
  /** Unit in the catalog's notation. '' for a ratio. */
  readonly unit: string;
  readonly meaning: string;
  readonly of: (result: IntervalResult) => number | undefined;
}

/** A scene's quantities in reading order. `classes` are the classes of its flows, such as `udp` and `tcp`. */
export function quantities(classes: readonly string[]): readonly Quantity[] {
  const isOne = classes.length === 1;
  return [
    ...classes.map(
      (name): Quantity => ({
        id: `throughput_${name}_bps`,
        name: `Throughput, ${name.toUpperCase()}`,
        unit: 'bit/s',
        meaning: `Bits that all ${name.toUpperCase()} flows delivered in the interval, divided by its length.`,
        of: ({ classes: all }) => all[name]?.throughput_bps,
      }),
    ),
    {
      id: 'jain_index',
      name: 'Jain fairness',
      unit: '',
      meaning: "Jain's index of all flows' throughputs in the interval.",
      of: (result) => result.jain_index ?? undefined,
    },
    ...classes.map(
      (name): Quantity => ({
        id: `loss_ratio_${name}`,
        name: isOne ? 'Loss' : `Loss, ${name.toUpperCase()}`,
        unit: '%',
        meaning: `Dropped share of the ${name.toUpperCase()} packets that arrived at the bottleneck in the interval.`,
        of: ({ classes: all }) => all[name]?.loss_ratio ?? undefined,
      }),
    ),
    {
      id: 'utilization',
      name: 'Utilization',
      unit: '%',
      meaning: 'Share of the interval during which the bottleneck link was sending.',
      of: ({ bottleneck }) => bottleneck.utilization,
    },
    ...queue('mean', 'Queue, mean', 'Mean queue length over the interval, weighted by time.'),
    ...queue('p5', 'Queue, 5 %', '5th percentile of the queue length over the interval, weighted by time.'),
    ...queue('p95', 'Queue, 95 %', '95th percentile of the queue length over the interval, weighted by time.'),
    ...delay('mean', 'Delay, mean', 'Mean waiting time of the packets that left the queue in the interval.'),
    ...delay('p50', 'Delay, median', 'Median waiting time of the packets that left the queue in the interval.'),
    ...delay(
      'p95',
      'Delay, 95 %',
      '95th percentile of the waiting time of the packets that left the queue in the interval.',
    ),
    ...delay(
      'p99',
      'Delay, 99 %',
      '99th percentile of the waiting time of the packets that left the queue in the interval.',
    ),
  ];
}

function queue(id: 'mean' | 'p5' | 'p95', name: string, meaning: string): readonly Quantity[] {
  const of = ({ bottleneck }: IntervalResult): number => bottleneck.queue_packets[id];
  return [{ id: `queue_packets_${id}`, name, unit: 'packets', meaning, of }];
}

function delay(id: 'mean' | 'p50' | 'p95' | 'p99', name: string, meaning: string): readonly Quantity[] {
  const of = ({ bottleneck }: IntervalResult): number | undefined => bottleneck.queueing_delay_s[id] ?? undefined;
  return [{ id: `queueing_delay_s_${id}`, name, unit: 's', meaning, of }];
}

export function classesOf(lanes: readonly IntervalLane[]): readonly string[] {
  return [...new Set(lanes.flatMap(({ result }) => Object.keys(result.classes)))];
}

/** A value as the page shows it. */
export function shownValue(value: number | undefined, unit: string): string {
  if (value === undefined) return '–';
  if (unit === '%') return `${formatNumber(100 * value, 3)}\u00a0%`;
  return unit === 'packets' ? formatNumber(value, 3) : formatValue(value, unit, 3);
}

/**
 * A row's values in one unit and with the same number of decimals. The decimals give the greatest value three
 * significant digits, unless all values are whole numbers.
 */
export function inOneUnit(
  values: readonly (number | undefined)[],
  unit: string,
): { readonly unit: string; readonly texts: readonly string[] } {
  const greatest = Math.max(0, ...values.map((value) => Math.abs(value ?? 0)));
  const { factor, name } = unit === '%' ? { factor: 0.01, name: unit } : unitScale(greatest, unit);
  const isWhole = values.every((value) => Number.isInteger((value ?? 0) / factor));
  const places = isWhole ? 0 : Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.max(greatest / factor, 1e-3)))));
  return {
    unit: name,
    texts: values.map((value) => (value === undefined ? '–' : formatFixed(value / factor, places))),
  };
}

type Rows = Pick<SavedTable, 'columns' | 'rows'>;

const LANE: SavedColumn = { name: 'lane', kind: 'text', meaning: 'Name of the lane.' };

/** One row for each lane. */
export function laneRows(names: readonly string[], lanes: readonly IntervalLane[]): Rows {
  const all = quantities(classesOf(lanes));
  return {
    columns: [
      LANE,
      ...all.map(
        ({ id, unit, meaning }): SavedColumn => ({
          name: id,
          kind: 'number',
          meaning,
          ...(unit === '' || unit === '%' ? {} : { unit }),
        }),
      ),
    ],
    rows: lanes.map(({ result }, lane) => [names[lane] ?? null, ...all.map(({ of }) => of(result) ?? null)]),
  };
}

const FLOW_COLUMNS: readonly SavedColumn[] = [
  { name: 'flow', kind: 'number', meaning: 'Number of the flow, from 1.' },
  { name: 'class', kind: 'text' },
  ...(
    [
      ['throughput_bps', 'bit/s', 'Bits that the flow delivered in the interval, divided by its length.'],
      ['goodput_bps', 'bit/s', 'The part of the throughput that was delivered in order and for the first time.'],
      ['loss_ratio', undefined, 'Dropped share of the flow’s packets that arrived at the bottleneck in the interval.'],
      ['mean_queueing_delay_s', 's', 'Mean waiting time of the flow’s packets that left the queue in the interval.'],
    ] as const
  ).map(([name, unit, meaning]): SavedColumn => ({ name, kind: 'number', meaning, ...(unit && { unit }) })),
  ...(['least', 'lower_quartile', 'median', 'upper_quartile', 'greatest'] as const).map(
    (name): SavedColumn => ({
      name: `part_${name}_bps`,
      kind: 'number',
      unit: 'bit/s',
      meaning: `Throughput of the flow after the bottleneck in ${PARTS} equal parts of the interval: the ${name.replace('_', ' ')} value.`,
    }),
  ),
];

/** One row for each flow of each lane, with its box plot. */
export function flowRows(names: readonly string[], lanes: readonly IntervalLane[]): Rows {
  return {
    columns: [LANE, ...FLOW_COLUMNS],
    rows: lanes.flatMap(({ result, parts }, lane) =>
      result.flows.map((flow, place): readonly SavedCell[] => {
        const { least, lower, median, upper, greatest } = boxOf(parts[place] ?? []);
        return [
          names[lane] ?? null,
          flow.id,
          flow.class,
          flow.throughput_bps,
          flow.goodput_bps,
          flow.loss_ratio,
          flow.mean_queueing_delay_s,
          ...[least, lower, median, upper, greatest].map((value) => (Number.isNaN(value) ? null : value)),
        ];
      }),
    ),
  };
}

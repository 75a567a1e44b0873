/** Sweeps offered for a scene: that of the preset's own experiment, and those for figures in lab sheets. Pure. */

import { formatValue } from '../../base/format';
import type { PresetFile } from '../../core/experiment/preset-file';
import type { AxisDefinition, LaneDefinition } from '../../core/experiment/sweep';
import type { SettingName } from '../../core/run/setting-names';
import type { SweepForm } from './sweep-form';

export interface ReadyMade {
  /** The text of the button. */
  readonly title: string;
  readonly over: readonly AxisDefinition[];
  /** The lanes of the sweep; if absent, those of the scene. */
  readonly lanes?: readonly LaneDefinition[];
  readonly seeds?: number;
  readonly metrics?: readonly string[];
  /** The quantity that is shown first. */
  readonly shown?: string;
}

/** RED with a fixed value for one threshold. The sweeps for assignment 2 of NUS CS5229 vary the other threshold. */
const redWith = (name: 'min_th' | 'max_th', value: number): readonly LaneDefinition[] => [
  { aqm: 'red', name: `RED, ${name} ${value}`, params: { [name]: value } },
];
const EXCHANGE = ['utilization', 'queueing_delay_s', 'avg_queue_packets', 'drop_ratio'];
/** Number of runs per point: assignment 2 of NUS CS5229 asks for the mean of twenty runs. */
const RUNS = 20;

/** Figures that course sheets ask for, by preset id. */
const OF_SHEETS: Readonly<Record<string, readonly ReadyMade[]>> = {
  // Stanford CS244 and its descendants: what a larger buffer gains and costs.
  'mininet-bufferbloat': [
    {
      title: 'Lab sheet: buffer from 5 to 200 packets',
      over: [{ path: 'queue.params.limit', from: 5, to: 200, count: 9, scale: 'log' }],
      seeds: 10,
      metrics: ['utilization', 'queueing_delay_s', 'flow_throughput_bps:1', 'flow_throughput_bps:2'],
      shown: 'queueing_delay_s',
    },
  ],
  // NUS CS5229, assignment 2, which varies one setting of RED at a time.
  'red-five-sliders': [
    {
      title: 'Lab sheet, figure 1: min_th from 3 to 30',
      over: [{ path: 'queue.params.min_th', from: 3, to: 30, count: 10 }],
      lanes: redWith('max_th', 63),
      seeds: RUNS,
      metrics: EXCHANGE,
      shown: 'queueing_delay_s',
    },
    {
      title: 'Figures 2 to 4: max_th from 4 to 12',
      over: [{ path: 'queue.params.max_th', from: 4, to: 12, count: 9 }],
      lanes: redWith('min_th', 3),
      seeds: RUNS,
      metrics: EXCHANGE,
      shown: 'utilization',
    },
    {
      title: 'w_q from 0.0002 to 0.02',
      over: [{ path: 'queue.params.w_q', from: 0.0002, to: 0.02, count: 9, scale: 'log' }],
      lanes: ['red'],
      seeds: RUNS,
      metrics: EXCHANGE,
      shown: 'utilization',
    },
    {
      title: 'max_p from 0.005 to 0.3',
      over: [{ path: 'queue.params.max_p', from: 0.005, to: 0.3, count: 9, scale: 'log' }],
      lanes: ['red'],
      seeds: RUNS,
      metrics: EXCHANGE,
      shown: 'queueing_delay_s',
    },
  ],
};

/**
 * The sweeps for the preset with this id. `file` is undefined until it is loaded. `nameOf` gives the page's name for a
 * setting.
 */
export function readyMadeSweeps(
  id: string,
  file: PresetFile | undefined,
  nameOf: (path: string) => SettingName,
): readonly ReadyMade[] {
  const sheets = OF_SHEETS[id] ?? [];
  const { sweep, lanes, seeds } = file?.experiment ?? {};
  if (sweep === undefined) return sheets;
  const { unit } = nameOf(sweep.path);
  const values = sweep.values.map((value) => (typeof value === 'number' ? formatValue(value, unit, 6) : String(value)));
  const own: ReadyMade = {
    title: `The preset’s experiment: ${sweep.name} ${values.join(', ')}`,
    over: [{ path: sweep.path, values: sweep.values }],
    ...(lanes === undefined ? {} : { lanes }),
    ...(seeds === undefined ? {} : { seeds }),
  };
  return [...sheets, own];
}

/** The form with a ready-made sweep's values. Other fields are kept. */
export function formOfReady({ over, lanes, seeds, metrics, shown }: ReadyMade, form: SweepForm): SweepForm {
  const measured = metrics ?? form.metrics;
  const [first = form.view.metric] = measured;
  return {
    axes: over,
    lanes,
    seeds: seeds ?? form.seeds,
    metrics: measured,
    view: { metric: shown ?? (measured.includes(form.view.metric) ? form.view.metric : first) },
  };
}

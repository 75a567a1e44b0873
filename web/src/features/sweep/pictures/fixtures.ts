/** Made-up sweeps for tests of the pictures, with values that are easy to check. */

import type { Scenario } from '../../../core/border/scenario';
import type { SweepAxis, SweepFacts } from '../../../core/experiment/sweep';
import { SweepRows } from '../sweep-rows';
import type { PictureView } from './sweep-picture';

export const RATE: SweepAxis = {
  path: 'flows.0.rate_bps',
  name: 'rate',
  unit: 'bit/s',
  is_number: true,
  is_logarithmic: true,
  values: [1e5, 3.16228e5, 1e6, 3.16228e6, 1e7],
};
export const LEAST: SweepAxis = {
  path: 'queue.params.min_th',
  name: 'minimum threshold',
  unit: 'packets',
  is_number: true,
  is_logarithmic: false,
  values: [10, 20, 30],
};
export const MOST: SweepAxis = { ...LEAST, path: 'queue.params.max_th', name: 'maximum threshold', values: [20, 40] };
export const TRANSPORT: SweepAxis = {
  path: 'flows.1.transport',
  name: 'transport',
  unit: '',
  is_number: false,
  is_logarithmic: false,
  values: ['reno', 'cubic'],
};

const SHARE = { id: 'udp_utilization', name: 'UDP share of the link', unit: '', meaning: 'share', is_share: true };

export function factsOf(
  axes: readonly SweepAxis[],
  lanes = ['choke', 'red'],
  seeds = 3,
  metrics = [SHARE],
): SweepFacts {
  const points = axes.reduce((count, { values }) => count * values.length, 1);
  return { axes, lanes, seeds, points, tasks: points * lanes.length * seeds, metrics };
}

type Value = (point: number, lane: number, seed: number) => number | string | undefined;

/**
 * Rows of a made-up sweep. `value` gives the result of a run, a string with the reason why its scene is invalid, or
 * undefined if the run has not arrived.
 */
export function rowsOf(facts: SweepFacts, value: Value): SweepRows {
  const rows = new SweepRows(facts);
  for (let point = 0; point < facts.points; point += 1)
    facts.lanes.forEach((_, lane) => {
      for (let seed = 1; seed <= facts.seeds; seed += 1) {
        const found = value(point, lane, seed);
        if (typeof found === 'number') rows.add([{ point, lane, seed, values: [found] }]);
        if (typeof found === 'string')
          rows.add([{ point, lane, seed, problems: [{ path: 'min_th', problem: found }] }]);
      }
    });
  return rows;
}

export const SCENE = {
  bottleneck: { capacity_bps: 1e6, delay_s: 0.01 },
  queue: { params: { min_th: 15, max_th: 30 } },
  lanes: [
    { aqm: 'choke', params: {} },
    { aqm: 'red', params: {} },
  ],
  flows: [
    { transport: 'udp', source: 'cbr', count: 1, rate_bps: 2e6, packet_bytes: 1000 },
    { transport: 'reno', source: 'ftp', count: 8, packet_bytes: 1000 },
  ],
  interventions: [],
} as unknown as Scenario;

export const VIEW: PictureView = {
  width: 800,
  height: 400,
  fontSize: 12,
  measure: (text) => text.length * 7,
  reached: undefined,
};

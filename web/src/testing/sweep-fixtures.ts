import type { Scenario } from '../core/border/scenario';
import type { SweepFacts } from '../core/experiment/sweep';
import type { SweepForm } from '../features/sweep/sweep-form';
import { SMALL_SCENE } from './small-scene';

export const SWEPT_SCENE: Scenario = {
  ...SMALL_SCENE,
  duration_s: 2,
  lanes: [
    { aqm: 'red', params: {} },
    { aqm: 'choke', params: {} },
  ],
};

/** A sweep with 9 rates, 2 lanes and 4 seeds: 72 runs. */
export const SMALL_FORM: SweepForm = {
  axes: [{ path: 'flows.0.rate_bps', from: 1e5, to: 1e7, count: 9, scale: 'log' }],
  lanes: undefined,
  seeds: 4,
  metrics: ['udp_utilization', 'jain_index'],
  view: { metric: 'udp_utilization' },
};

/**
 * The facts of a made-up sweep. `counts` has the number of values of each axis; a negative number stands for a
 * categorical axis.
 */
export function factsOf(counts: readonly number[], lanes = 2, seeds = 4): SweepFacts {
  const axes = counts.map((count, place) => ({
    path: `path.${place}`,
    name: `setting ${place}`,
    unit: '',
    is_number: count > 0,
    is_logarithmic: false,
    values: Array.from({ length: Math.abs(count) }, (_, value) => (count > 0 ? value : `word ${value}`)),
  }));
  const points = counts.reduce((product, count) => product * Math.abs(count), 1);
  return {
    axes,
    lanes: Array.from({ length: lanes }, (_, lane) => `lane ${lane}`),
    seeds,
    points,
    tasks: points * lanes * seeds,
    metrics: ['one', 'two'].map((id) => ({ id, name: id, unit: '', meaning: '', is_share: false })),
  };
}

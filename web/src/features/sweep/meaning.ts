/** Tests whether two sweeps are equal. Pure. */

import type { Scenario } from '../../core/border/scenario';
import { withSetting } from '../../core/scene/edit';
import { definitionOf, type SweepForm } from './sweep-form';
import { sweepLanes, withSweepLanes } from './sweep-scene';

/**
 * A text by which sweeps are compared: it is equal for two sweeps that have the same runs. Names are left out, and so
 * are the scene's values of the varied settings.
 */
export function meaningOf(form: SweepForm, scene: Scenario): string {
  if (form.scenes !== undefined) {
    const { against: _, ...several } = definitionOf(form, scene);
    return JSON.stringify(sorted(several));
  }
  const bare: Scenario = { ...scene, id: '', title: '', seed: 0 };
  const paths = form.axes.flatMap(({ path, coupled = [] }) => [path, ...coupled.map((one) => one.path)]);
  const fixed = paths.reduce((changed, path) => withSetting(changed, path, 0), bare);
  // Only the sweep's lanes run, so they replace the scene's lanes.
  const run = withSweepLanes(fixed, sweepLanes(form.lanes, fixed, []));
  const { against: _, ...definition } = definitionOf({ ...form, lanes: undefined }, run);
  return JSON.stringify(sorted(definition));
}

/** The value with the fields of all objects sorted by name, because their order has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, one]) => [name, sorted(one)]));
}

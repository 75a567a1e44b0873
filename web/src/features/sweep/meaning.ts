/** Tests whether two sweeps are equal. Pure. */

import type { Scenario } from '../../core/border/scenario';
import { withSetting } from '../../core/scene/edit';
import { definitionOf, type SweepForm } from './sweep-form';
import { sweepLanes, withSweepLanes } from './sweep-scene';

/**
 * A text that is equal for sweeps with the same runs. It contains no names, and no scene settings that the sweep
 * varies.
 */
export function meaningOf(form: SweepForm, scene: Scenario): string {
  if (form.scenes !== undefined) {
    const { against: _, ...several } = definitionOf(form, scene);
    return JSON.stringify(sorted(several));
  }
  const bare: Scenario = { ...scene, id: '', title: '', seed: 0 };
  const paths = form.axes.flatMap(({ path, coupled = [] }) => [path, ...coupled.map((one) => one.path)]);
  const fixed = paths.reduce((changed, path) => withSetting(changed, path, 0), bare);
  // The scene gets the sweep's lanes, so that its own lanes, which do not run, make no difference.
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

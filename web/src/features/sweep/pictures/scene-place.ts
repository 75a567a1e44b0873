/** The open scene's values of the settings that a sweep varies. Pure. */

import type { Scenario, SettingValue } from '../../../core/border/scenario';
import { folded, settingAt } from '../../../core/scene/edit';
import type { SettingAxis } from './setting-axis';

/** The default of a parameter that a scene does not set. */
export type DefaultOf = (aqm: string, parameter: string) => SettingValue | undefined;

/** The scene's values of the varied settings, including changes during the run. */
export function sceneValues(
  scene: Scenario,
  axes: readonly Pick<SettingAxis, 'path'>[],
  defaultOf?: DefaultOf,
): readonly (SettingValue | undefined)[] {
  const settled = folded(scene);
  return axes.map(({ path }) => valueIn(settled, path, defaultOf));
}

function valueIn(scene: Scenario, path: string, defaultOf: DefaultOf | undefined): SettingValue | undefined {
  const said = settingAt(scene, path);
  if (said !== undefined) return said;
  const [, place, parameter] = /^(?:queue|lanes\.(\d+))\.params\.(.+)$/.exec(path) ?? [];
  if (parameter === undefined) return undefined;
  const shared = settingAt(scene, `queue.params.${parameter}`);
  if (shared !== undefined) return shared;
  const lanes = place === undefined ? scene.lanes : scene.lanes.slice(Number(place), Number(place) + 1);
  for (const { aqm, params } of lanes) {
    // For a setting of all lanes, the result is the value in the first lane that has a value, even if values in later
    // lanes differ.
    const value = params[parameter] ?? defaultOf?.(aqm, parameter);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A slider drag. It makes many changes during the run, which are combined into one when it ends. */

import type { Catalog } from '../border/catalog';
import type { Intervention, Scenario, SettingValue } from '../border/scenario';
import { patternOf, withoutLater } from '../scene/edit';

export interface Drag {
  readonly id: number;
  readonly path: string;
  /**
   * Interventions before the drag. Interventions at a later simulated time than `from_s` are left out, because the drag
   * replaces the future of the run.
   */
  readonly before: Scenario['interventions'];
  /** Simulated time of the first change [s]. */
  readonly from_s: number;
  /** Number of changes sent to the engine. */
  readonly count: number;
  readonly last: SettingValue;
}

export function begun(id: number, path: string, value: SettingValue, before: Scenario, from_s: number): Drag {
  return { id, path, before: withoutLater(before, from_s).interventions, from_s, count: 1, last: value };
}

export function moved(drag: Drag, value: SettingValue): Drag {
  return { ...drag, count: drag.count + 1, last: value };
}

/**
 * The scene's interventions after a drag of a slider. The drag's intermediate values are replaced by one change, or by
 * none if the last value equals the value before the drag, and the scene is simulated again. Undefined if the engine
 * already has these interventions.
 */
export function settled(drag: Drag, valueBefore?: SettingValue): readonly Intervention[] | undefined {
  const made = { at_s: drag.from_s, path: drag.path, value: drag.last };
  // An earlier change of the same setting at the same time is also replaced.
  const kept = drag.before.filter(({ at_s, path }) => path !== made.path || at_s !== made.at_s);
  if (made.value === valueBefore) return kept;
  if (drag.count < 2 && kept.length === drag.before.length) return undefined;
  return [...kept, made].sort((a, b) => a.at_s - b.at_s);
}

/** True if a setting can change during the run: a parameter of a discipline, or a setting that the catalog marks. */
export function isLive(catalog: Catalog, path: string): boolean {
  const pattern = patternOf(path);
  if (pattern.startsWith('queue.params.') || pattern.startsWith('lanes.*.params.')) return true;
  return catalog.scene_settings.some((setting) => setting.path === pattern && setting.is_live);
}

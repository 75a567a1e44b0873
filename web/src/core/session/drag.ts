/** A knob on the move: many changes while the scene runs, which become one when the hand lets go. */

import type { Catalog } from '../border/catalog';
import type { Intervention, Scenario, SettingValue } from '../border/scenario';
import { patternOf, withoutLater } from '../scene/edit';

export interface Drag {
  readonly id: number;
  readonly path: string;
  /** The scene before the drag, without its abandoned future. */
  readonly before: Scenario['interventions'];
  /** When it first changed something [s]. */
  readonly from_s: number;
  /** The number of changes sent to the engine. */
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
 * The interventions of the scene when the drag is over; undefined if the engine has them already. Values in force while
 * the knob moved are left out: the scene gets one change, and the run is the run of that; none where the value is the
 * one that was in force before.
 */
export function settled(drag: Drag, valueBefore?: SettingValue): readonly Intervention[] | undefined {
  const made = { at_s: drag.from_s, path: drag.path, value: drag.last };
  // A change at the same instant of the same setting, such as the arrow key before, is replaced as well.
  const kept = drag.before.filter(({ at_s, path }) => path !== made.path || at_s !== made.at_s);
  if (made.value === valueBefore) return kept;
  if (drag.count < 2 && kept.length === drag.before.length) return undefined;
  return [...kept, made].sort((a, b) => a.at_s - b.at_s);
}

/** Parameters of disciplines can always change while the scene runs; other settings say so in the catalog. */
export function isLive(catalog: Catalog, path: string): boolean {
  const pattern = patternOf(path);
  if (pattern.startsWith('queue.params.') || pattern.startsWith('lanes.*.params.')) return true;
  return catalog.scene_settings.some((setting) => setting.path === pattern && setting.is_live);
}

/** The names that the page uses for ids and paths in a scene. Pure. */

import { formatValue } from '../../base/format';
import type { Scenario, SettingValue } from '../border/scenario';
import { patternOf } from '../scene/edit';
import type { RunBuffer } from './run-buffer';

type Catalog = RunBuffer['catalog'];

/** Name of a discipline by id, such as "CHOKe" for `choke`. */
export function disciplineName(catalog: Catalog | undefined, id: string): string {
  return catalog?.disciplines.find((about) => about.id === id)?.name ?? id;
}

export interface SettingName {
  readonly name: string;
  readonly unit: string;
}

/** Name of a setting by its path with dots, or by the id of a parameter. */
export function settingName(catalog: Catalog | undefined, scenario: Scenario | undefined, path: string): SettingName {
  const last = path.slice(path.lastIndexOf('.') + 1);
  const pattern = patternOf(path);
  const found =
    catalog?.scene_settings.find((spec) => spec.path === pattern) ??
    catalog?.disciplines.flatMap(({ params }) => params).find(({ id }) => id === last);
  const whose = ownerOf(catalog, scenario, path);
  return { name: `${whose}${found?.name ?? path}`, unit: found?.unit ?? '' };
}

/**
 * Text before the name of a setting that occurs several times in a scene: "UDP " for a group of flows, "CHOKe " for a
 * lane.
 */
function ownerOf(catalog: Catalog | undefined, scenario: Scenario | undefined, path: string): string {
  const [list, place] = path.split('.');
  const group = list === 'flows' ? scenario?.flows[Number(place)] : undefined;
  if (group !== undefined) return group.transport === 'udp' ? 'UDP ' : 'TCP ';
  const lane = list === 'lanes' ? scenario?.lanes[Number(place)] : undefined;
  return lane === undefined ? '' : `${disciplineName(catalog, lane.aqm)} `;
}

/** Name and value of a setting, such as "UDP rate 8 Mb/s". */
export function settingWords(name: SettingName, value: SettingValue): string {
  return `${name.name} ${typeof value === 'number' ? formatValue(value, name.unit, 6) : String(value)}`;
}

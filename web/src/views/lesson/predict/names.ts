/** How the page calls what a lesson names by its id. Pure. */

import { formatNumber, formatValue } from '../../../base/format';
import type { LaneRun } from '../../../run/lanes';
import { patternOf } from '../../../scenario/edit';
import type { Scenario, SettingValue } from '../../../scenario/scenario';

type Catalog = LaneRun['run']['catalog'];

/** "CHOKe" for `choke`. */
export function disciplineName(catalog: Catalog | undefined, id: string): string {
  return catalog?.disciplines.find((about) => about.id === id)?.name ?? id;
}

export interface SettingName {
  readonly name: string;
  readonly unit: string;
}

/** Of a dotted path, or of the bare id of a parameter. */
export function settingName(catalog: Catalog | undefined, scenario: Scenario | undefined, path: string): SettingName {
  const last = path.slice(path.lastIndexOf('.') + 1);
  const pattern = patternOf(path);
  const found =
    catalog?.scene_settings.find((spec) => spec.path === pattern) ??
    catalog?.disciplines.flatMap(({ params }) => params).find(({ id }) => id === last);
  const whose = ownerOf(catalog, scenario, path);
  return { name: `${whose}${found?.name ?? path}`, unit: found?.unit ?? '' };
}

/** Whose it is, where several have it: "UDP " of a group of flows, "CHOKe " of a lane. */
function ownerOf(catalog: Catalog | undefined, scenario: Scenario | undefined, path: string): string {
  const [list, place] = path.split('.');
  const group = list === 'flows' ? scenario?.flows[Number(place)] : undefined;
  if (group !== undefined) return group.transport === 'udp' ? 'UDP ' : 'TCP ';
  const lane = list === 'lanes' ? scenario?.lanes[Number(place)] : undefined;
  return lane === undefined ? '' : `${disciplineName(catalog, lane.aqm)} `;
}

/** "UDP rate 8 Mb/s" */
export function settingWords(name: SettingName, value: SettingValue): string {
  return `${name.name} ${typeof value === 'number' ? formatValue(value, name.unit, 6) : String(value)}`;
}

/** What a file calls "udp_throughput_bps of choke < 0.5 fair share", as people say it. */
export function conditionWords(condition: string, catalog: Catalog | undefined): string {
  return condition
    .replaceAll(/\b([a-z][a-z0-9_]*)(:[0-9.]+(?:\.\.[0-9.]+)?)? of ([a-z][a-z0-9-]*)/g, (_, metric, stretch, lane) => {
      const where = stretch === undefined ? '' : ` (${stretch.slice(1).replace('..', '–')})`;
      return `${metricWords(metric)}${where} of ${disciplineName(catalog, lane)}`;
    })
    .replaceAll(/ < /g, ' below ')
    .replaceAll(/ > /g, ' above ')
    .replaceAll(/(?<![\w.])\d{4,}(?:\.\d+)?(?![\w.])/g, (digits) =>
      condition.includes('_bps') ? formatValue(Number(digits), 'bit/s') : formatNumber(Number(digits), 6),
    );
}

/** "UDP throughput" for `udp_throughput_bps`: a metric's id is its name with its unit behind it. */
function metricWords(id: string): string {
  return id
    .replace(/_(bps|s|packets)$/, '')
    .split('_')
    .map((word) => (['udp', 'tcp', 'ecn', 'rtt'].includes(word) ? word.toUpperCase() : word))
    .join(' ');
}

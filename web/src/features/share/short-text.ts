/**
 * Describes a scene in a few lines of plain text, for a slide or a message: its name, its lanes, the changes, its link.
 * Pure.
 */

import { formatTime } from '../../base/format';
import type { Scenario, SettingValue } from '../../core/border/scenario';
import type { LaneRun } from '../../core/run/lanes';
import { settingName, settingWords } from '../../core/run/setting-names';
import { settingAt, shownInterventions } from '../../core/scene/edit';

interface ShortTextSource {
  readonly scenario: Scenario;
  /** The preset on which the scene is based. */
  readonly preset: Scenario | undefined;
  readonly lanes: readonly string[];
  readonly catalog: LaneRun['run']['catalog'] | undefined;
  readonly link: string;
  /** Simulated time at which the link opens the scene, paused [s]. */
  readonly at_s?: number;
}

/** Maximum number of changes listed. Further changes are only counted, so that the text stays short. */
const MOST_CHANGES = 4;
/**
 * Fields of a scene that are not listed as changed settings, because the text gives them elsewhere or leaves them out.
 */
const LISTED_ELSEWHERE = ['schema', 'id', 'title', 'seed', 'lanes', 'interventions'];

export function shortText({ scenario, preset, lanes, catalog, link, at_s }: ShortTextSource): string {
  const changes = changesOf(scenario, preset, catalog);
  const shown = changes.slice(0, MOST_CHANGES);
  const more = changes.length - shown.length;
  const lines = [
    preset?.title ?? scenario.title,
    [lanes.join(' | '), `seed ${scenario.seed}`, ...(at_s === undefined ? [] : [`at ${formatTime(at_s)}`])].join(', '),
    ...(shown.length === 0 ? [] : [`Changed: ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ')}`]),
    link,
  ];
  // Only plain spaces are used, so that a text search finds the words wherever the text is pasted.
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** The changes in words, such as "maximum threshold 60 packets" or "UDP rate 5 Mb/s from 20 s". */
function changesOf(
  scenario: Scenario,
  preset: Scenario | undefined,
  catalog: LaneRun['run']['catalog'] | undefined,
): readonly string[] {
  const words = (path: string, value: SettingValue): string =>
    settingWords(settingName(catalog, scenario, path), value);
  const paths = [...leaves(scenario).filter(isOfScene), ...ownParameters(scenario)];
  const settings = paths.flatMap(({ path, value, before }) => {
    const old = preset === undefined ? undefined : settingAt(preset, before ?? path);
    return value === old ? [] : [words(path, value)];
  });
  const groups = preset === undefined || preset.flows.length === scenario.flows.length ? [] : [groupWords(scenario)];
  const isOfPreset = new Set(preset?.interventions.map((change) => JSON.stringify(change)));
  const onTheWay = shownInterventions(scenario.interventions)
    .filter(({ change }) => !isOfPreset.has(JSON.stringify(change)))
    .map(({ change }) => `${words(change.path, change.value)} from ${formatTime(change.at_s)}`);
  return preset === undefined ? onTheWay : [...groups, ...settings, ...onTheWay];

  /**
   * The parameters that lanes set themselves. Each is compared with the preset's lane of the same discipline, which may
   * have another index.
   */
  function ownParameters({ lanes }: Scenario): readonly Leaf[] {
    return lanes.flatMap(({ aqm, params }, place) => {
      const known = preset?.lanes.findIndex((lane) => lane.aqm === aqm) ?? -1;
      return Object.entries(params).map(([id, value]) => ({
        path: `lanes.${place}.params.${id}`,
        value,
        before: `lanes.${known}.params.${id}`,
      }));
    });
  }
}

function groupWords({ flows }: Scenario): string {
  return `${flows.length} ${flows.length === 1 ? 'group' : 'groups'} of flows`;
}

interface Leaf {
  readonly path: string;
  readonly value: SettingValue;
  /** Path of the value in the preset, if it differs from `path`: the preset's lane may have another index. */
  readonly before?: string;
}

function isOfScene({ path }: Leaf): boolean {
  return !LISTED_ELSEWHERE.includes(path.split('.')[0] ?? '');
}

function leaves(thing: unknown, at: readonly string[] = []): readonly Leaf[] {
  if (typeof thing === 'number' || typeof thing === 'string' || typeof thing === 'boolean')
    return [{ path: at.join('.'), value: thing }];
  if (typeof thing !== 'object' || thing === null) return [];
  return Object.entries(thing).flatMap(([key, value]) => leaves(value, [...at, key]));
}

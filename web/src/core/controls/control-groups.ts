/** Headings and settings of the panel, with the current values, computed from catalog, facts and preset. Pure. */

import { formatValue } from '../../base/format';
import type { FlowGroup, Lane, Scenario, SettingValue } from '../border/scenario';
import { flowTitle, settingApplies, unsetValue } from '../run/flow-settings';
import type { Catalog, DisciplineAbout, SceneFacts, SettingSpec } from '../run/run-buffer';
import { settingAt } from '../scene/edit';

export interface ControlGroup {
  readonly key: string;
  readonly title: string;
  readonly controls: readonly Control[];
  /** Rarely needed settings, collapsed at first. */
  readonly advanced: readonly Control[];
  /** Parts of the scene that the panel shows but cannot change, such as a schedule of rates. */
  readonly notes: readonly Note[];
  /**
   * Lists, such as times and rates, that the user can open from a file to configure the flows of this group. Empty if
   * this is not a group of flows.
   */
  readonly lists: readonly OfferedList[];
}

/** A list of pairs, such as times and rates, that can configure the flows of a group. */
export interface OfferedList {
  /** Id of the traffic source that uses the list. */
  readonly source: string;
  readonly name: string;
  readonly meaning: string;
}

interface Note {
  readonly name: string;
  readonly text: string;
}

export interface Control {
  /** Path in the scenario, with dots as separators. */
  readonly path: string;
  readonly spec: SettingSpec;
  /** Current value. */
  readonly value: SettingValue;
  /** Value at the start of the scene or of the lane. */
  readonly baseline: SettingValue;
  /** True if a change takes effect at once. Otherwise the scene restarts and runs up to the current time. */
  readonly isLive: boolean;
  /** True if there are several lanes and the value applies to only one of them. */
  readonly isOwn: boolean;
}

/** The lanes to which a change of a parameter applies: the lane of the panel, or all lanes that share the parameter. */
export interface LaneScope {
  readonly lane: number;
  readonly isForAll: boolean;
}

export function controlGroups(
  catalog: Catalog,
  about: DisciplineAbout,
  facts: SceneFacts,
  preset: Scenario | undefined,
  scope: LaneScope = { lane: 0, isForAll: true },
): readonly ControlGroup[] {
  const { scenario } = facts;
  const inForce = new Map(scenario.interventions.map(({ path, value }) => [path, value]));
  const parameters = about.params.map((spec): Control => {
    const isOwn = hasOwn(scenario, scope.lane, spec.id);
    // A lane's own value takes precedence over the common value, so a change has to set the lane's own value.
    const path = isOwn || !scope.isForAll ? `lanes.${scope.lane}.params.${spec.id}` : `queue.params.${spec.id}`;
    const value = facts.params[spec.id] ?? settingAt(scenario, path) ?? spec.default;
    const baseline = cameWith(scenario, preset, scope.lane, spec);
    return { path, spec, value, baseline, isLive: true, isOwn: isOwn && scenario.lanes.length > 1 };
  });

  const settings = (group: string, pathOf: (pattern: string) => string, flows?: FlowGroup): readonly Control[] =>
    catalog.scene_settings
      .filter((setting) => setting.group === group && (flows === undefined || settingApplies(setting, flows)))
      .flatMap((spec) => {
        const path = pathOf(spec.path);
        const set = settingAt(scenario, path) ?? (spec.is_optional === true ? unsetValue(spec, scenario) : undefined);
        if (set === undefined) return [];
        const came = preset === undefined ? undefined : settingAt(preset, path);
        const otherwise = spec.is_optional === true ? unsetValue(spec, preset ?? scenario) : set;
        const baseline = came ?? otherwise;
        return [{ path, spec, value: nowOf(path, set), baseline, isLive: spec.is_live, isOwn: false }];
      });
  /** The value after all past interventions. Future interventions are ignored. */
  const nowOf = (path: string, set: SettingValue): SettingValue => {
    if (path === 'bottleneck.capacity_bps') return facts.capacity_bps;
    return inForce.get(path) ?? set;
  };

  return [
    group('discipline', about.name, parameters),
    group(
      'bottleneck',
      'Bottleneck',
      settings('bottleneck', (pattern) => pattern),
    ),
    ...scenario.flows.map((flows, index) =>
      group(
        `flows ${index}`,
        flowTitle(flows, scenario.flows, catalog),
        settings('flows', (pattern) => pattern.replace('*', String(index)), flows),
        notesOn(flows, catalog),
        listsFor(flows, catalog),
      ),
    ),
    group(
      'run',
      'Run',
      settings('run', (pattern) => pattern),
    ),
  ].filter(({ controls, advanced, notes }) => controls.length + advanced.length + notes.length > 0);
}

/** True if a problem that the engine reports belongs to this control. */
export function concerns(problemPath: string, controlPath: string): boolean {
  if (problemPath === controlPath) return true;
  const parameter = /^(?:queue|lanes\.\d+)\.params\.([^.]+)$/;
  const [, named] = parameter.exec(problemPath) ?? [];
  const [, own] = parameter.exec(controlPath) ?? [];
  return named !== undefined && named === own;
}

/**
 * Initial value of a lane's parameter. A lane of the preset has the preset's value. Any other lane, for example an
 * added one, has the value with which it was added.
 */
function cameWith(
  { lanes }: Scenario,
  preset: Scenario | undefined,
  place: number,
  { id, default: otherwise }: SettingSpec,
): SettingValue {
  const from = preset !== undefined && shapeOf(preset.lanes) === shapeOf(lanes) ? preset.lanes : lanes;
  return from[place]?.params[id] ?? preset?.queue.params[id] ?? otherwise;
}

/** A key that is equal for two lists of lanes with the same disciplines and parameter names, whatever the values. */
function shapeOf(lanes: readonly Lane[]): string {
  return JSON.stringify(lanes.map(({ aqm, params }) => [aqm, Object.keys(params).sort()]));
}

/** True if a lane had its own value for this parameter at the start, or got one later. */
function hasOwn(scenario: Scenario, lane: number, parameter: string): boolean {
  const own = scenario.lanes[lane]?.params;
  if (own !== undefined && Object.hasOwn(own, parameter)) return true;
  return scenario.interventions.some(({ path }) => path === `lanes.${lane}.params.${parameter}`);
}

function group(
  key: string,
  title: string,
  all: readonly Control[],
  notes: readonly Note[] = [],
  lists: readonly OfferedList[] = [],
): ControlGroup {
  return {
    key,
    title,
    notes,
    lists,
    controls: all.filter(({ spec }) => !spec.is_advanced),
    advanced: all.filter(({ spec }) => spec.is_advanced),
  };
}

/** The lists of the traffic sources that use the same transport as the flows: TCP or UDP. */
function listsFor({ transport }: FlowGroup, catalog: Catalog): readonly OfferedList[] {
  return catalog.sources.flatMap(({ id, is_over_tcp, list }) =>
    list !== null && is_over_tcp === (transport !== 'udp')
      ? [{ source: id, name: list.name, meaning: list.meaning }]
      : [],
  );
}

const MAX_SHOWN_PAIRS = 8;

/**
 * Note on a group of flows that a list configures: the first pairs of the list. The scene's file contains all pairs.
 */
function notesOn(flows: FlowGroup, catalog: Catalog): readonly Note[] {
  const list = catalog.sources.find(({ id }) => id === flows.source)?.list;
  const pairs = list == null ? undefined : pairsIn(flows, list.id);
  if (list == null || pairs === undefined || pairs.length === 0) return [];
  const [first, second] = list.units;
  const texts = pairs
    .slice(0, MAX_SHOWN_PAIRS)
    .map(([left, right]) => `${formatValue(left, first)}: ${formatValue(right, second)}`);
  const rest = pairs.length > MAX_SHOWN_PAIRS ? [`… ${pairs.length} in total`] : [];
  return [{ name: list.name, text: [...texts, ...rest].join(', ') }];
}

function pairsIn(flows: FlowGroup, id: string): readonly (readonly [number, number])[] | undefined {
  return (flows as unknown as Record<string, readonly (readonly [number, number])[] | undefined>)[id];
}

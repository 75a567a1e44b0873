/** Pure edits of a scenario, which keep its structure. Only the engine checks whether the result is valid. */

import type { Intervention, Lane, Preset, Scenario, SettingValue } from '../border/scenario';

/** The setting at a path with dots, such as `flows.0.rate_bps`. Undefined if there is none. */
export function settingAt(scenario: Scenario, path: string): SettingValue | undefined {
  let place: unknown = scenario;
  for (const step of path.split('.')) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined;
    place = (place as Record<string, unknown>)[step];
  }
  return isSetting(place) ? place : undefined;
}

/**
 * The scenario with one setting changed. Unchanged parts are shared with the previous scenario. A parameter may be new,
 * but a list index must exist. If the path does not exist, nothing changes.
 */
export function withSetting(scenario: Scenario, path: string, value: SettingValue): Scenario {
  return set(scenario, path.split('.'), value) as Scenario;
}

/**
 * The scenario with another discipline in one lane. The lane's own parameters are removed, and the parameters that are
 * set for all lanes still apply to it. In a network with two links, the lane still shows the queue of the same link.
 */
export function withDiscipline(scenario: Scenario, aqm: string, lane = 0): Scenario {
  return withLanes(
    scenario,
    scenario.lanes.map((kept, place) => (place === lane && kept.aqm !== aqm ? underDiscipline(kept, aqm) : kept)),
  );
}

/**
 * The lane with another discipline and without parameters of its own. In a network with two links, the lane still shows
 * the queue of the same link.
 */
export function underDiscipline({ link }: Lane, aqm: string): Lane {
  return { aqm, params: {}, ...(link === undefined ? {} : { link }) };
}

/** True if packets cross two links in a row. */
export function hasTwoLinks({ second }: Scenario): boolean {
  return (second?.second_capacity_bps ?? 0) > 0;
}

/** The scenario with other lanes. Interventions in a lane are kept if the lane keeps its index. */
export function withLanes(scenario: Scenario, lanes: readonly Lane[]): Scenario {
  const stays = (path: string): boolean => {
    const place = /^lanes\.(\d+)\./.exec(path)?.[1];
    return place === undefined || lanes[Number(place)]?.aqm === scenario.lanes[Number(place)]?.aqm;
  };
  return { ...scenario, lanes, interventions: scenario.interventions.filter(({ path }) => stays(path)) };
}

/**
 * The scene that opens for a preset. If the preset has a recording, each of its lanes appears twice: the first lane
 * replays the recorded packets, and its copy simulates the senders.
 */
export function openedScene({ recording, scenario }: Preset): Scenario {
  return recording === undefined ? scenario : withLanes(scenario, [...scenario.lanes, ...scenario.lanes]);
}

/**
 * The scenario with a copy of a lane as its last lane, including the lane's interventions. Both lanes run identically
 * until one of them is changed.
 */
export function withFork(scenario: Scenario, lane: number): Scenario {
  const forked = scenario.lanes[lane];
  if (forked === undefined) return scenario;
  const own = `lanes.${lane}.`;
  const copied = scenario.interventions.flatMap((change) =>
    change.path.startsWith(own)
      ? [change, { ...change, path: `lanes.${scenario.lanes.length}.${change.path.slice(own.length)}` }]
      : [change],
  );
  return { ...scenario, lanes: [...scenario.lanes, forked], interventions: copied };
}

/**
 * The path of a lane's parameter: its path in the lane if the lane sets the parameter itself, otherwise its path in the
 * parameters of all lanes.
 */
export function parameterPath(scenario: Scenario, parameter: string, lane = 0): string {
  const own = scenario.lanes[lane]?.params;
  return own !== undefined && Object.hasOwn(own, parameter)
    ? `lanes.${lane}.params.${parameter}`
    : `queue.params.${parameter}`;
}

/** The scenario without the interventions at these indexes. */
export function withoutInterventions(scenario: Scenario, indexes: readonly number[]): Scenario {
  return { ...scenario, interventions: scenario.interventions.filter((_, at) => !indexes.includes(at)) };
}

/**
 * A lane's value of a parameter at a given time, without later changes. Undefined if the scene does not set the
 * parameter.
 */
export function parameterAt(
  scenario: Scenario,
  parameter: string,
  lane: number,
  at_s: number,
): SettingValue | undefined {
  const changed = (path: string): SettingValue | undefined =>
    scenario.interventions.findLast((change) => change.path === path && change.at_s < at_s)?.value ??
    settingAt(scenario, path);
  return changed(`lanes.${lane}.params.${parameter}`) ?? changed(`queue.params.${parameter}`);
}

/** The scenario without the interventions after a given time. */
export function withoutLater(scenario: Scenario, now_s: number): Scenario {
  const interventions = scenario.interventions.filter(({ at_s }) => at_s <= now_s);
  return interventions.length === scenario.interventions.length ? scenario : { ...scenario, interventions };
}

/** The scenario in which interventions are turned into settings from the start. */
export function folded(scenario: Scenario): Scenario {
  const settled = scenario.interventions.reduce<Scenario>(
    (scene, { path, value }) => withSetting(scene, path, value),
    scenario,
  );
  return { ...settled, interventions: [] };
}

/** Value of a setting just before an intervention. */
export function valueBefore(scenario: Scenario, index: number): SettingValue | undefined {
  const changed = scenario.interventions[index];
  if (changed === undefined) return undefined;
  const earlier = scenario.interventions.slice(0, index).findLast(({ path }) => path === changed.path);
  return earlier?.value ?? settingAt(scenario, changed.path);
}

/**
 * The interventions as they are displayed, with their indexes. If several change one setting at the same time, as a
 * dragged slider does, only the last is shown.
 */
export function shownInterventions(
  interventions: Scenario['interventions'],
): readonly { readonly change: Intervention; readonly index: number; readonly key: string }[] {
  const last = new Map<string, { readonly change: Intervention; readonly index: number; readonly key: string }>();
  interventions.forEach((change, index) => {
    const key = `${change.at_s} ${change.path}`;
    last.set(key, { change, index, key });
  });
  return [...last.values()].sort((a, b) => a.index - b.index);
}

/** A path in which indexes of lists are replaced by `*`, as in the catalog. */
export function patternOf(path: string): string {
  return path.replace(/(^|\.)\d+(?=\.|$)/g, '$1*');
}

function set(place: unknown, steps: readonly string[], value: SettingValue): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(place)) {
    const index = /^\d+$/.test(step) ? Number(step) : -1;
    if (index < 0 || index >= place.length) return place;
    return place.map((item: unknown, at) => (at === index ? set(item, rest, value) : item));
  }
  if (typeof place !== 'object' || place === null || step === '__proto__') return place;
  const old = (place as Record<string, unknown>)[step];
  if (old === undefined && rest.length > 0) return place;
  return { ...place, [step]: set(old, rest, value) };
}

function isSetting(value: unknown): value is SettingValue {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
}

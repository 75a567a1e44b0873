/** Pure edits of a scenario. They keep its shape and never judge it: whether the result is a valid scene says the engine. */

import type { Intervention, Lane, Preset, Scenario, SettingValue } from '../border/scenario';

/** The setting at a dotted path such as `flows.0.rate_bps`; undefined if there is none. */
export function settingAt(scenario: Scenario, path: string): SettingValue | undefined {
  let place: unknown = scenario;
  for (const step of path.split('.')) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined;
    place = (place as Record<string, unknown>)[step];
  }
  return isSetting(place) ? place : undefined;
}

/**
 * The scenario with one setting changed; the parts beside the path are shared with the old one. Parameters may be new,
 * places of lists must exist; a path that leads nowhere changes nothing.
 */
export function withSetting(scenario: Scenario, path: string, value: SettingValue): Scenario {
  return set(scenario, path.split('.'), value) as Scenario;
}

/** A lane under another discipline. Parameters that all lanes share stay; those of the old lane alone go with it. */
export function withDiscipline(scenario: Scenario, aqm: string, lane = 0): Scenario {
  return withLanes(
    scenario,
    scenario.lanes.map((kept, place) => (place === lane && kept.aqm !== aqm ? { aqm, params: {} } : kept)),
  );
}

/** Other lanes. Later changes in a lane stay with it if the lane stays in its place. */
export function withLanes(scenario: Scenario, lanes: readonly Lane[]): Scenario {
  const stays = (path: string): boolean => {
    const place = /^lanes\.(\d+)\./.exec(path)?.[1];
    return place === undefined || lanes[Number(place)]?.aqm === scenario.lanes[Number(place)]?.aqm;
  };
  return { ...scenario, lanes, interventions: scenario.interventions.filter(({ path }) => stays(path)) };
}

/** The scene in which a preset opens: beside recorded packets runs their simulation. */
export function openedScene({ recording, scenario }: Preset): Scenario {
  return recording === undefined ? scenario : withLanes(scenario, [...scenario.lanes, ...scenario.lanes]);
}

/** A copy of a lane behind the others, with all that is changed in it on the way: until one of both is changed, they are one. */
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

/** The path of a lane's parameter: with the lane if it has one of its own, else for all. */
export function parameterPath(scenario: Scenario, parameter: string, lane = 0): string {
  const own = scenario.lanes[lane]?.params;
  return own !== undefined && Object.hasOwn(own, parameter)
    ? `lanes.${lane}.params.${parameter}`
    : `queue.params.${parameter}`;
}

/** Without the interventions at these places of the list. */
export function withoutInterventions(scenario: Scenario, indexes: readonly number[]): Scenario {
  return { ...scenario, interventions: scenario.interventions.filter((_, at) => !indexes.includes(at)) };
}

/** A lane's value of a parameter in the scene at a moment, without later changes; undefined where it sets none. */
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

/** Without the interventions after a moment: a future that will not come. */
export function withoutLater(scenario: Scenario, now_s: number): Scenario {
  const interventions = scenario.interventions.filter(({ at_s }) => at_s <= now_s);
  return interventions.length === scenario.interventions.length ? scenario : { ...scenario, interventions };
}

/** The interventions become settings of the scene from its start. */
export function folded(scenario: Scenario): Scenario {
  const settled = scenario.interventions.reduce<Scenario>(
    (scene, { path, value }) => withSetting(scene, path, value),
    scenario,
  );
  return { ...settled, interventions: [] };
}

/** The value a setting had just before an intervention. */
export function valueBefore(scenario: Scenario, index: number): SettingValue | undefined {
  const changed = scenario.interventions[index];
  if (changed === undefined) return undefined;
  const earlier = scenario.interventions.slice(0, index).findLast(({ path }) => path === changed.path);
  return earlier?.value ?? settingAt(scenario, changed.path);
}

/**
 * The interventions that people see, with their places in the list: of several at one instant for one setting, as a knob
 * on the move makes them, the last.
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

/** A path with the places of lists replaced by `*`, as the catalog writes it. */
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

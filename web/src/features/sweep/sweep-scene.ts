/** The scene and the lanes of a sweep, and the scene at one of its points. Pure. */

import type { Lane, Scenario, SettingValue } from '../../core/border/scenario';
import type { CoupledSetting, LaneDefinition, SweepFacts } from '../../core/experiment/sweep';
import { folded, withSetting } from '../../core/scene/edit';

export interface NamedLane extends Lane {
  readonly name: string;
}

/**
 * The open scene, prepared for a sweep. The user's changes apply from the start. The scene's own changes keep their
 * times.
 */
export function sceneToSweep(scenario: Scenario, preset: Scenario | undefined): Scenario {
  const own = new Set(preset?.interventions.map((change) => JSON.stringify(change)));
  const isOwn = (change: Scenario['interventions'][number]): boolean => own.has(JSON.stringify(change));
  const settled = folded({ ...scenario, interventions: scenario.interventions.filter((change) => !isOwn(change)) });
  return { ...settled, interventions: scenario.interventions.filter(isOwn) };
}

/** The given lanes with their names. If none are given, the scene's lanes with their names on the page. */
export function sweepLanes(
  given: readonly LaneDefinition[] | undefined,
  scene: Scenario,
  names: readonly string[],
): readonly NamedLane[] {
  if (given === undefined) return scene.lanes.map((lane, place) => ({ ...lane, name: names[place] ?? lane.aqm }));
  return given.map((lane) => {
    // For a lane given only as the id of a discipline, the settings of the scene's lane with this discipline.
    if (typeof lane === 'string')
      return { aqm: lane, params: {}, ...scene.lanes.find(({ aqm }) => aqm === lane), name: lane };
    return { ...lane, params: lane.params ?? {}, name: lane.name ?? lane.aqm };
  });
}

/**
 * For each lane of a sweep, its index on the page, which determines its colour. Lanes that are not on the page are
 * numbered after the page's.
 */
export function placesOnPage(lanes: readonly Lane[], onPage: readonly Lane[]): readonly number[] {
  const sign = ({ aqm, script, link, params }: Lane): string =>
    JSON.stringify([aqm, script, link, Object.entries(params).sort()]);
  const signs = onPage.map(sign);
  let next = onPage.length;
  return lanes.map((lane) => {
    const place = signs.indexOf(sign(lane));
    if (place >= 0) return place;
    next += 1;
    return next - 1;
  });
}

export function withSweepLanes(scene: Scenario, lanes: readonly NamedLane[]): Scenario {
  return { ...scene, lanes: lanes.map(({ name, ...lane }) => lane) };
}

/** The varied settings, each followed by the settings coupled with it. */
export function settingsOf({ axes }: Pick<SweepFacts, 'axes'>): readonly CoupledSetting[] {
  return axes.flatMap((axis) => [axis, ...(axis.coupled ?? [])]);
}

/** The values at a point, one for each of {@link settingsOf}. The last axis varies fastest. */
export function valuesAt({ axes }: Pick<SweepFacts, 'axes'>, point: number): readonly SettingValue[] {
  let rest = point;
  const values: SettingValue[] = [];
  for (const axis of [...axes].reverse()) {
    const place = rest % axis.values.length;
    rest = Math.floor(rest / axis.values.length);
    values.unshift(...settingsOf({ axes: [axis] }).flatMap((setting) => setting.values.slice(place, place + 1)));
  }
  return values;
}

/** The scene at a point of a sweep without derived settings. With derived settings, the engine computes the scene. */
export function sceneAt(scene: Scenario, facts: SweepFacts, point: number): Scenario {
  const values = valuesAt(facts, point);
  return settingsOf(facts).reduce((at, { path }, place) => withSetting(at, path, values[place] ?? ''), scene);
}

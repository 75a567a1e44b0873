/** Which settings the panel shows, under which headings, with the values in force. Pure: from catalog, facts and preset. */

import type { Catalog, DisciplineAbout, SceneFacts, SettingSpec } from '../../run/run-buffer';
import { settingAt } from '../../scenario/edit';
import type { FlowGroup, Scenario, SettingValue } from '../../scenario/scenario';

export interface ControlGroup {
  readonly key: string;
  readonly title: string;
  readonly controls: readonly Control[];
  /** Rarely needed, folded away. */
  readonly advanced: readonly Control[];
}

export interface Control {
  /** Dotted path in the scenario. */
  readonly path: string;
  readonly spec: SettingSpec;
  /** In force now. */
  readonly value: SettingValue;
  /** What the scene came with. */
  readonly baseline: SettingValue;
  /** Whether a change starts the scene anew and catches up. */
  readonly isLive: boolean;
  /** Whether the value belongs to one lane of several. */
  readonly isOwn: boolean;
}

/** Whom a parameter is changed for: the lane that the panel is about, or all that share it. */
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
    // What a lane has of its own hides what all share: only the lane's value would be seen to change.
    const path = isOwn || !scope.isForAll ? `lanes.${scope.lane}.params.${spec.id}` : `queue.params.${spec.id}`;
    const value = facts.params[spec.id] ?? settingAt(scenario, path) ?? spec.default;
    const baseline = (preset === undefined ? undefined : settingAt(preset, `queue.params.${spec.id}`)) ?? spec.default;
    return { path, spec, value, baseline, isLive: true, isOwn: isOwn && scenario.lanes.length > 1 };
  });

  const settings = (group: string, pathOf: (pattern: string) => string): readonly Control[] =>
    catalog.scene_settings
      .filter((setting) => setting.group === group)
      .flatMap((spec) => {
        const path = pathOf(spec.path);
        const set = settingAt(scenario, path);
        if (set === undefined) return [];
        const came = preset === undefined ? undefined : settingAt(preset, path);
        return [{ path, spec, value: nowOf(path, set), baseline: came ?? set, isLive: spec.is_live, isOwn: false }];
      });
  /** Interventions of the past change what is in force; one still to come does not. */
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
        flowTitle(flows),
        settings('flows', (pattern) => pattern.replace('*', String(index))),
      ),
    ),
    group(
      'run',
      'Run',
      settings('run', (pattern) => pattern),
    ),
  ].filter(({ controls, advanced }) => controls.length + advanced.length > 0);
}

/** Whether a problem that the engine reports is about this control. */
export function concerns(problemPath: string, controlPath: string): boolean {
  if (problemPath === controlPath) return true;
  const parameter = /^(?:queue|lanes\.\d+)\.params\.([^.]+)$/;
  const [, named] = parameter.exec(problemPath) ?? [];
  const [, own] = parameter.exec(controlPath) ?? [];
  return named !== undefined && named === own;
}

/** Whether a lane came with a value of its own, or was given one on the way. */
function hasOwn(scenario: Scenario, lane: number, parameter: string): boolean {
  const own = scenario.lanes[lane]?.params;
  if (own !== undefined && Object.hasOwn(own, parameter)) return true;
  return scenario.interventions.some(({ path }) => path === `lanes.${lane}.params.${parameter}`);
}

function group(key: string, title: string, all: readonly Control[]): ControlGroup {
  return {
    key,
    title,
    controls: all.filter(({ spec }) => !spec.is_advanced),
    advanced: all.filter(({ spec }) => spec.is_advanced),
  };
}

function flowTitle(flows: FlowGroup): string {
  return flows.transport === 'udp' ? 'Unresponsive flows (UDP)' : 'Responsive flows (TCP)';
}

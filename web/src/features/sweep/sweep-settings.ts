/** The settings of a scene that a sweep can vary, grouped as in the controls, with suggested values. Pure. */

import type { Catalog, SettingSpec } from '../../core/border/catalog';
import type { Lane, Scenario, SettingValue } from '../../core/border/scenario';
import type { AxisDefinition } from '../../core/experiment/sweep';
import { flowTitle, settingApplies, unsetValue } from '../../core/run/flow-settings';
import { settingAt } from '../../core/scene/edit';

export interface SweepSetting {
  /** Dotted path in the scene. */
  readonly path: string;
  readonly spec: SettingSpec;
  /** Value in the scene, before any timed change. */
  readonly value: SettingValue;
}

export interface SweepSettingGroup {
  readonly key: string;
  readonly title: string;
  readonly settings: readonly SweepSetting[];
}

/** `scenario` has the sweep's lanes. `names` are the lanes' names. */
export function sweepSettings(
  catalog: Catalog,
  scenario: Scenario,
  names: readonly string[],
): readonly SweepSettingGroup[] {
  const { lanes } = scenario;
  const paramsOf = ({ aqm }: Lane): readonly SettingSpec[] =>
    catalog.disciplines.find(({ id }) => id === aqm)?.params ?? [];
  const own = ({ params }: Lane, id: string): SettingValue | undefined =>
    Object.hasOwn(params, id) ? params[id] : undefined;

  const shared = new Map<string, SweepSetting>();
  for (const lane of lanes)
    for (const spec of paramsOf(lane)) {
      // A lane's own value takes precedence over the value for all lanes.
      if (shared.has(spec.id) || own(lane, spec.id) !== undefined) continue;
      const value = scenario.queue.params[spec.id] ?? spec.default;
      shared.set(spec.id, { path: `queue.params.${spec.id}`, spec, value });
    }
  const ofLane = (lane: Lane, index: number): readonly SweepSetting[] =>
    paramsOf(lane).map((spec) => {
      const value = own(lane, spec.id) ?? scenario.queue.params[spec.id] ?? spec.default;
      return { path: `lanes.${index}.params.${spec.id}`, spec, value };
    });
  const ofScene = (group: string, flow?: number): readonly SweepSetting[] =>
    catalog.scene_settings
      .filter(({ group: its, id }) => its === group && id !== 'seed')
      .flatMap((spec) => {
        const flows = flow === undefined ? undefined : scenario.flows[flow];
        if (flows !== undefined && !settingApplies(spec, flows)) return [];
        const path = spec.path.replace('*', String(flow));
        const value = settingAt(scenario, path) ?? (spec.is_optional ? unsetValue(spec, scenario) : undefined);
        return value === undefined ? [] : [{ path, spec, value }];
      });

  const isOneLane = lanes.length === 1;
  return [
    { key: 'queue', title: isOneLane ? (names[0] ?? 'Queue') : 'Queue, all lanes', settings: [...shared.values()] },
    { key: 'bottleneck', title: 'Bottleneck', settings: ofScene('bottleneck') },
    ...scenario.flows.map((flows, index) => ({
      key: `flows ${index}`,
      title: flowTitle(flows, scenario.flows, catalog),
      settings: ofScene('flows', index),
    })),
    { key: 'run', title: 'Run', settings: ofScene('run') },
    ...(isOneLane
      ? lanes
          .map((lane, index) => ({
            key: `lane ${index}`,
            title: `${names[index] ?? lane.aqm}, own values`,
            // The group of the queue contains the settings that the only lane inherits from the scene. This group
            // contains the settings that the lane sets itself.
            settings: ofLane(lane, index).filter(({ spec }) => own(lane, spec.id) !== undefined),
          }))
          .filter(({ settings }) => settings.length > 0)
      : lanes.map((lane, index) => ({
          key: `lane ${index}`,
          title: `${names[index] ?? lane.aqm} only`,
          settings: ofLane(lane, index),
        }))),
  ].filter(({ settings }) => settings.length > 0);
}

/** A setting's initial values, around the scene's value and within the allowed range. */
export function suggestedAxis({ path, spec, value }: SweepSetting): AxisDefinition {
  const { kind } = spec;
  if (kind.kind === 'switch') return { path, values: [false, true] };
  if (kind.kind === 'choice') return { path, values: kind.choices.map(({ id }) => id) };
  const isWhole = kind.kind === 'integer';
  const clipped = (number: number): number => {
    const round = Number(number.toPrecision(3));
    return Math.min(kind.max, Math.max(kind.min, isWhole ? Math.round(round) : round));
  };
  const now = Number(value);
  // A logarithmic setting is varied by a factor of 10 either way. Queue lengths (`is_on_ruler`) are not, because other
  // thresholds and the end of the buffer are close.
  if (now > 0 && spec.is_logarithmic && !spec.is_on_ruler) {
    const from = clipped(now / REACH);
    return { path, from: from > 0 ? from : now, to: clipped(now * REACH), count: COUNT, scale: 'log' };
  }
  const [from, to] = now > 0 ? [clipped(now / 2), clipped(now * 2)] : [clipped(kind.min), clipped(kind.min + 1)];
  return { path, from, to: to === from ? kind.max : to, count: COUNT };
}

const REACH = 10;
const COUNT = 9;

/**
 * Number of different values on an axis. For a setting of whole numbers, it may be smaller than the number asked for.
 */
export function countOf(axis: AxisDefinition, spec: SettingSpec | undefined): number {
  if ('values' in axis) return axis.values.length;
  if (spec?.kind.kind !== 'integer') return axis.count;
  return Math.min(axis.count, Math.abs(Math.round(axis.to) - Math.round(axis.from)) + 1);
}

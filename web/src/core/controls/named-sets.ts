/**
 * Named sets of parameter values. Finds the set that a lane uses, the changes that apply a set, and the changes of a
 * run as the panel shows them.
 */

import type { DisciplineAbout, ParamSet } from '../border/border.gen';
import type { Scenario, SettingValue } from '../border/scenario';
import { shownInterventions } from '../scene/edit';
import type { Change } from '../scene/scene-store';
import type { Control } from './control-groups';

/** The named set whose values a lane uses. If there are several such sets, the set with the most values. */
export function setInForce({ param_sets }: DisciplineAbout, controls: readonly Control[]): ParamSet | undefined {
  const values = new Map(controls.map(({ spec, value }) => [spec.id, value]));
  return param_sets
    .filter((set) => Object.entries(set.values).every(([id, value]) => values.get(id) === value))
    .reduce<ParamSet | undefined>((best, set) => (sizeOf(set) > sizeOf(best) ? set : best), undefined);
}

/**
 * The changes that give the parameters the values of a named set. Parameters that already have their value are left
 * out.
 */
export function changesTo(set: ParamSet, controls: readonly Control[]): readonly Change[] {
  return controls.flatMap(({ spec, path, value }) => {
    const wanted = set.values[spec.id];
    return wanted === undefined || wanted === value ? [] : [{ path, value: wanted }];
  });
}

/**
 * One or more interventions (changes of settings during a run) that the panel shows as one change. Several are shown as
 * one if together they choose a named set.
 */
interface ShownChange {
  readonly key: string;
  readonly at_s: number;
  /** Indexes of these interventions in the scenario's list. */
  readonly indexes: readonly number[];
  /** The named set that was chosen, or the one setting that was changed. */
  readonly what: { readonly set: ParamSet } | { readonly path: string; readonly value: SettingValue };
}

/**
 * The changes made during a run. If several parameters change at the same time to values of one named set, the change
 * is shown as that set.
 */
export function shownChanges(
  interventions: Scenario['interventions'],
  abouts: readonly DisciplineAbout[],
): readonly ShownChange[] {
  const changes: ShownChange[] = [];
  const shown = shownInterventions(interventions);
  for (let at = 0; at < shown.length; ) {
    const group = shown.slice(at, at + together(shown, at));
    const set = group.length > 1 ? setOf(group, abouts) : undefined;
    const first = group[0];
    if (first === undefined) break;
    if (set === undefined) {
      const { change, index, key } = first;
      changes.push({ key, at_s: change.at_s, indexes: [index], what: { path: change.path, value: change.value } });
      at += 1;
    } else {
      const indexes = group.map(({ index }) => index);
      changes.push({ key: first.key, at_s: first.change.at_s, indexes, what: { set } });
      at += group.length;
    }
  }
  return changes;
}

type Shown = ReturnType<typeof shownInterventions>;

/**
 * Number of consecutive changes, starting at `from`, that happen at the same time and apply to the same lane, or to all
 * lanes.
 */
function together(shown: Shown, from: number): number {
  const first = shown[from]?.change;
  const owner = ownerOf(first?.path);
  if (owner === undefined) return 1;
  const end = shown.findIndex(
    ({ change }, at) => at > from && (change.at_s !== first?.at_s || ownerOf(change.path) !== owner),
  );
  return (end < 0 ? shown.length : end) - from;
}

function setOf(group: Shown, abouts: readonly DisciplineAbout[]): ParamSet | undefined {
  const holds = (set: ParamSet): boolean =>
    group.every(({ change }) => set.values[change.path.slice(change.path.lastIndexOf('.') + 1)] === change.value);
  const sets = abouts.flatMap(({ param_sets }) => param_sets).filter(holds);
  // If several sets contain all changes of the group, the set with the fewest values is shown.
  return sets.reduce<ParamSet | undefined>(
    (best, set) => (best === undefined || sizeOf(set) < sizeOf(best) ? set : best),
    undefined,
  );
}

/** Owner of a parameter, from the beginning of its path: `queue` for all lanes, `lanes.1` for one lane. */
function ownerOf(path: string | undefined): string | undefined {
  return /^(queue|lanes\.\d+)\.params\./.exec(path ?? '')?.[1];
}

function sizeOf(set: ParamSet | undefined): number {
  return set === undefined ? 0 : Object.keys(set.values).length;
}

/**
 * The lanes on the page. Each has its own run buffer. All lanes have the same scenario and seed, and are at the same
 * simulated time.
 */

import { formatValue } from '../../base/format';
import type { Catalog } from '../border/catalog';
import type { SceneFacts } from '../border/client';
import { SCRIPT, type SettingValue } from '../border/scenario';
import { hasTwoLinks } from '../scene/edit';
import type { RunBuffer } from './run-buffer';

/** Largest number of lanes on the page. */
export const MOST_LANES = 4;

/** A lane with its index, which determines its colour and the number key that selects it. */
export interface LaneRun {
  /** Index of the lane, from 0. */
  readonly index: number;
  readonly run: RunBuffer;
  /**
   * Unique name of the lane: that of its discipline and, if another lane has the same discipline, the parameters that
   * differ ("CHOKe · m 3").
   */
  readonly name: string;
}

/** The engine's catalog, extended by the scripts of the lanes. */
export function catalogWith(lanes: readonly LaneRun[], catalog: Catalog): Catalog {
  const scripts = lanes.flatMap(({ run }) => (run.about.id === SCRIPT ? [run.about] : []));
  return scripts.length === 0 ? catalog : { ...catalog, disciplines: [...catalog.disciplines, ...scripts] };
}

/** The lanes of these runs, with unique names. */
export function namedLanes(runs: readonly RunBuffer[]): readonly LaneRun[] {
  return runs.map((run, index) => ({ index, run, name: nameOf(run, index, runs) }));
}

/** The notice for a scene with more lanes than the page shows; undefined if all are shown. */
export function lanesLeftOut(
  lanes: number,
  shown: readonly Pick<LaneRun, 'name'>[],
): { readonly kind: 'lanes-left-out'; readonly lanes: number; readonly shown: readonly string[] } | undefined {
  return lanes > shown.length ? { kind: 'lanes-left-out', lanes, shown: shown.map(({ name }) => name) } : undefined;
}

/** The lanes that are displayed: all, or the one that is shown alone. */
export function shownLanes(lanes: readonly LaneRun[], soloLane: number | undefined): readonly LaneRun[] {
  const alone = soloLane === undefined ? undefined : lanes[soloLane];
  return alone === undefined ? lanes : [alone];
}

/** The lane to which controls, explanation and steps apply. If the index is not valid, the first lane. */
export function focusedLane(lanes: readonly LaneRun[], focused: number): LaneRun {
  const lane = lanes[focused] ?? lanes[0];
  if (lane === undefined) throw new Error('a scene has at least one lane');
  return lane;
}

function nameOf(run: RunBuffer, index: number, runs: readonly RunBuffer[]): string {
  const name = nameAmong(run, index, runs);
  if (run.facts.is_driven) return `${name}, real`;
  const link = linkOf(run.facts);
  return link === undefined ? name : `${name}, link ${link}`;
}

/** True if all lanes show the same link. Only then can packets be compared between lanes. */
export function showSameLink(lanes: readonly LaneRun[]): boolean {
  return new Set(lanes.map(({ run }) => linkOf(run.facts))).size === 1;
}

/** For each flow, whether its packets cross the link that the lane shows. */
export function flowsOnLink(facts: Pick<SceneFacts, 'lane' | 'scenario'>): readonly boolean[] {
  const other = { 1: 'second', 2: 'first', none: undefined }[linkOf(facts) ?? 'none'];
  return facts.scenario.flows.flatMap(({ count, route = 'both' }) => Array<boolean>(count).fill(route !== other));
}

/** The number of the link that the lane shows, in a scene with two links; undefined in a scene with one link. */
export function linkOf({ lane, scenario }: Pick<SceneFacts, 'lane' | 'scenario'>): 1 | 2 | undefined {
  if (!hasTwoLinks(scenario)) return undefined;
  return scenario.lanes[lane]?.link === 'second' ? 2 : 1;
}

function nameAmong({ about, facts }: RunBuffer, index: number, runs: readonly RunBuffer[]): string {
  // Two scripts with the same name count as the same discipline. If a built-in discipline on the page has the name of a
  // script, ", script" is added to the name of the script.
  const isAlike = (run: RunBuffer): boolean => run.facts.aqm === facts.aqm && run.about.name === about.name;
  const alike = runs.filter(
    (run) => isAlike(run) && run.facts.is_driven === facts.is_driven && linkOf(run.facts) === linkOf(facts),
  );
  if (facts.aqm === SCRIPT && alike.length === 1) {
    const isNameTaken = runs.some((run) => run.facts.aqm !== SCRIPT && run.about.name === about.name);
    return isNameTaken ? `${about.name}, script` : about.name;
  }
  if (alike.length === 1) return about.name;
  const differing = about.params.filter(({ id }) => new Set(alike.map((run) => paramOf(run.facts, id))).size > 1);
  // If more than two parameters differ, the lane is named by a parameter set that covers them all. The name of the set
  // is shorter than the values.
  const set = about.param_sets.find(
    ({ values }) =>
      differing.length > 2 &&
      differing.every(({ id }) => Object.hasOwn(values, id)) &&
      Object.entries(values).every(([id, value]) => paramOf(facts, id) === value),
  );
  if (set !== undefined) return `${about.name} · ${set.name}`;
  const texts = differing.map((spec) => `${spec.symbol === '' ? spec.name : spec.symbol} ${shownParam(facts, spec)}`);
  // Lanes that do not differ in any parameter are named by their index.
  return [about.name, ...(texts.length > 0 ? texts : [`${index + 1}`])].join(' · ');
}

/** The value of a parameter with its unit. The unit "packets" is left out, as on the queue's scale. */
function shownParam(facts: SceneFacts, { id, unit }: RunBuffer['about']['params'][number]): string {
  const value = paramOf(facts, id);
  return typeof value === 'number' && unit !== 'packets' ? formatValue(value, unit, 6) : String(value);
}

function paramOf(facts: SceneFacts, id: string): SettingValue | undefined {
  return facts.params[id];
}

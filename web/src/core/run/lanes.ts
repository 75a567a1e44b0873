/** The lanes on the page: one run buffer each, in lock-step on the same scenario and seed. */

import type { Catalog } from '../border/catalog';
import type { SceneFacts } from '../border/client';
import { SCRIPT, type SettingValue } from '../border/scenario';
import type { RunBuffer } from './run-buffer';

/** Most lanes side by side. */
export const MOST_LANES = 4;

/** A lane with its place, which decides its colour and its key. */
export interface LaneRun {
  /** Place among the lanes, from 0. */
  readonly index: number;
  readonly run: RunBuffer;
  /** Its distinct name: the discipline; of two lanes with the same one, also the difference ("CHOKe · m 3"). */
  readonly name: string;
}

/** All disciplines, with those of the lanes that are scripts, which the engine's catalog does not list. */
export function catalogWith(lanes: readonly LaneRun[], catalog: Catalog): Catalog {
  const scripts = lanes.flatMap(({ run }) => (run.about.id === SCRIPT ? [run.about] : []));
  return scripts.length === 0 ? catalog : { ...catalog, disciplines: [...catalog.disciplines, ...scripts] };
}

/** The runs with distinct names. */
export function namedLanes(runs: readonly RunBuffer[]): readonly LaneRun[] {
  return runs.map((run, index) => ({ index, run, name: nameOf(run, index, runs) }));
}

/** The notice for a scene that has more lanes than the page shows; undefined where it shows all. */
export function lanesLeftOut(
  lanes: number,
  shown: readonly Pick<LaneRun, 'name'>[],
): { readonly kind: 'lanes-left-out'; readonly lanes: number; readonly shown: readonly string[] } | undefined {
  return lanes > shown.length ? { kind: 'lanes-left-out', lanes, shown: shown.map(({ name }) => name) } : undefined;
}

/** The lanes that are shown: all, or the one that is alone. */
export function shownLanes(lanes: readonly LaneRun[], soloLane: number | undefined): readonly LaneRun[] {
  const alone = soloLane === undefined ? undefined : lanes[soloLane];
  return alone === undefined ? lanes : [alone];
}

/** The lane that controls, explanation and steps are about; there is always one. */
export function focusedLane(lanes: readonly LaneRun[], focused: number): LaneRun {
  const lane = lanes[focused] ?? lanes[0];
  if (lane === undefined) throw new Error('a scene has at least one lane');
  return lane;
}

function nameOf(run: RunBuffer, index: number, runs: readonly RunBuffer[]): string {
  const name = nameAmong(run, index, runs);
  return run.facts.is_driven ? `${name}, real` : name;
}

function nameAmong({ about, facts }: RunBuffer, index: number, runs: readonly RunBuffer[]): string {
  // Scripts are alike that call themselves alike; one beside the discipline of that name says that it is a script.
  const isAlike = (run: RunBuffer): boolean => run.facts.aqm === facts.aqm && run.about.name === about.name;
  const alike = runs.filter((run) => isAlike(run) && run.facts.is_driven === facts.is_driven);
  if (facts.aqm === SCRIPT && alike.length === 1) {
    const isNameTaken = runs.some((run) => run.facts.aqm !== SCRIPT && run.about.name === about.name);
    return isNameTaken ? `${about.name}, script` : about.name;
  }
  if (alike.length === 1) return about.name;
  const differing = about.params.filter(({ id }) => new Set(alike.map((run) => paramOf(run.facts, id))).size > 1);
  // For a long difference a named set that covers all of it is the shortest name.
  const set = about.param_sets.find(
    ({ values }) =>
      differing.length > 2 &&
      differing.every(({ id }) => Object.hasOwn(values, id)) &&
      Object.entries(values).every(([id, value]) => paramOf(facts, id) === value),
  );
  if (set !== undefined) return `${about.name} · ${set.name}`;
  const told = differing.map((spec) => `${spec.symbol === '' ? spec.name : spec.symbol} ${paramOf(facts, spec.id)}`);
  // No parameter differs: they are named by their places.
  return [about.name, ...(told.length > 0 ? told : [`${index + 1}`])].join(' · ');
}

function paramOf(facts: SceneFacts, id: string): SettingValue | undefined {
  return facts.params[id];
}

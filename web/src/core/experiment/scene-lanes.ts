/** Finds the paper's lanes that correspond to the page's lanes, and compares the scene with the paper's scene. Pure. */

import type { Lane, Scenario } from '../border/scenario';
import { settingAt } from '../scene/edit';
import { type ExperimentLane, experimentLanes, type PresetFile } from './preset-file';
import type { Job } from './report';

/** For each lane of the scene, its index in the experiment. Undefined if the paper has no such lane. */
export function placesInExperiment(
  lanes: readonly Lane[],
  experiment: readonly ExperimentLane[],
): readonly (number | undefined)[] {
  const taken = new Set<number>();
  return lanes.map((lane) => {
    const place = experiment.findIndex((candidate, at) => !taken.has(at) && isSameLane(lane, candidate));
    if (place < 0) return undefined;
    taken.add(place);
    return place;
  });
}

/** True if settings differ from those of the preset. Lanes and seed are not compared. */
export function isChangedScene(scenario: Scenario, preset: Scenario): boolean {
  return canonical(sceneOf(scenario)) !== canonical(sceneOf(preset));
}

/**
 * Compares the scene with the document of its preset. `changed`: the scene is a variant with other values of settings,
 * in one lane or in all. `other`: the groups of flows differ from those of the preset, so the document says nothing
 * about the scene.
 */
export function compareWithPreset(scenario: Scenario, file: PresetFile): 'same' | 'changed' | 'other' {
  const preset = file.scenario;
  if (trafficOf(scenario) !== trafficOf(preset)) return 'other';
  const known = [...experimentLanes(file), ...preset.lanes];
  const isLaneChanged = scenario.lanes.some(
    (lane) => known.some(({ aqm }) => aqm === lane.aqm) && !known.some((candidate) => isSameLane(lane, candidate)),
  );
  return isLaneChanged || isChangedScene(scenario, preset) ? 'changed' : 'same';
}

/**
 * For each lane of the page, the job of the experiment that runs the same lane. Lanes of the page that the experiment
 * lacks have no job.
 */
export function jobsOfLanes(
  scenario: Scenario,
  file: PresetFile,
): readonly { readonly lane: number; readonly job: Job }[] {
  const point = pointOf(scenario, file);
  if (point === undefined) return [];
  return placesInExperiment(scenario.lanes, experimentLanes(file)).flatMap((place, lane) =>
    place === undefined ? [] : [{ lane, job: { lane: place, point, seed: scenario.seed } }],
  );
}

/**
 * Index of the point of the sweep that has the same value of the varied setting as the scene; 0 without a sweep.
 * Undefined if no point has this value.
 */
function pointOf(scenario: Scenario, { experiment }: PresetFile): number | undefined {
  const sweep = experiment?.sweep;
  if (sweep === undefined) return 0;
  const value = settingAt(scenario, sweep.path);
  const place = sweep.values.indexOf(value ?? Number.NaN);
  return place < 0 ? undefined : place;
}

function trafficOf({ flows }: Scenario): string {
  return flows.map(({ transport }) => (transport === 'udp' ? 'udp' : 'tcp')).join();
}

function sceneOf(scenario: Scenario): object {
  return { ...scenario, lanes: [], seed: 0, title: '' };
}

function isSameLane(lane: Lane, candidate: ExperimentLane): boolean {
  const isSameLink = (lane.link ?? 'first') === (candidate.link ?? 'first');
  return isSameLink && lane.aqm === candidate.aqm && canonical(lane.params) === canonical(candidate.params ?? {});
}

/** A string that is equal for equal content. The order of fields and empty fields are ignored. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

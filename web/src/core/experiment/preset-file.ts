/** A whole preset file: the scene, and what its paper says of it. Loaded when somebody looks. */

import { loadPreset } from 'virtual:presets';
import type { Lane, Preset, SettingValue } from '../border/scenario';

export interface PresetFile extends Preset {
  /** What the document leaves open, and what was chosen. */
  readonly assumptions?: readonly string[];
  /** Where the document contradicts itself. */
  readonly inconsistencies?: readonly { readonly id: string; readonly text: string }[];
  readonly experiment?: {
    readonly lanes?: readonly ExperimentLane[];
    readonly seeds?: number;
    readonly bins?: Bins;
    readonly sweep?: { readonly path: string; readonly values: readonly SettingValue[]; readonly name: string };
  };
  readonly curve_values?: readonly CurveValue[];
}

/** Stretches of time into which runs are cut. */
export interface Bins {
  readonly from_s: number;
  readonly until_s: number;
  readonly width_s: number;
}

export interface ExperimentLane {
  readonly aqm: string;
  readonly params?: Lane['params'];
  readonly name?: string;
}

/** A published point of a curve that no run gives. */
interface CurveValue {
  readonly at: number;
  readonly what: string;
  readonly value: number;
  readonly place: string;
  readonly note?: string;
}

export interface LoadedPreset {
  readonly file: PresetFile;
  /** As it stands in the file; the engine reads it itself. */
  readonly text: string;
}

export async function loadPresetFile(id: string): Promise<LoadedPreset | undefined> {
  const text = await loadPreset(id);
  return text === undefined ? undefined : { text, file: JSON.parse(text) as PresetFile };
}

/** The lanes that the experiment compares: those of its own, else those with which the scene opens. */
export function experimentLanes({ experiment, scenario }: PresetFile): readonly ExperimentLane[] {
  return experiment?.lanes ?? scenario.lanes;
}

/** What reports call a lane. */
export function laneName(lane: ExperimentLane): string {
  return lane.name ?? lane.aqm;
}

/** A whole preset file: the scene and the statements of its paper. It is loaded on demand. */

import { loadPreset } from 'virtual:presets';
import type { Lane, Preset, SettingValue } from '../border/scenario';

export interface PresetFile extends Preset {
  /** Values that the document does not state, with our choice for each. */
  readonly assumptions?: readonly string[];
  /** Contradictions in the document. */
  readonly inconsistencies?: readonly { readonly id: string; readonly text: string }[];
  readonly experiment?: {
    readonly lanes?: readonly ExperimentLane[];
    readonly seeds?: number;
    readonly bins?: Bins;
    readonly sweep?: { readonly path: string; readonly values: readonly SettingValue[]; readonly name: string };
  };
  readonly curve_values?: readonly CurveValue[];
}

/** Equal intervals of time into which a run is divided, for results over time. */
export interface Bins {
  readonly from_s: number;
  readonly until_s: number;
  readonly width_s: number;
}

export interface ExperimentLane {
  readonly aqm: string;
  readonly params?: Lane['params'];
  readonly link?: NonNullable<Lane['link']>;
  readonly name?: string;
}

/** A point of a published curve, for display only: no run is compared with it. */
interface CurveValue {
  readonly at: number;
  readonly what: string;
  readonly value: number;
  readonly place: string;
  readonly note?: string;
}

export interface LoadedPreset {
  readonly file: PresetFile;
  /** Text of the file, in the form that the engine reads. */
  readonly text: string;
}

export async function loadPresetFile(id: string): Promise<LoadedPreset | undefined> {
  const text = await loadPreset(id);
  return text === undefined ? undefined : { text, file: JSON.parse(text) as PresetFile };
}

/**
 * Lanes that the experiment compares: the lanes of the experiment if it names any, otherwise the lanes of the scene.
 */
export function experimentLanes({ experiment, scenario }: PresetFile): readonly ExperimentLane[] {
  return experiment?.lanes ?? scenario.lanes;
}

export function laneName(lane: ExperimentLane): string {
  return lane.name ?? lane.aqm;
}

/** The scene that runs on the page of a discipline. Pure. */

import type { Preset, Scenario } from '../../core/border/scenario';
import { withLanes } from '../../core/scene/edit';
import { characterScene } from './appearances';

interface TinyScene {
  /** The scene with one lane: the discipline. */
  readonly scenario: Scenario;
  /** The preset from which the scene was made. */
  readonly preset: Preset;
  /** True if the preset was made for this discipline. */
  readonly isItsOwn: boolean;
}

const FOR_ALL = 'choked-model1';

/** The scene that was made for the discipline. If there is none, Model 1 under the discipline. */
export function tinyScene(aqm: string, presets: readonly Preset[]): TinyScene | undefined {
  const own = characterScene(aqm, presets);
  const preset = own ?? presets.find(({ scenario }) => scenario.id === FOR_ALL) ?? presets[0];
  if (preset === undefined) return undefined;
  const lane = preset.scenario.lanes.find((candidate) => candidate.aqm === aqm) ?? { aqm, params: {} };
  return { scenario: withLanes(preset.scenario, [lane]), preset, isItsOwn: own !== undefined };
}

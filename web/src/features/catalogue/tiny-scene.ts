/** The scene that runs on a discipline's page. Pure. */

import type { Preset, Scenario } from '../../core/border/scenario';
import { withLanes } from '../../core/scene/edit';
import { characterScene } from './appearances';

interface TinyScene {
  /** The scene, with the discipline as its only lane. */
  readonly scenario: Scenario;
  /** The preset on which the scene is based. */
  readonly preset: Preset;
  /** True if the preset was made for this discipline. */
  readonly isItsOwn: boolean;
}

const FOR_ALL = 'choked-model1';

/**
 * The scene made for the discipline. If there is no such scene, the preset `choked-model1` with the discipline as its
 * only lane.
 */
export function tinyScene(aqm: string, presets: readonly Preset[]): TinyScene | undefined {
  const own = characterScene(aqm, presets);
  const preset = own ?? presets.find(({ scenario }) => scenario.id === FOR_ALL) ?? presets[0];
  if (preset === undefined) return undefined;
  const lane = preset.scenario.lanes.find((candidate) => candidate.aqm === aqm) ?? { aqm, params: {} };
  return { scenario: withLanes(preset.scenario, [lane]), preset, isItsOwn: own !== undefined };
}

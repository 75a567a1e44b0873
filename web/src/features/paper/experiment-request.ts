/** The request for a preset's experiment. */

import { SceneRefused } from '../../core/border/client';
import type { Scenario } from '../../core/border/scenario';
import type { ExperimentRequest } from '../../core/experiment/experiment-store';
import type { LoadedPreset } from '../../core/experiment/preset-file';
import type { SceneActions } from '../../core/scene/scene-store';

type LinkMaker = Pick<SceneActions, 'linkOfScene'>;

/** `scene` is the scene as the user changed it. Undefined for the published scene. */
export async function requestOf(
  { file, text }: LoadedPreset,
  actions: LinkMaker,
  seeds: number,
  scene?: Scenario,
): Promise<ExperimentRequest> {
  const isChanged = scene !== undefined;
  return {
    id: file.scenario.id,
    title: file.scenario.title,
    // The published scene is sent as the text of its file, and a changed scene as a text in the same format.
    preset: isChanged ? JSON.stringify({ ...file, scenario: { ...scene, lanes: file.scenario.lanes } }) : text,
    seeds,
    link: await linkIfAny(actions, scene ?? file.scenario, file.scenario),
    isChanged,
  };
}

/** The link to a scene. Empty if the scene is too large for a link. Such a scene is run and saved without a link. */
export async function linkIfAny(actions: LinkMaker, scene: Scenario, preset: Scenario): Promise<string> {
  try {
    return await actions.linkOfScene(scene, preset);
  } catch (problem) {
    if (problem instanceof SceneRefused) return '';
    throw problem;
  }
}

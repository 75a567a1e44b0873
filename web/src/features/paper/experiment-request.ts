/** What is asked for when the experiment of a preset is run. */

import { SceneRefused } from '../../core/border/client';
import type { Scenario } from '../../core/border/scenario';
import type { ExperimentRequest } from '../../core/experiment/experiment-store';
import type { LoadedPreset } from '../../core/experiment/preset-file';
import type { SceneActions } from '../../core/scene/scene-store';

type LinkMaker = Pick<SceneActions, 'linkOfScene'>;

/** `scene`: as it is to be run, where the viewer changed it; as published, unless given. */
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
    // As published it is the file itself; the engine reads both alike.
    preset: isChanged ? JSON.stringify({ ...file, scenario: { ...scene, lanes: file.scenario.lanes } }) : text,
    seeds,
    link: await linkIfAny(actions, scene ?? file.scenario, file.scenario),
    isChanged,
  };
}

/** A scene that fits into no link is run and saved all the same, without one. */
export async function linkIfAny(actions: LinkMaker, scene: Scenario, preset: Scenario): Promise<string> {
  try {
    return await actions.linkOfScene(scene, preset);
  } catch (problem) {
    if (problem instanceof SceneRefused) return '';
    throw problem;
  }
}

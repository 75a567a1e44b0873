/** A scene for another simulator, written by the engine. */

import { SceneRefused } from '../border/client';
import type { ExportRequest, Target } from '../border/messages';
import { Refused } from '../border/rpc';
import { SCRIPT, type Scenario } from '../border/scenario';
import { sceneProblems } from '../border/scene-problems';
import { startEngine } from '../engine/bridge';

export interface ExportedScene {
  /** The script or program. */
  readonly text: string;
  /** The parts of the scene that are missing, or only nearly right; each begins with the path of a setting. */
  readonly losses: readonly string[];
  readonly file_name: string;
}

/** The lane at a place of the scene; rejects with {@link SceneRefused} where the target has nothing for it. */
export async function exportScene(target: Target, scenario: Scenario, lane: number): Promise<ExportedScene> {
  if (scenario.lanes[lane]?.aqm === SCRIPT) {
    const written = `“As C++…” in its editor writes it for ${target === 'tc' ? 'ns-2 and ns-3 alone' : target}`;
    const problem = `is a script; ${written}`;
    throw new SceneRefused([{ path: `lanes.${lane}`, problem }]);
  }
  const { ask, close } = await startEngine<ExportRequest>('full');
  try {
    const { value } = await ask({ kind: 'export-scene', target, scenario: JSON.stringify(scenario), lane });
    return JSON.parse(value as string) as ExportedScene;
  } catch (problem) {
    throw problem instanceof Refused ? new SceneRefused(sceneProblems(problem)) : problem;
  } finally {
    close();
  }
}

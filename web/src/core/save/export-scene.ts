/** Asks the engine to export a scene for another simulator. */

import { SceneRefused } from '../border/client';
import type { Target } from '../border/messages';
import { SCRIPT, type Scenario } from '../border/scenario';
import { askFull } from '../engine/ask-full';

export interface ExportedScene {
  /** Text of the script or program. */
  readonly text: string;
  /** Parts of the scene that are missing or approximate. Each text begins with the path of a setting. */
  readonly losses: readonly string[];
  readonly file_name: string;
}

/** Exports a lane of a scene. Rejects with {@link SceneRefused} if the other simulator cannot express it. */
export async function exportScene(target: Target, scenario: Scenario, lane: number): Promise<ExportedScene> {
  if (scenario.lanes[lane]?.aqm === SCRIPT) {
    const written = `choose “As C++…” in its editor to write it for ${target === 'tc' ? 'ns-2 or ns-3' : target}`;
    const problem = `is a script; ${written}`;
    throw new SceneRefused([{ path: `lanes.${lane}`, problem }]);
  }
  const text = await askFull({ kind: 'export-scene', target, scenario: JSON.stringify(scenario), lane });
  return JSON.parse(text) as ExportedScene;
}

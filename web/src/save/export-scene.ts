/** A scene for another simulator, written by the engine's package for that; it is loaded when it is first asked for. */

import { type SceneProblem, SceneRefused } from '../engine/client';
import { hasScript, SCRIPT, type Scenario } from '../scenario/scenario';

/** Another simulator, or Linux. */
export type Target = 'ns-2' | 'ns-3' | 'tc';

export interface ExportedScene {
  /** The script or program. */
  readonly text: string;
  /** What of the scene is not in it, or only nearly; each begins with the path of a setting. */
  readonly losses: readonly string[];
  readonly file_name: string;
}

type Package = typeof import('../engine/pkg/export/chokepoint_export.js');

let loaded: Promise<Package> | undefined;

/** The lane at a place of the scene; throws {@link SceneRefused} where the target has nothing for it. */
export async function exportScene(target: Target, scenario: Scenario, lane: number): Promise<ExportedScene> {
  if (scenario.lanes[lane]?.aqm === SCRIPT) {
    const problem = `is a script; “As C++…” in its editor writes it for ${target === 'tc' ? 'Linux' : target}`;
    throw new SceneRefused([{ path: `lanes.${lane}`, problem }]);
  }
  // Whoever asks after it could not be loaded tries again.
  loaded ??= load().catch((problem: unknown) => {
    loaded = undefined;
    throw problem;
  });
  const { export_scene } = await loaded;
  try {
    return JSON.parse(export_scene(target, JSON.stringify(withoutScripts(scenario)), lane)) as ExportedScene;
  } catch (problem) {
    // The engine throws what is wrong as a text.
    if (typeof problem === 'string') throw new SceneRefused(JSON.parse(problem) as readonly SceneProblem[]);
    throw problem;
  }
}

/** Other lanes are no part of what is written: they stay in their places, without the scripts that the package does not read. */
function withoutScripts(scenario: Scenario): Scenario {
  if (!hasScript(scenario)) return scenario;
  const isOfScript = (path: string): boolean => {
    const place = /^lanes\.(\d+)\./.exec(path)?.[1];
    return place !== undefined && scenario.lanes[Number(place)]?.aqm === SCRIPT;
  };
  return {
    ...scenario,
    lanes: scenario.lanes.map((lane) => (lane.aqm === SCRIPT ? { aqm: 'drop-tail', params: {} } : lane)),
    interventions: scenario.interventions.filter(({ path }) => !isOfScript(path)),
  };
}

async function load(): Promise<Package> {
  const made = await import('../engine/pkg/export/chokepoint_export.js');
  await made.default();
  return made;
}

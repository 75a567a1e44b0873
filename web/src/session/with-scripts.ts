/** Scenes in which lanes are scripts: only one package of the engine reads them, which is loaded by those who have one. */

import { type EngineClient, type EngineKind, SceneRefused } from '../engine/client';

/** Asks an engine something about a scene; where it refuses that because it reads no scripts, one that does. */
export async function askWithScripts<T>(
  first: EngineClient,
  connect: (kind: EngineKind) => Promise<EngineClient>,
  ask: (engine: EngineClient) => Promise<T>,
): Promise<T> {
  try {
    return await ask(first);
  } catch (problem) {
    if (!(problem instanceof SceneRefused) || !problem.problems.some(({ path }) => /^lanes\.\d+\.script$/.test(path)))
      throw problem;
  }
  const reader = await connect('script');
  try {
    return await ask(reader);
  } finally {
    reader.close();
  }
}

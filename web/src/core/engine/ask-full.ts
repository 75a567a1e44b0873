/** Sends one request about a scene to the engine package `full`, in a worker that is closed afterwards. */

import { SceneRefused } from '../border/client';
import type { ChangeRequest, ExportRequest, ListRequest } from '../border/messages';
import { Refused } from '../border/rpc';
import { sceneProblems } from '../border/scene-problems';
import { startEngine } from './bridge';

type SceneRequest = ExportRequest | ChangeRequest | ListRequest;

/** The engine's answer as text. Rejects with {@link SceneRefused} if the engine refuses the scene. */
export async function askFull(request: SceneRequest): Promise<string> {
  const { ask, close } = await startEngine<SceneRequest>('full');
  try {
    const { value } = await ask(request);
    return value as string;
  } catch (problem) {
    throw problem instanceof Refused ? new SceneRefused(sceneProblems(problem)) : problem;
  } finally {
    close();
  }
}

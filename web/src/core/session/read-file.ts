/** A file that a separate engine reads, so that the scene on the page is not affected. */

import { type EngineClient, EngineLost, SceneRefused } from '../border/client';
import type { SettingProblem } from '../scene/scene-store';
import type { Connect } from './lane-engines';

/** The content of a file, or its problems. */
export async function readWithEngine<T>(
  connect: Connect,
  read: (engine: EngineClient) => Promise<T>,
): Promise<T | readonly SettingProblem[]> {
  let engine: EngineClient | undefined;
  try {
    engine = await connect();
    return await read(engine);
  } catch (problem) {
    if (problem instanceof SceneRefused) return problem.problems;
    if (problem instanceof EngineLost) return fileProblem(`could not be read: ${problem.message}`);
    throw problem;
  } finally {
    engine?.close();
  }
}

export function fileProblem(problem: string): readonly SettingProblem[] {
  return [{ path: 'file', problem }];
}

/** What the engine refuses it says as a JSON list of problems, each with the place that it is about. */

import { problemText } from '../../base/problem-text';
import { type SceneProblem, SceneRefused } from './client';
import { Refused } from './rpc';

/** The problems that the text of a refusal lists; undefined where it lists none, since the worker failed for another reason. */
export function problemsIn<Problem = SceneProblem>(text: string): readonly Problem[] | undefined {
  try {
    const problems: unknown = JSON.parse(text);
    return Array.isArray(problems) && problems.length > 0 ? problems : undefined;
  } catch {
    return undefined;
  }
}

/** Why something failed, as problems of a scene: those that were listed, or one without a path that holds the message. */
export function sceneProblems(problem: unknown): readonly SceneProblem[] {
  if (problem instanceof SceneRefused) return problem.problems;
  const listed = problem instanceof Refused ? problemsIn(problem.text) : undefined;
  return listed ?? [{ path: '', problem: problemText(problem) }];
}

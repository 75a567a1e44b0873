import { problemText } from '../../base/problem-text';
import { type SceneProblem, SceneRefused } from './client';
import { problemsIn } from './refusal';
import { Refused } from './rpc';

/**
 * The reasons of a failure as problems of a scene: the engine’s list of problems, or the error message as one problem
 * without a path.
 */
export function sceneProblems(problem: unknown): readonly SceneProblem[] {
  if (problem instanceof SceneRefused) return problem.problems;
  const listed = problem instanceof Refused ? problemsIn(problem.text) : undefined;
  return listed ?? [{ path: '', problem: problemText(problem) }];
}

import { problemText } from '../../base/problem-text';
import { type SceneProblem, SceneRefused } from './client';
import { problemsIn } from './refusal';
import { Refused } from './rpc';

/** Why something failed, as problems of a scene: those that were listed, or one without a path that holds the message. */
export function sceneProblems(problem: unknown): readonly SceneProblem[] {
  if (problem instanceof SceneRefused) return problem.problems;
  const listed = problem instanceof Refused ? problemsIn(problem.text) : undefined;
  return listed ?? [{ path: '', problem: problemText(problem) }];
}

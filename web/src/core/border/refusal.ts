import type { SceneProblem } from './border.gen';

/**
 * The problems that the engine lists in the text of a refusal, as JSON, each with the place that it is about; undefined where it
 * lists none, since the worker failed for another reason.
 */
export function problemsIn<Problem = SceneProblem>(text: string): readonly Problem[] | undefined {
  try {
    const problems: unknown = JSON.parse(text);
    return Array.isArray(problems) && problems.length > 0 ? problems : undefined;
  } catch {
    return undefined;
  }
}

import type { SceneProblem } from './border.gen';

/**
 * Problems listed in the text of a refusal, which the engine writes as a JSON list. Undefined if the text is not such a
 * list, because the worker failed for another reason.
 */
export function problemsIn<Problem = SceneProblem>(text: string): readonly Problem[] | undefined {
  try {
    const problems: unknown = JSON.parse(text);
    return Array.isArray(problems) && problems.length > 0 ? problems : undefined;
  } catch {
    return undefined;
  }
}

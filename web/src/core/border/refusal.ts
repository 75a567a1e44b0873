import type { SceneProblem } from './border.gen';

/**
 * The problems in the text of a refusal, which the engine writes as a JSON list. Undefined if the text contains no
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

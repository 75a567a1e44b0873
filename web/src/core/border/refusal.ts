import type { SceneProblem } from './border.gen';

/**
 * Problems that the engine listed in the text of a refusal, as JSON. Undefined if the text has no list, since the
 * worker failed for another reason.
 */
export function problemsIn<Problem = SceneProblem>(text: string): readonly Problem[] | undefined {
  try {
    const problems: unknown = JSON.parse(text);
    return Array.isArray(problems) && problems.length > 0 ? problems : undefined;
  } catch {
    return undefined;
  }
}

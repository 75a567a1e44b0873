/** A problem in words. */

/** The message of whatever was thrown: errors carry one, anything else is written as text. */
export function problemText(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

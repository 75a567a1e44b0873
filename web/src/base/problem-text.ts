/** A problem in words. */

/** The message of a thrown value: that of an error; any other value as text. */
export function problemText(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

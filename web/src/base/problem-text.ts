/** The message of a thrown error. Any other thrown value is converted to a string. */
export function problemText(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

/** The message of a thrown error; any other thrown value as text. */
export function problemText(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

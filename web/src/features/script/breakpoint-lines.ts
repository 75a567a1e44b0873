/** Lines at which the run can stop while playing: those that the engine reports. Pure. */

/** The line itself if the run can stop there, otherwise the next one in `lines`. Undefined past the last. */
export function lineToStopAt(line: number, lines: readonly number[]): number | undefined {
  let next: number | undefined;
  for (const one of lines) if (one >= line && (next === undefined || one < next)) next = one;
  return next;
}

/**
 * Breakpoints of a running text, in ascending order and without duplicates, only on lines at which the run can stop.
 */
export function settled(breakpoints: readonly number[], lines: readonly number[]): readonly number[] {
  const found = breakpoints.flatMap((line) => lineToStopAt(line, lines) ?? []);
  return [...new Set(found)].sort((one, other) => one - other);
}

/** Lines at which playing may stop: only those that the engine reports. Pure. */

/** The line itself if it can be stopped at, else the next that can; undefined after the last. `lines`: the script's. */
export function lineToStopAt(line: number, lines: readonly number[]): number | undefined {
  let next: number | undefined;
  for (const one of lines) if (one >= line && (next === undefined || one < next)) next = one;
  return next;
}

/** Breakpoints of a text that runs: on lines that can be stopped at, without duplicates, ascending. */
export function settled(breakpoints: readonly number[], lines: readonly number[]): readonly number[] {
  const found = breakpoints.flatMap((line) => lineToStopAt(line, lines) ?? []);
  return [...new Set(found)].sort((one, other) => one - other);
}

/** Lines at which playing may stop. These are only the lines that the engine reports. Pure. */

/** The line itself if playing can stop there, otherwise the next one of `lines`; undefined after the last. */
export function lineToStopAt(line: number, lines: readonly number[]): number | undefined {
  let next: number | undefined;
  for (const one of lines) if (one >= line && (next === undefined || one < next)) next = one;
  return next;
}

/** Breakpoints of a running text: only on lines at which playing can stop, without duplicates, ascending. */
export function settled(breakpoints: readonly number[], lines: readonly number[]): readonly number[] {
  const found = breakpoints.flatMap((line) => lineToStopAt(line, lines) ?? []);
  return [...new Set(found)].sort((one, other) => one - other);
}

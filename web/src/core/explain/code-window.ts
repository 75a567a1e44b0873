/** The visible lines of the pseudo-code: whole lines, among them the line that runs with its neighbours. Pure. */

/** Tops of the lines in the whole text; the last entry is the bottom of the last line [px]. */
type LineEdges = readonly number[];

/** Tolerance for rounded positions of lines [px]. */
const SLACK = 0.5;

/**
 * Scroll position at which a line is visible with its neighbours. The present position if suitable, otherwise one that
 * shows as many earlier lines as possible.
 */
export function scrollTo(edges: LineEdges, height: number, line: number, from: number): number {
  const last = edges.length - 2;
  const start = edges[Math.max(0, line - 1)] ?? 0;
  const end = edges[Math.min(last, line + 1) + 1] ?? 0;
  if (start >= from - SLACK && end <= from + height + SLACK) return from;
  // The first line at which the window may begin if the next line is to fit. The line itself always stays visible.
  const first = edges.findIndex((edge) => end - edge <= height + SLACK);
  return edges[Math.min(Math.max(first, 0), line)] ?? 0;
}

/** Top and bottom of the whole lines in the window [px from the top of the text]. */
export function wholeLines(
  edges: LineEdges,
  height: number,
  from: number,
): { readonly from: number; readonly to: number } {
  const first = edges.findIndex((edge) => edge >= from - SLACK);
  const last = edges.findLastIndex((edge) => edge <= from + height + SLACK);
  // A line taller than the window is shown from its top.
  if (first < 0 || last <= first) return { from, to: from + height };
  return { from: edges[first] ?? 0, to: edges[last] ?? 0 };
}

/** The lines of the pseudo-code in its window: whole ones, and always the one that runs with its neighbours. Pure. */

/** The tops of lines in the whole text, and at the end of the list the bottom of the last one [px]. */
type LineEdges = readonly number[];

/** Rounding of the places of lines [px]. */
const SLACK = 0.5;

/**
 * The scroll position at which a line is in the window with one before and one after: the present one if it is already;
 * else one that shows as many as possible of the lines before it.
 */
export function scrollTo(edges: LineEdges, height: number, line: number, from: number): number {
  const last = edges.length - 2;
  const start = edges[Math.max(0, line - 1)] ?? 0;
  const end = edges[Math.min(last, line + 1) + 1] ?? 0;
  if (start >= from - SLACK && end <= from + height + SLACK) return from;
  // The first line that may begin the window if the neighbour after is to end within it; the line itself never leaves.
  const first = edges.findIndex((edge) => end - edge <= height + SLACK);
  return edges[Math.min(Math.max(first, 0), line)] ?? 0;
}

/** The parts cut off above and below in the window, so that only whole lines are seen: from the text's own edges. */
export function wholeLines(
  edges: LineEdges,
  height: number,
  from: number,
): { readonly from: number; readonly to: number } {
  const first = edges.findIndex((edge) => edge >= from - SLACK);
  const last = edges.findLastIndex((edge) => edge <= from + height + SLACK);
  // A line taller than the window is shown from its begin.
  if (first < 0 || last <= first) return { from, to: from + height };
  return { from: edges[first] ?? 0, to: edges[last] ?? 0 };
}

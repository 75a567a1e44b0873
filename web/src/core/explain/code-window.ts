/** The visible window of the pseudo-code: whole lines only, including the executed line and its neighbours. Pure. */

/** Upper edges of the lines in the whole text [px]. The last entry is the lower edge of the last line. */
type LineEdges = readonly number[];

/** Tolerance for rounded positions of lines [px]. */
const SLACK = 0.5;

/**
 * Scroll position that shows a line and its neighbours: the current position if it already does, otherwise the one that
 * shows as many earlier lines as possible.
 */
export function scrollTo(edges: LineEdges, height: number, line: number, from: number): number {
  const last = edges.length - 2;
  const start = edges[Math.max(0, line - 1)] ?? 0;
  const end = edges[Math.min(last, line + 1) + 1] ?? 0;
  if (start >= from - SLACK && end <= from + height + SLACK) return from;
  // The earliest line that can be at the top of the window so that the line after `line` still fits. `line` itself is
  // always visible.
  const first = edges.findIndex((edge) => end - edge <= height + SLACK);
  return edges[Math.min(Math.max(first, 0), line)] ?? 0;
}

/** Top and bottom of the lines that fit wholly into the window [px from the top of the text]. */
export function wholeLines(
  edges: LineEdges,
  height: number,
  from: number,
): { readonly from: number; readonly to: number } {
  const first = edges.findIndex((edge) => edge >= from - SLACK);
  const last = edges.findLastIndex((edge) => edge <= from + height + SLACK);
  // If a line is taller than the window, its upper part is shown.
  if (first < 0 || last <= first) return { from, to: from + height };
  return { from: edges[first] ?? 0, to: edges[last] ?? 0 };
}

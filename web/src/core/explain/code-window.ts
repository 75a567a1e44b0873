/**
 * The visible part of the pseudo-code. It consists of whole lines, and contains the executed line with its neighbours.
 * Pure.
 */

/** Upper edges of the lines in the whole text [px]. The last entry is the lower edge of the last line. */
type LineEdges = readonly number[];

/** Tolerance for rounded positions of lines [px]. */
const SLACK = 0.5;

/**
 * Scroll position at which a line is visible with its neighbours. This is the present position if it is suitable,
 * otherwise the position that shows as many earlier lines as possible.
 */
export function scrollTo(edges: LineEdges, height: number, line: number, from: number): number {
  const last = edges.length - 2;
  const start = edges[Math.max(0, line - 1)] ?? 0;
  const end = edges[Math.min(last, line + 1) + 1] ?? 0;
  if (start >= from - SLACK && end <= from + height + SLACK) return from;
  // The first line at which the window may begin so that the line after `line` fits. `line` itself is always visible.
  const first = edges.findIndex((edge) => end - edge <= height + SLACK);
  return edges[Math.min(Math.max(first, 0), line)] ?? 0;
}

/** Upper and lower edge of the whole lines in the window [px from the top of the text]. */
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

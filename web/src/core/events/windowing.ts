/** Computes the visible rows of a long list whose rows all have the same height. Pure. */

export interface RowWindow {
  readonly first: number;
  /** Index after the last visible row. */
  readonly end: number;
}

/**
 * Number of rows that are rendered above and below the visible ones. `reading`: enough for fast scrolling by the user.
 * `running`: for a list that follows the run, where each update replaces all rows.
 */
export const SPARE_ROWS = { reading: 8, running: 1 } as const;

export function rowsInSight(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
  spare: number = SPARE_ROWS.reading,
): RowWindow {
  if (rowHeight <= 0 || height <= 0) return { first: 0, end: 0 };
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - spare));
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + spare);
  return { first, end: Math.max(first, end) };
}

/** Scroll position that makes a row fully visible with as little scrolling as possible. */
export function scrollToShow(row: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, Math.min(top, top + rowHeight - height));
}

/** The row that a key selects. Undefined if the key has no effect. */
export function rowByKey(key: string, row: number, count: number, rowsAPage: number): number | undefined {
  const last = count - 1;
  const clamp = (target: number): number => Math.max(0, Math.min(last, target));
  switch (key) {
    case 'ArrowDown':
      return clamp(row + 1);
    case 'ArrowUp':
      return clamp(row - 1);
    case 'PageDown':
      return clamp(row + Math.max(1, rowsAPage));
    case 'PageUp':
      return clamp(row - Math.max(1, rowsAPage));
    case 'Home':
      return clamp(0);
    case 'End':
      return clamp(last);
    default:
      return undefined;
  }
}

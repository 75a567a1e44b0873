/** A table of numbers as texts, whole or a page of it. */

export interface Numbers {
  readonly columns: readonly string[];
  /** The first cell of each names it. */
  readonly rows: readonly (readonly string[])[];
  /** Which of them these are, where there are too many for one page. */
  readonly part?: TablePart;
}

export interface TablePart {
  /** What the first column counts, such as "Flow". */
  readonly of: string;
  /** The first one of these, from 0. */
  readonly first: number;
  readonly total: number;
}

/** Rows of a page of a table that is too long for one. */
export const PAGE_ROWS = 200;

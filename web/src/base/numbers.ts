/** A table of numbers as texts: a whole table, or one page of a longer table. */

export interface Numbers {
  readonly columns: readonly string[];
  /** Cells of each row; the first cell names the row. */
  readonly rows: readonly (readonly string[])[];
  /** The position of these rows in a table that is too long for one page. */
  readonly part?: TablePart;
}

export interface TablePart {
  /** The items that the first column counts, such as "Flow". */
  readonly of: string;
  /** Index of the first row, from 0. */
  readonly first: number;
  readonly total: number;
}

/** Rows on one page of a longer table. */
export const PAGE_ROWS = 200;

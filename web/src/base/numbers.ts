/** A table of numbers as strings: a whole table, or one page of a longer one. */

export interface Numbers {
  readonly columns: readonly string[];
  /** Cells of each row. The first cell is the name of the row. */
  readonly rows: readonly (readonly string[])[];
  /** Which part of a longer table these rows are. Set only if the table is too long for one page. */
  readonly part?: TablePart;
}

export interface TablePart {
  /** What the first column counts, such as "Flow". */
  readonly of: string;
  /** Index of this page's first row, from 0. */
  readonly first: number;
  readonly total: number;
}

/** Number of rows on one page of a long table. */
export const PAGE_ROWS = 200;

/** A table that is saved. Its content does not depend on the file format. Pure. */

import type { Provenance } from './provenance';

export type SavedCell = number | string | boolean | null;

export interface SavedColumn {
  /** Name of the column in snake case with the unit at the end, such as `at_s` or `throughput_bps`. */
  readonly name: string;
  /** Symbol of the unit. Absent if there is no unit. */
  readonly unit?: string;
  /** Type of the cells. It is needed if all cells may be empty. */
  readonly kind?: 'number' | 'text' | 'boolean';
  /** Meaning of the column in one sentence. */
  readonly meaning?: string;
}

/** The column that names the lane of a row, in tables of a run. */
export const LANE_COLUMN: SavedColumn = {
  name: 'lane',
  meaning: 'Name of the lane, which contains the name of the queue discipline.',
};

export interface SavedTable {
  /** Name of the file without its extension, such as `choked-model1-queue`. */
  readonly name: string;
  readonly columns: readonly SavedColumn[];
  /** Rows at full precision. NaN and infinities are `null`. */
  readonly rows: readonly (readonly SavedCell[])[];
  /** Remark on the table: what it leaves out, how the values were measured, or when they are valid. */
  readonly remark?: string;
  /** Set if rows are missing. The remark is then also shown to the user. */
  readonly isCut?: boolean;
  /**
   * Facts about the table as JSON, for programs that read it. A CSV file contains them as comment lines, which begin
   * with `# `, before the column names. The rows then have no columns with the origin.
   */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly provenance: Provenance;
}

/** JSON of the engine, which is saved unchanged. */
export interface SavedJson {
  readonly name: string;
  readonly value: unknown;
}

/** The means by which the caller follows the progress of a large table and cancels it. */
export interface SaveWatch {
  readonly signal: AbortSignal;
  /** Reports progress from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

export type MakeTable = (watch: SaveWatch) => SavedTable | Promise<SavedTable>;

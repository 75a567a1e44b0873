/** A table to be saved, independent of the file format. Pure. */

import type { Provenance } from './provenance';

export type SavedCell = number | string | boolean | null;

export interface SavedColumn {
  /** Name in snake case with the unit at the end: `at_s`, `throughput_bps`. */
  readonly name: string;
  /** Symbol of the unit; absent if there is none. */
  readonly unit?: string;
  /** Type of the cells; needed if all of them may be empty. */
  readonly kind?: 'number' | 'text' | 'boolean';
  /** Meaning of the column in one sentence. */
  readonly meaning?: string;
}

export interface SavedTable {
  /** Name of the file without its ending: `choked-model1-queue`. */
  readonly name: string;
  readonly columns: readonly SavedColumn[];
  /** Rows at full precision; NaN and infinities are `null`. */
  readonly rows: readonly (readonly SavedCell[])[];
  /** Remark on the table: what it leaves out, how it was measured, or for which values it holds. */
  readonly remark?: string;
  /** Set if rows are missing; the remark is then also shown to the user. */
  readonly isCut?: boolean;
  /**
   * Facts as JSON for programs that read the table. In a CSV, they are lines that begin with `# ` before the column
   * names, and replace the columns of the origin.
   */
  readonly told?: Readonly<Record<string, unknown>>;
  readonly provenance: Provenance;
}

/** JSON of the engine, unchanged. */
export interface SavedJson {
  readonly name: string;
  readonly value: unknown;
}

/** Progress and cancellation of a large table. */
export interface SaveWatch {
  readonly signal: AbortSignal;
  /** Reports progress from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

export type MakeTable = (watch: SaveWatch) => SavedTable | Promise<SavedTable>;

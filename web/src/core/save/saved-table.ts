/** A table as it is saved, whatever the format. Pure. */

import type { Provenance } from './provenance';

export type SavedCell = number | string | boolean | null;

export interface SavedColumn {
  /** In snake case with the unit at the end: `at_s`, `throughput_bps`. */
  readonly name: string;
  /** Symbol of the unit; absent where there is none. */
  readonly unit?: string;
  /** The type of its cells, if all of them may be empty. */
  readonly kind?: 'number' | 'text' | 'boolean';
  /** One sentence. */
  readonly meaning?: string;
}

export interface SavedTable {
  /** Name of the file without its ending: `choked-model1-queue`. */
  readonly name: string;
  readonly columns: readonly SavedColumn[];
  /** Full precision; NaN and infinities are `null`. */
  readonly rows: readonly (readonly SavedCell[])[];
  /** The remark on the whole: that it is not all there is, how it was measured, which values it holds for. */
  readonly remark?: string;
  /** It has only a part of the rows: its remark is shown when it is saved, too. */
  readonly isCut?: boolean;
  /**
   * Facts for programs that read the table back, as JSON: once in the file, in lines that begin with `# ` before the
   * columns of a CSV, in the place of the columns of the origin.
   */
  readonly told?: Readonly<Record<string, unknown>>;
  readonly provenance: Provenance;
}

/** JSON of the engine, unchanged: its own fields, no table. */
export interface SavedJson {
  readonly name: string;
  readonly value: unknown;
}

/** Progress and cancellation of a large table. */
export interface SaveWatch {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
}

export type MakeTable = (watch: SaveWatch) => SavedTable | Promise<SavedTable>;

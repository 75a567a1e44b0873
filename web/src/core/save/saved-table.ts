/** A table as it is saved, whatever the format. Pure. */

import type { Provenance } from './provenance';

export type SavedCell = number | string | boolean | null;

export interface SavedColumn {
  /** In snake case with the unit at the end: `at_s`, `throughput_bps`. */
  readonly name: string;
  /** Symbol of the unit; absent where there is none. */
  readonly unit?: string;
  /** What its cells are, where all of them may be empty and tell nothing. */
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
  /** What a reader must know of the whole: that it is not all there is, how it was measured, which values it holds for. */
  readonly remark?: string;
  /** There is more than it tells: its remark is said when it is saved, too. */
  readonly isCut?: boolean;
  /**
   * What programs that read the table back look for, as JSON: it stands once in the file, before the columns of a CSV in lines
   * that begin with `# `, in the place of the columns of the origin.
   */
  readonly told?: Readonly<Record<string, unknown>>;
  readonly provenance: Provenance;
}

/** What the engine writes as JSON itself, as it stands: its own fields, no table. */
export interface SavedJson {
  readonly name: string;
  readonly value: unknown;
}

/** How a table that takes long is watched and given up. */
export interface SaveWatch {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
}

export type MakeTable = (watch: SaveWatch) => SavedTable | Promise<SavedTable>;

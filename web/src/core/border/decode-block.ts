/**
 * Interprets a block of bytes from the engine as tables, which the block itself declares. Nothing is copied or parsed.
 */

import { BLOCK_VERSION, FRAME_LAYOUT, type Frame, HISTORY_LAYOUT, type History } from './border.gen';

/** Reads a frame: the engine's report about one lane. */
export function decodeFrame(buffer: ArrayBuffer): Frame {
  return decode(buffer, FRAME_LAYOUT) as unknown as Frame;
}

/** Reads a list of events. */
export function decodeHistory(buffer: ArrayBuffer): History {
  return decode(buffer, HISTORY_LAYOUT) as unknown as History;
}

type View = Float64ArrayConstructor | Uint32ArrayConstructor | Int32ArrayConstructor | Uint8ArrayConstructor;

interface Layout {
  readonly scalars: readonly string[];
  readonly columns: readonly (readonly [table: string, column: string, View: View])[];
}

const HEADER_WORDS = 2;
const WORDS_PER_COLUMN = 2;

// The cast is safe, because the layout and the types are generated from the same declaration.
function decode(buffer: ArrayBuffer, { scalars: names, columns }: Layout): object {
  const count = columns.length + 1;
  const words = new Uint32Array(buffer, 0, HEADER_WORDS + WORDS_PER_COLUMN * count);
  if (words[0] !== BLOCK_VERSION || words[1] !== count) {
    throw new Error(
      `a block of version ${words[0]} with ${words[1]} columns; this page reads version ${BLOCK_VERSION}`,
    );
  }
  const offset = (column: number): number => words[HEADER_WORDS + WORDS_PER_COLUMN * column] ?? 0;
  const length = (column: number): number => words[HEADER_WORDS + WORDS_PER_COLUMN * column + 1] ?? 0;

  const values = new Float64Array(buffer, offset(0), length(0));
  const scalars = Object.fromEntries(names.map((name, place) => [name, values[place] ?? Number.NaN]));
  const tables: Record<string, Record<string, unknown>> = {};
  columns.forEach(([table, column, View], place) => {
    tables[table] ??= {};
    tables[table][column] = new View(buffer, offset(place + 1), length(place + 1));
  });
  return { scalars, ...tables };
}

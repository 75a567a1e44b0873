/** Views a block of bytes from the engine as a list of what happened; nothing is copied or parsed. */

import type { History } from './frame';
import { FRAME_VERSION, HISTORY_COLUMNS, HISTORY_SCALARS } from './frame.gen';

const HEADER_WORDS = 2;
const WORDS_PER_COLUMN = 2;

export function decodeHistory(buffer: ArrayBuffer): History {
  const words = new Uint32Array(buffer, 0, HEADER_WORDS + WORDS_PER_COLUMN * (HISTORY_COLUMNS.length + 1));
  if (words[0] !== FRAME_VERSION || words[1] !== HISTORY_COLUMNS.length + 1) {
    throw new Error(`history version ${words[0]} with ${words[1]} columns; this page reads version ${FRAME_VERSION}`);
  }
  const offset = (column: number) => words[HEADER_WORDS + WORDS_PER_COLUMN * column] ?? 0;
  const length = (column: number) => words[HEADER_WORDS + WORDS_PER_COLUMN * column + 1] ?? 0;

  const values = new Float64Array(buffer, offset(0), length(0));
  const scalars = Object.fromEntries(HISTORY_SCALARS.map((name, place) => [name, values[place] ?? Number.NaN]));
  const happenings = Object.fromEntries(
    HISTORY_COLUMNS.map(([, name, View], place) => [name, new View(buffer, offset(place + 1), length(place + 1))]),
  );
  // The names come from the engine's own list of columns (frame.gen.ts); frame.ts says what they mean.
  return { scalars, happenings } as unknown as History;
}

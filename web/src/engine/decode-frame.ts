/** Views a block of bytes from the engine as a frame; nothing is copied or parsed. */

import type { Frame } from './frame';
import { COLUMNS, FRAME_VERSION, SCALARS } from './frame.gen';

const HEADER_WORDS = 2;
const WORDS_PER_COLUMN = 2;

export function decodeFrame(buffer: ArrayBuffer): Frame {
  const words = new Uint32Array(buffer, 0, HEADER_WORDS + WORDS_PER_COLUMN * (COLUMNS.length + 1));
  if (words[0] !== FRAME_VERSION || words[1] !== COLUMNS.length + 1) {
    throw new Error(`frame version ${words[0]} with ${words[1]} columns; this page reads version ${FRAME_VERSION}`);
  }
  const offset = (column: number) => words[HEADER_WORDS + WORDS_PER_COLUMN * column] ?? 0;
  const length = (column: number) => words[HEADER_WORDS + WORDS_PER_COLUMN * column + 1] ?? 0;

  const values = new Float64Array(buffer, offset(0), length(0));
  const scalars = Object.fromEntries(SCALARS.map((name, place) => [name, values[place] ?? Number.NaN]));
  const groups: Record<string, Record<string, unknown>> = {};
  COLUMNS.forEach(([group, name, View], place) => {
    const columns = groups[group] ?? {};
    groups[group] = columns;
    columns[name] = new View(buffer, offset(place + 1), length(place + 1));
  });
  // The names come from the engine's own list of columns (frame.gen.ts); frame.ts says what they mean.
  const { gauges, ...columns } = groups;
  return { scalars, gauges: gauges?.['value'], ...columns } as unknown as Frame;
}

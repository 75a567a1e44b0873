/**
 * A table as text for other programs. Pure. CSV has no standard place for the origin of a table, so every row contains
 * the origin in columns (`docs/decisions/0052`). Tables that this project's own programs read have comment lines
 * instead.
 */

import { csvCell, jsonWithoutFormulas } from './csv-cell';
import type { Provenance } from './provenance';
import type { SavedCell, SavedColumn, SavedTable } from './saved-table';

/** A table as CSV (RFC 4180). A cell without a value is empty. */
export function csvOf({ columns, rows, facts, provenance }: SavedTable): string {
  if (facts !== undefined) {
    const { date } = provenance;
    const all = { ...facts, ...(date === undefined ? {} : { date }) };
    const lines = Object.entries(all).map(
      ([name, value]) => `# ${name}: ${jsonWithoutFormulas(JSON.stringify(value))}`,
    );
    const table = [columns.map(({ name }) => name), ...rows].map((row) => row.map(cellAmongComments).join(','));
    return `${[...lines, ...table].join('\r\n')}\r\n`;
  }
  const origin = originColumns(provenance);
  const head = [...columns, ...origin].map(({ name }) => cell(name)).join(',');
  const tail = origin.map(({ value }) => cell(value)).join(',');
  return `${[head, ...rows.map((row) => `${row.map(cell).join(',')},${tail}`)].join('\r\n')}\r\n`;
}

/** A table as JSON. `rows` are arrays in the order of `columns`. */
export function jsonOf({ columns, rows, remark, provenance }: SavedTable): string {
  const lines = rows.map((row) => `    ${JSON.stringify(row.map(finite))}`);
  const body = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
  return `{\n  "provenance": ${indented(provenance)},\n${remark === undefined ? '' : `  "remark": ${JSON.stringify(remark)},\n`}  "columns": ${indented(columns)},\n  "rows": ${body}\n}\n`;
}

/** Columns with the origin of the table: scene, engine, random numbers, and the date if the user wants it. */
function originColumns({
  link,
  engine,
  numbers,
  seeds,
  date,
}: Provenance): readonly (SavedColumn & { readonly value: SavedCell })[] {
  return [
    { name: 'link', value: link },
    { name: 'engine', value: engine },
    { name: 'numbers', value: numbers },
    { name: 'seeds', value: seeds.join(' ') },
    ...(date === undefined ? [] : [{ name: 'date', value: date }]),
  ];
}

/**
 * The value, or null for NaN and infinities. JSON has no such numbers, and CSV parsers disagree on how to write them.
 */
export function finite(value: SavedCell): SavedCell {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}

/**
 * A cell in a table with comment lines. A cell that contains a `#` is quoted, since some readers treat any `#` outside
 * of quotes as a comment.
 */
function cellAmongComments(value: SavedCell): string {
  const written = cell(value);
  return written.includes('#') && !written.startsWith('"') ? `"${written}"` : written;
}

function cell(value: SavedCell): string {
  const known = finite(value);
  return known === null ? '' : csvCell(known);
}

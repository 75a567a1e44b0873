/** A table as Parquet, with typed columns and its origin as metadata. The library is loaded on first use. */

import { provenanceFields } from './provenance-fields';
import type { SavedCell, SavedTable } from './saved-table';
import { finite } from './write-table';

export async function parquetOf({ columns, rows, remark, facts, provenance }: SavedTable): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, kind }, place) => {
      const cells = rows.map((row) => finite(row[place] ?? null));
      const type = kind === undefined ? typeOf(cells) : TYPES[kind];
      return { name, type, nullable: true, data: type === 'STRING' ? cells.map(textOf) : cells };
    }),
    kvMetadata: [
      ...provenanceFields(provenance).map(([key, value]) => ({ key: `chokepoint.${key}`, value })),
      ...(facts === undefined ? [] : [{ key: 'chokepoint', value: JSON.stringify(facts) }]),
      ...(remark === undefined ? [] : [{ key: 'chokepoint.remark', value: remark }]),
      ...columns.flatMap(({ name, unit, meaning }) => [
        ...(unit === undefined ? [] : [{ key: `unit.${name}`, value: unit }]),
        ...(meaning === undefined ? [] : [{ key: `meaning.${name}`, value: meaning }]),
      ]),
    ],
    createdBy: `chokepoint ${provenance.engine}`,
  });
  return new Uint8Array(buffer);
}

/**
 * Type of a column. Numbers are doubles even if all are whole, so that a column has the same type in every file. A
 * column that is mixed or empty has the type text.
 */
function typeOf(cells: readonly SavedCell[]): 'DOUBLE' | 'BOOLEAN' | 'STRING' {
  const kinds = new Set(cells.filter((cell) => cell !== null).map((cell) => typeof cell));
  const [only] = kinds;
  if (kinds.size !== 1) return 'STRING';
  return only === 'number' ? 'DOUBLE' : only === 'boolean' ? 'BOOLEAN' : 'STRING';
}

const TYPES = { number: 'DOUBLE', text: 'STRING', boolean: 'BOOLEAN' } as const;

function textOf(cell: SavedCell): string | null {
  return cell === null ? null : String(cell);
}

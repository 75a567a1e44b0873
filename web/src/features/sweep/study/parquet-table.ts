/**
 * A Parquet file that is read piece by piece. Only the metadata at its end and the current piece are in memory. The
 * library loads with the first file.
 */

import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { problemText } from '../../../base/problem-text';

/** The reason why a file cannot be read, worded to follow the file's name. */
export class TableFault extends Error {}

/** A range of rows. `to` is the index just past the last row. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** A column's cells in a range of rows. An empty cell is null or undefined. */
export type ColumnCells = ArrayLike<unknown>;

const MAGIC = 'PAR1';
/** Maximum number of rows that are read together. The command line writes row groups of this size. */
const MOST_ROWS = 131_072;
/**
 * The codecs that need no additional library. Tables of the page and of the command line are compressed with Snappy.
 */
const CODECS: ReadonlySet<string> = new Set(['UNCOMPRESSED', 'SNAPPY']);

export class ParquetTable {
  /** The strings in the file's metadata, by name. */
  readonly texts: ReadonlyMap<string, string>;
  readonly columns: readonly string[];
  readonly rows: number;
  /** All rows in pieces, none of which is larger than its row group. */
  readonly pieces: readonly RowRange[];

  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
  ) {
    const { key_value_metadata = [], schema, row_groups } = metadata;
    this.texts = new Map(key_value_metadata.map(({ key, value }) => [key, value ?? '']));
    this.columns = schema.slice(1).map(({ name }) => name);
    let rows = 0;
    this.pieces = row_groups.flatMap(({ num_rows }) => {
      const first = rows;
      rows += Number(num_rows);
      const count = Math.ceil((rows - first) / MOST_ROWS);
      return Array.from({ length: count }, (_, piece) => {
        const from = first + piece * MOST_ROWS;
        return { from, to: Math.min(rows, from + MOST_ROWS) };
      });
    });
    this.rows = rows;
  }

  /** Reads the metadata. Rejects with `TableFault`. */
  static async open(given: Blob): Promise<ParquetTable> {
    if ((await given.slice(-MAGIC.length).text()) !== MAGIC)
      throw new TableFault('is cut: it does not end as a Parquet file ends, so copy or download it again');
    const file: AsyncBuffer = {
      byteLength: given.size,
      slice: (start, end) => given.slice(start, end).arrayBuffer(),
    };
    const { parquetMetadataAsync } = await import('hyparquet');
    const metadata = await parquetMetadataAsync(file).catch((problem: unknown) => {
      throw new TableFault(`is damaged: its metadata cannot be read (${problemText(problem)})`);
    });
    const codecs = metadata.row_groups.flatMap(({ columns }) => columns.map(({ meta_data }) => meta_data?.codec ?? ''));
    const other = codecs.find((codec) => codec !== '' && !CODECS.has(codec));
    if (other !== undefined)
      throw new TableFault(
        `is compressed with ${other}, which the page cannot decompress; tables of Chokepoint are compressed with Snappy`,
      );
    return new ParquetTable(file, metadata);
  }

  /** These columns' cells in a range of rows. Rejects with `TableFault`. */
  async read({ from, to }: RowRange, columns: readonly string[]): Promise<ReadonlyMap<string, ColumnCells>> {
    const { parquetRead } = await import('hyparquet');
    const read = new Map(columns.map((name) => [name, new Array<unknown>(to - from)]));
    try {
      await parquetRead({
        file: this.file,
        metadata: this.metadata,
        columns: [...columns],
        rowStart: from,
        rowEnd: to,
        useOffsetIndex: true,
        onChunk: ({ columnName, columnData, rowStart }) => {
          const cells = read.get(columnName);
          const first = Math.max(from, rowStart);
          const last = Math.min(to, rowStart + columnData.length);
          for (let row = first; cells !== undefined && row < last; row += 1)
            cells[row - from] = columnData[row - rowStart];
        },
      });
    } catch (problem) {
      throw new TableFault(`is damaged: rows ${from + 1} to ${to} cannot be read (${problemText(problem)})`);
    }
    return read;
  }
}

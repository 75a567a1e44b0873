/** A table of a sweep in a Parquet file, which is read piece by piece. */

import { formatNumber } from '../../../base/format';
import type { SceneProblem } from '../../../core/border/client';
import type { SweepFacts } from '../../../core/experiment/sweep';
import type { RefusedTask, SweepBatch } from '../../../core/experiment/sweep-messages';
import { type ParquetTable, TableFault } from './parquet-table';
import { columnsOf, PROBLEM, RunFinder } from './run-finder';

/** Metadata key of the text that describes the sweep. */
const METADATA = 'chokepoint';
/** Significant digits of a number in a page of runs. The file has all digits. */
const DIGITS = 7;
/** Version of the tables that the page reads. */
const VERSION = 1;

/** The sweep's definition in a table's metadata. Throws `TableFault`. */
export function definitionIn({ texts }: Pick<ParquetTable, 'texts'>, numbers: number | undefined): unknown {
  const about = factsIn(texts.get(METADATA) ?? '');
  if (about?.chokepoint_sweep === undefined)
    throw new TableFault('is not a table of a sweep: its metadata does not say of which sweep it is');
  if (about.chokepoint_sweep !== VERSION)
    throw new TableFault(
      `is a table of version ${String(about.chokepoint_sweep)}, and this page reads version ${VERSION}; open it with a newer page`,
    );
  if (about.numbers !== numbers)
    throw new TableFault(
      `was made with version ${String(about.numbers)} of the engine’s numbers, and this page has version ${numbers}, ` +
        'so its runs cannot be compared with runs of this page',
    );
  return about.definition;
}

function factsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null ? { ...given } : undefined;
  } catch {
    return undefined;
  }
}

export class Study {
  /** Number of rows read so far. */
  read = 0;
  private piece = 0;
  private readonly finder: RunFinder;
  private readonly columns: readonly string[];
  /** The list of problems for each distinct text of a table. Rows with the same text share one list. */
  private readonly problems = new Map<string, readonly SceneProblem[]>();

  /** Throws `TableFault` if the table lacks columns of the sweep. */
  constructor(
    /** Name of the file. */
    readonly name: string,
    readonly facts: SweepFacts,
    private readonly table: ParquetTable,
  ) {
    this.finder = new RunFinder(facts);
    this.columns = columnsOf(facts);
    const missing = this.columns.find((name) => name !== PROBLEM && !table.columns.includes(name));
    if (missing !== undefined) throw new TableFault(`is not a table of its sweep: it has no column ${missing}`);
  }

  /** Number of rows. */
  get rows(): number {
    return this.table.rows;
  }

  get isRead(): boolean {
    return this.piece >= this.table.pieces.length;
  }

  /** The runs of the next piece, in file order. Undefined at the end. Rejects with `TableFault`. */
  async next(): Promise<SweepBatch | undefined> {
    const range = this.table.pieces[this.piece];
    if (range === undefined) return undefined;
    const columns = this.columns.filter((name) => this.table.columns.includes(name));
    const cells = await this.table.read(range, columns);
    const count = range.to - range.from;
    const tasks = this.finder.tasks(cells, count);
    const wrong = tasks.indexOf(-1);
    if (wrong >= 0) throw new TableFault(`is wrong: its row ${range.from + wrong + 1} is not a run of its sweep`);
    const { metrics } = this.facts;
    const values = new Float64Array(count * metrics.length);
    metrics.forEach(({ id }, metric) => {
      const column = cells.get(id) ?? [];
      for (let row = 0; row < count; row += 1) {
        const cell = column[row];
        values[row * metrics.length + metric] = typeof cell === 'number' ? cell : Number.NaN;
      }
    });
    const refused: RefusedTask[] = [];
    const problems = cells.get(PROBLEM) ?? [];
    tasks.forEach((task, row) => {
      const problem = problems[row];
      if (typeof problem === 'string' && problem !== '') refused.push({ task, problems: this.problemsOf(problem) });
    });
    this.piece += 1;
    this.read = range.to;
    return { tasks, values, refused };
  }

  /** A page of the table as strings: `count` rows from `from` on. It is read without the rows before it. */
  async page(from: number, count: number): Promise<readonly (readonly string[])[]> {
    const columns = this.pageColumns;
    const to = Math.min(this.rows, from + count);
    const cells = await this.table.read({ from, to }, columns);
    return Array.from({ length: to - from }, (_, row) => [
      (from + row + 1).toLocaleString('en'),
      ...columns.map((name) => textOf(cells.get(name)?.[row])),
    ]);
  }

  get pageColumns(): readonly string[] {
    return this.columns.filter((name) => this.table.columns.includes(name));
  }

  private problemsOf(text: string): readonly SceneProblem[] {
    const known = this.problems.get(text);
    if (known !== undefined) return known;
    const problems = [{ path: '', problem: text }];
    this.problems.set(text, problems);
    return problems;
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'number' ? formatNumber(cell, DIGITS) : String(cell);
}

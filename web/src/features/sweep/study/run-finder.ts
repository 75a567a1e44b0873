/** Finds the run of a sweep to which a row of its table belongs. Pure. */

import type { SweepFacts } from '../../../core/experiment/sweep';
import type { ColumnCells } from './parquet-table';

export const LANE = 'lane';
export const SEED = 'seed';
export const PROBLEM = 'problem';

/** The columns of a table of this sweep. */
export function columnsOf({ axes, metrics }: SweepFacts): readonly string[] {
  const settings = axes.flatMap(({ path, coupled = [] }) => [path, ...coupled.map((one) => one.path)]);
  return [...settings, LANE, SEED, ...metrics.map(({ id }) => id), PROBLEM];
}

type Cells = ReadonlyMap<string, ColumnCells>;

/** Run indices by settings, lane and seed. The rows may be in any order. */
export class RunFinder {
  private readonly axes: readonly {
    readonly columns: readonly string[];
    readonly places: ReadonlyMap<string, number>;
    readonly count: number;
  }[];
  private readonly lanes: ReadonlyMap<unknown, number>;

  constructor(private readonly facts: SweepFacts) {
    this.axes = facts.axes.map(({ path, values, coupled = [] }) => ({
      columns: [path, ...coupled.map((one) => one.path)],
      places: new Map(
        values.map((value, place) => [keyOf([value, ...coupled.map((one) => one.values[place])]), place]),
      ),
      count: values.length,
    }));
    this.lanes = new Map(facts.lanes.map((name, lane) => [name, lane]));
  }

  /** The run index for each of the first `count` rows; -1 for a row that is not a run of the sweep. */
  tasks(cells: Cells, count: number): Float64Array {
    const { seeds, lanes } = this.facts;
    const tasks = new Float64Array(count);
    for (const { columns, places, count: values } of this.axes) {
      const read = columns.map((name) => cells.get(name) ?? []);
      let [key, place] = ['', -1];
      let before: readonly unknown[] = [];
      for (let row = 0; row < count; row += 1) {
        // The key is made again only if a setting differs from that of the previous row, which is rare.
        if (read.some((column, at) => column[row] !== before[at]) || row === 0) {
          before = read.map((column) => column[row]);
          key = keyOf(before);
          place = places.get(key) ?? -1;
        }
        const point = tasks[row] ?? -1;
        tasks[row] = place < 0 || point < 0 ? -1 : point * values + place;
      }
    }
    const [laneCells, seedCells] = [cells.get(LANE) ?? [], cells.get(SEED) ?? []];
    for (let row = 0; row < count; row += 1) {
      const point = tasks[row] ?? -1;
      const lane = this.lanes.get(laneCells[row]) ?? -1;
      const seed = Number(seedCells[row] ?? Number.NaN);
      const isRun = point >= 0 && lane >= 0 && Number.isInteger(seed) && seed >= 1 && seed <= seeds;
      tasks[row] = isRun ? (point * lanes.length + lane) * seeds + seed - 1 : -1;
    }
    return tasks;
  }
}

/** A text that is equal for equal values, whether a file stores them as numbers or as strings. */
function keyOf(cells: readonly unknown[]): string {
  return cells
    .map((cell) => {
      const number = typeof cell === 'string' && cell.trim() === '' ? Number.NaN : Number(cell);
      return typeof cell === 'boolean' || Number.isNaN(number) ? String(cell) : String(number + 0);
    })
    .join('\n');
}

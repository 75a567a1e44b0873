/**
 * The data of a plot at full precision, in long format for R, pandas or DuckDB: every bucket of every lane, with one
 * row for each lane and time. Pure.
 */

import { LANE_COLUMN, type SavedCell, type SavedColumn, type SavedTable } from '../save/saved-table';
import type { PlotSource } from './plot-display';
import { bucketsShown, type PlotLane, type PlotLanes } from './plot-lanes';

export type SavedRows = Pick<SavedTable, 'columns' | 'rows'>;

/** A column with a value for each bucket of a run. */
export type SavedSeries = Omit<SavedColumn, 'kind'> & { readonly values: ArrayLike<number> };

const AT_COLUMN: SavedColumn = { name: 'at_s', unit: 's', meaning: 'End of the row’s interval.' };

/** One row for each displayed bucket of each lane. Columns that a lane does not have are empty. */
export function timeRows(lanes: PlotLanes, seriesOf: (source: PlotSource) => readonly SavedSeries[]): SavedRows {
  const all = lanes.all.map((lane) => ({ lane, own: seriesOf(lane.source) }));
  const columns = new Map<string, SavedColumn>();
  for (const { own } of all)
    for (const { values: _, ...column } of own)
      if (!columns.has(column.name)) columns.set(column.name, { kind: 'number', ...column });
  const rows = all.flatMap(({ lane, own }) => {
    const byName = new Map(own.map(({ name, values }) => [name, values]));
    const { time_s } = lane.source.series;
    const inOrder = [...columns.keys()].map((name) => byName.get(name));
    const [first, end] = bucketsShown(lanes, lane.source.series);
    return Array.from({ length: end - first }, (_, place): SavedCell[] => [
      lane.name,
      time_s[first + place] ?? null,
      ...inOrder.map((values) => values?.[first + place] ?? null),
    ]);
  });
  return { columns: [LANE_COLUMN, AT_COLUMN, ...columns.values()], rows };
}

/** Rows of a table whose axis is not time, one lane after another. */
export function laneRows(
  lanes: PlotLanes,
  columns: readonly SavedColumn[],
  rowsOf: (lane: PlotLane) => readonly (readonly SavedCell[])[],
): SavedRows {
  return {
    columns: [LANE_COLUMN, ...columns],
    rows: lanes.all.flatMap((lane) => rowsOf(lane).map((row) => [lane.name, ...row])),
  };
}

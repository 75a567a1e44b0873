/** Tables of plots, for screen readers and for copying: a few dozen rows over the whole run. Pure. */

import type { Numbers } from '../../base/numbers';
import { isMeasured, notBefore } from '../../ui/figure-words';
import type { PlotSource } from './plot-display';
import { bucketsShown, type PlotLane, type PlotLanes } from './plot-lanes';

const MOST_ROWS = 40;

/** A column of a table. `from_s` is the time at which its measurement begins. */
export type Column = readonly [name: string, values: Float64Array, places: number, from_s?: number];

/** The same columns for each lane, at the times of the focused lane's buckets. */
export function timeTable(lanes: PlotLanes, columnsOf: (source: PlotSource) => readonly Column[]): Numbers {
  const { series } = lanes.focus.source;
  const [first, end] = bucketsShown(lanes, series);
  const every = rowsJoined(end - first);
  const all = lanes.all.map((lane) => ({ lane, columns: columnsOf(lane.source) }));
  const rows: string[][] = [];
  // Rows are chosen from the end of the run backward, so that the last value is included.
  for (let bucket = end - 1; bucket >= first; bucket -= every) {
    const time_s = series.time_s[bucket] as number;
    rows.unshift([
      time_s.toFixed(1),
      ...all.flatMap(({ lane, columns }) => {
        const at = lane.source.series.bucketAt(time_s);
        return columns.map(([, values, places, from_s = 0]) =>
          from_s === 0 || isMeasured(time_s, from_s) ? show(values[at], places) : notBefore(from_s),
        );
      }),
    ]);
  }
  return {
    columns: ['time [s]', ...all.flatMap(({ lane, columns }) => columns.map(([name]) => titled(lanes, lane, name)))],
    rows,
  };
}

/** Step between the rows that are listed, chosen so that the table stays short. */
export function rowsJoined(rows: number): number {
  return Math.max(1, Math.ceil(rows / MOST_ROWS));
}

/** Title of a column. With several lanes, it begins with the name of the lane. */
export function titled(lanes: PlotLanes, lane: PlotLane, name: string): string {
  return lanes.isSingle ? name : `${lane.name}: ${name}`;
}

export function show(value: number | undefined, places: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(places);
}

/**
 * Lines and tables of values that are known only at the times of frames. A frame is the state of a lane that the engine
 * sends. Pure.
 */

import type { Numbers } from '../../base/numbers';
import type { DotsMark } from '../../ui/marks/dots';
import type { Ink } from '../../ui/marks/ink';
import type { LineMark } from '../../ui/marks/line';
import type { GaugeTrail } from '../run/gauge-trail';
import { LANE_COLUMN, type SavedColumn } from '../save/saved-table';
import type { Coloured } from './plot-display';
import type { PlotLane } from './plot-lanes';
import { rowsJoined } from './plot-table';
import type { SavedRows } from './saved-rows';
import type { TimeFrame } from './time-plot';

/** Sentence in the help of plots of values that are known only at the times of frames. */
export const AT_LOOKS = 'Values exist only for the times at which this page received data.';

export function trailLine(
  { time_s, length }: GaugeTrail,
  values: Float64Array,
  { scale, toY }: TimeFrame,
  look: Omit<Coloured<LineMark>, 'x' | 'y' | 'length'>,
): Coloured<LineMark> {
  const x = new Float32Array(length);
  const y = new Float32Array(length);
  for (let at = 0; at < length; at += 1) {
    x[at] = scale.left + (time_s[at] ?? 0) * scale.pixels_per_s;
    y[at] = toY(values[at] ?? Number.NaN);
  }
  return { x, y, length, ...look };
}

/** The values of a gauge as dots. A dot is left out if it would cover the previous dot. */
export function trailDots(
  { time_s, length }: GaugeTrail,
  values: Float64Array,
  { scale, toY }: TimeFrame,
  colour: Ink,
): Coloured<DotsMark> {
  const [x, y] = [new Float32Array(length), new Float32Array(length)];
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const across = scale.left + (time_s[at] ?? 0) * scale.pixels_per_s;
    const up = toY(values[at] ?? Number.NaN);
    const [lastX = Number.NEGATIVE_INFINITY, lastY = 0] = count === 0 ? [] : [x[count - 1], y[count - 1]];
    if (Number.isNaN(up) || Math.hypot(across - lastX, up - lastY) < 1) continue;
    x[count] = across;
    y[count] = up;
    count += 1;
  }
  return { x, y, length: count, radius: 1.25, shape: 'disc', colour };
}

export function trailTable(
  trail: GaugeTrail,
  columns: readonly (readonly [name: string, of: Float64Array])[],
): Numbers {
  const every = rowsJoined(trail.length);
  const rows: string[][] = [];
  for (let at = trail.length - 1; at >= 0; at -= every)
    rows.unshift([(trail.time_s[at] ?? 0).toFixed(3), ...columns.map(([, values]) => plainValue(values[at]))]);
  return { columns: ['time [s]', ...columns.map(([name]) => name)], rows };
}

/** One row for each time of each lane. */
export function trailRows(
  lanes: readonly PlotLane[],
  columns: readonly SavedColumn[],
  valuesOf: (lane: PlotLane, trail: GaugeTrail) => readonly (Float64Array | undefined)[],
): SavedRows {
  return {
    columns: [LANE_COLUMN, { name: 'at_s', unit: 's', meaning: 'Simulated time.' }, ...columns],
    rows: lanes.flatMap((lane) => {
      const { trail } = lane.source;
      if (trail === undefined) return [];
      const values = valuesOf(lane, trail);
      return Array.from({ length: trail.length }, (_, at) => [
        lane.name,
        trail.time_s[at] ?? null,
        ...values.map((column) => column?.[at] ?? null),
      ]);
    }),
  };
}

export function plainValue(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : String(Number(value.toPrecision(4)));
}

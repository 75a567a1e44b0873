/** The future that was left when a setting was changed in the past: a dashed line from where the two futures part. Pure. */

import type { Region } from '../../marks/axis';
import type { LineMark } from '../../marks/line';
import type { RunSeries } from '../../run/run-buffer';
import type { Points, TimeScale } from './columns';
import type { Coloured, NoteMark, PlotDisplay, PlotSource } from './plot-display';

export interface PlacedLine {
  readonly points: Points;
  readonly y: Float32Array;
}

/** One line, or none where nothing was left. `make` places the column that the plot shows. */
export function ghostLines(
  source: PlotSource,
  scale: TimeScale,
  make: (series: RunSeries) => PlacedLine | undefined,
): Coloured<LineMark>[] {
  const { ghost } = source;
  if (ghost === undefined || ghost.length === 0) return [];
  const line = make(ghost);
  if (line === undefined) return [];
  const from_s = source.ghostFrom_s ?? ghost.startOf(0);
  const begin = scale.left + from_s * scale.pixels_per_s;
  const { x, length } = line.points;
  let first = 0;
  while (first < length && (x[first] as number) < begin) first += 1;
  // From the point before, so that it leaves the line where the other one does.
  first = Math.max(0, first - 1);
  if (length - first < 2) return [];
  return [
    {
      x: x.subarray(first, length),
      y: line.y.subarray(first, length),
      length: length - first,
      width: 1.5,
      dash: [4, 3],
      colour: 'textFaint',
    },
  ];
}

/** Says what the dashed line is, behind its end, if there is room; the key in the first plot says it in any case. */
export function ghostNotes(ghosts: PlotDisplay['ghosts'], fontSize: number, region: Region): NoteMark[] {
  return ghosts.flatMap(({ x, y, length }): NoteMark[] => {
    let last = length - 1;
    while (last >= 0 && Number.isNaN(y[last] as number)) last -= 1;
    const begin = (x[last] ?? Number.POSITIVE_INFINITY) + fontSize / 2;
    if (last < 0 || begin + fontSize * 0.6 * WORDS.length > region.right) return [];
    return [{ x: begin, y: y[last] as number, text: WORDS, align: 'left', colour: 'textFaint' }];
  });
}

const WORDS = 'before the change';

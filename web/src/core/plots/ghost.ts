/**
 * The superseded future: what was already simulated when a setting was changed in the past. Plots show it as a dashed
 * line that begins where the new run diverges. Pure.
 */

import { bisectLeft } from 'd3-array';
import type { Region } from '../../ui/figure/axis';
import { Occupied } from '../../ui/figure/free-place';
import type { LineMark } from '../../ui/marks/line';
import type { RunSeries } from '../run/run-buffer';
import { heights, type Thinning, type TimeScale, thin } from './columns';
import type { Coloured, NoteMark, PlotSource, PlotView } from './plot-display';

/**
 * Returns the values of a run that a plot shows as a dashed line, and how the values within a pixel are combined.
 * Undefined if the plot shows no dashed line.
 */
export type GhostColumn = (
  series: RunSeries,
  source: PlotSource,
) => readonly [values: Float64Array, how: Thinning] | undefined;

/** The dashed line. There is none if no earlier run was recorded. */
export function ghostLines(
  source: PlotSource,
  scale: TimeScale,
  toY: (value: number) => number,
  column: GhostColumn,
): Coloured<LineMark>[] {
  const { ghost, ghostFrom_s } = source;
  const values = ghost === undefined || ghost.length === 0 ? undefined : column(ghost, source);
  if (ghost === undefined || values === undefined) return [];
  const points = thin(ghost, values[0], scale, values[1]);
  const begin = scale.left + (ghostFrom_s ?? ghost.startOf(0)) * scale.pixels_per_s;
  // The dashed line begins one point earlier, where both runs still have the same value, so that it touches the new
  // line.
  const first = Math.max(0, bisectLeft(points.x, begin, 0, points.length) - 1);
  const length = points.length - first;
  if (length < 2) return [];
  const x = points.x.subarray(first, points.length);
  return [{ x, y: heights(points, toY).subarray(first), length, width: 1.5, dash: [4, 3], colour: 'textFaint' }];
}

/** Label at the end of the dashed line, if there is room. The legend of the first plot also explains the line. */
export function ghostNotes(
  ghosts: readonly LineMark[],
  lines: readonly LineMark[],
  { fontSize, measure }: PlotView,
  { right, bottom }: Region,
): NoteMark[] {
  return ghosts.flatMap(({ x, y }): NoteMark[] => {
    const last = y.findLastIndex((height) => !Number.isNaN(height));
    const left = (x[last] ?? Number.POSITIVE_INFINITY) + fontSize / 2;
    const middle = y[last] as number;
    const box = { left, right: left + measure(WORDS), top: middle - fontSize * 0.6, bottom: middle + fontSize * 0.6 };
    const occupied = new Occupied();
    for (const path of [...lines, ...ghosts]) occupied.addPath(path);
    const fits = box.right <= right && box.top >= 0 && box.bottom <= bottom && occupied.isFree(box);
    return fits ? [{ x: left, y: middle, text: WORDS, align: 'left', colour: 'textFaint' }] : [];
  });
}

const WORDS = 'before the change';

/**
 * The order of a sweep's runs: first a coarse grid and then finer grids, so that a picture appears at once and becomes
 * sharper. Pure.
 */

import type { SweepFacts } from '../../core/experiment/sweep';

/** Maximum number of steps of the coarsest grid along a numeric setting. */
const COARSE_STEPS = 4;
/** Number of seeds that all points get first: the smallest number that gives a useful interval. */
const FIRST_SEEDS = 3;

/**
 * The runs in order.
 *
 * Points come in levels, from the coarsest grid to the finest. Along each numeric setting, every level halves the
 * distance between points; all options of a categorical setting belong to every level. In the first pass, the points of
 * all levels get a few seeds in all lanes. In the second pass, they get the remaining seeds, level by level. The
 * picture thus first takes shape, and then its intervals narrow. All runs of a point in one pass are consecutive, so
 * that its scene is made only once. Points in `left_out` have no runs in either pass. If `seedsAt` gives a point fewer
 * seeds than the sweep has, both passes skip the point's further seeds.
 */
export function* tasksInOrder(
  { axes, lanes, seeds, left_out }: SweepFacts,
  seedsAt: (point: number) => number = () => seeds,
): Generator<number> {
  const leftOut = new Set(left_out);
  const first = Math.min(FIRST_SEEDS, seeds);
  const extents = axes.map((axis) => ({ count: axis.values.length, isNumber: axis.is_number }));
  for (const [from, until] of [
    [0, first],
    [first, seeds],
  ] as const)
    for (const points of from === until ? [] : levels(extents))
      for (const point of points())
        for (let lane = leftOut.has(point) ? lanes.length : 0; lane < lanes.length; lane += 1)
          for (let seed = from; seed < Math.min(until, seedsAt(point)); seed += 1)
            yield (point * lanes.length + lane) * seeds + seed;
}

interface Extent {
  readonly count: number;
  readonly isNumber: boolean;
}

/** The points that each level adds. */
function* levels(axes: readonly Extent[]): Generator<() => Generator<number>> {
  let strides = axes.map(firstStride);
  let coarser: readonly number[] | undefined;
  for (;;) {
    const [present, before] = [strides, coarser];
    yield () => pointsOf(axes, present, before);
    if (strides.every((stride) => stride === 1)) return;
    coarser = strides;
    strides = strides.map((stride) => Math.max(1, stride / 2));
  }
}

function firstStride({ count, isNumber }: Extent): number {
  let stride = 1;
  while (isNumber && (count - 1) / stride > COARSE_STEPS) stride *= 2;
  return stride;
}

/**
 * The points of a grid that are not in the next coarser one. `strides` has the grid's distance between points along
 * each axis. The first and the last value of a setting belong to every grid.
 */
function* pointsOf(
  axes: readonly Extent[],
  strides: readonly number[],
  coarser: readonly number[] | undefined,
  axis = 0,
  point = 0,
  isOld = coarser !== undefined,
): Generator<number> {
  const extent = axes[axis];
  if (extent === undefined) {
    if (!isOld) yield point;
    return;
  }
  const { count } = extent;
  const isIn = (place: number, stride: number): boolean => place % stride === 0 || place === count - 1;
  const stride = strides[axis] ?? 1;
  for (let place = 0; place < count; place = place === count - 1 ? count : Math.min(place + stride, count - 1))
    yield* pointsOf(
      axes,
      strides,
      coarser,
      axis + 1,
      point * count + place,
      isOld && isIn(place, coarser?.[axis] ?? 1),
    );
}

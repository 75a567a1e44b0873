/** The shape of a curve: where it rises and falls by more than chance would explain. Pure. */

import type { TruthPoint } from './truth';

export interface Shape {
  readonly kind: 'flat' | 'rises' | 'falls' | 'peak' | 'dip' | 'waves';
  /**
   * For a peak or a dip, the points that do not differ significantly from its top or bottom. Empty for other shapes.
   */
  readonly turns: readonly number[];
}

/** Shape of a curve. `margin(a, b)` is the smallest significant difference between the points `a` and `b`. */
export function shapeOf(values: readonly number[], margin: (a: number, b: number) => number): Shape {
  const value = (place: number): number => values[place] ?? Number.NaN;
  const isAbove = (a: number, b: number): boolean => value(a) - value(b) > margin(a, b);
  // Directions of the curve between its turning points. The direction changes at a value that differs significantly
  // from the last extreme.
  const ways: ('up' | 'down')[] = [];
  const extremes: number[] = [];
  let lowest = 0;
  let highest = 0;
  for (const place of values.keys()) {
    if (value(place) < value(lowest)) lowest = place;
    if (value(place) > value(highest)) highest = place;
    const way = ways.at(-1);
    if (way !== 'up' && isAbove(place, lowest)) {
      ways.push('up');
      extremes.push(lowest);
      highest = place;
    } else if (way !== 'down' && isAbove(highest, place)) {
      ways.push('down');
      extremes.push(highest);
      lowest = place;
    }
  }
  const [first, second, ...others] = ways;
  if (first === undefined) return { kind: 'flat', turns: [] };
  if (second === undefined) return { kind: first === 'up' ? 'rises' : 'falls', turns: [] };
  if (others.length > 0) return { kind: 'waves', turns: [] };
  const top = extremes[1] ?? 0;
  const isSame = (place: number): boolean => !isAbove(place, top) && !isAbove(top, place);
  return { kind: first === 'up' ? 'peak' : 'dip', turns: [...values.keys()].filter(isSame) };
}

/**
 * Shape of means with intervals. Two means differ if their difference is larger than the half-width of the interval of
 * the difference.
 */
export function shapeOfTruth(points: readonly TruthPoint[]): Shape {
  const width = (place: number): number => points[place]?.halfWidth ?? 0;
  return shapeOf(
    points.map(({ mean }) => mean),
    (a, b) => Math.hypot(width(a), width(b)),
  );
}

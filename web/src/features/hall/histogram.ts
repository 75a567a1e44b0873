/**
 * The audience's values in bins, with the spread of the page's own seeds. Both are shares, so that they can be
 * compared. Pure.
 */

import { ticks } from 'd3-array';
import type { Scale } from '../../core/lesson/hall-code';

interface Bin {
  readonly from: number;
  readonly to: number;
  /** Indices of the audience's answers in this bin. */
  readonly answers: readonly number[];
  /** Share of the page's own seeds in this bin. */
  readonly own: number;
}

export interface Histogram extends Scale {
  readonly bins: readonly Bin[];
  /** The share of the audience that one answer represents. */
  readonly cell: number;
  /** Highest share in a bin. */
  readonly top: number;
}

/** Approximate number of bins. */
const BINS = 18;
/**
 * The square of one answer has a height of 1 divided by the number of answers, or by `FEWEST` if there are fewer
 * answers. Otherwise the squares of three answers would fill the picture.
 */
const FEWEST = 12;
/**
 * Smallest width of the axis, as a share of the question's scale. A narrower axis would make nearly equal values look
 * far apart.
 */
const NARROWEST = 0.02;

/** A histogram over the range of the results, or over the whole scale if there are none. */
export function histogramOf(values: readonly number[], own: readonly number[], scale: Scale): Histogram {
  const all = [...values, ...own];
  const [low, high] = all.length === 0 ? [scale.from, scale.to] : [Math.min(...all), Math.max(...all)];
  const least = NARROWEST * (scale.to - scale.from);
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, least / 2) * 1.1;
  const edges = edgesOver(middle - half, middle + half);
  const bins = edges.slice(1).map((to, place): Bin => {
    const from = edges[place] ?? to;
    const isLast = place === edges.length - 2;
    const isIn = (value: number): boolean => value >= from && (value < to || (isLast && value <= to));
    return {
      from,
      to,
      answers: values.flatMap((value, at) => (isIn(value) ? [at] : [])),
      own: own.length === 0 ? 0 : own.filter(isIn).length / own.length,
    };
  });
  const [from = 0, to = 1] = [edges[0], edges.at(-1)];
  const cell = 1 / Math.max(FEWEST, values.length);
  const top = Math.max(...bins.map((bin) => Math.max(bin.own, bin.answers.length * cell)), cell);
  return { from, to, bins, cell, top };
}

/** Round numbers that enclose both ends. */
function edgesOver(low: number, high: number): readonly number[] {
  const round = ticks(low, high, BINS);
  const step = (round[1] ?? high) - (round[0] ?? low);
  const first = (round[0] ?? low) > low ? [(round[0] ?? low) - step] : [];
  const last = (round.at(-1) ?? high) < high ? [(round.at(-1) ?? high) + step] : [];
  return [...first, ...round, ...last];
}

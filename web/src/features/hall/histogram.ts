/** The hall's values in bins, over the spread of our own seeds; all as shares, so that eight answers and 100 seeds compare. Pure. */

import { ticks } from 'd3-array';
import type { Scale } from '../../core/lesson/hall-code';

interface Bin {
  readonly from: number;
  readonly to: number;
  /** The audience's answers, by their places. */
  readonly answers: readonly number[];
  /** Share of our own seeds. */
  readonly own: number;
}

export interface Histogram extends Scale {
  readonly bins: readonly Bin[];
  /** Share of the audience in one answer. */
  readonly cell: number;
  /** Highest share in a bin. */
  readonly top: number;
}

/** About so many bins. */
const BINS = 18;
/** With fewer answers, each is drawn as one of this number: three of three shall not fill the picture. */
const FEWEST = 12;
/** The narrowest that is shown, as a part of the scale: values that hardly differ shall look so. */
const NARROWEST = 0.02;

/** Around the results; the whole scale as long as there are none. */
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

/** Round numbers that enclose both. */
function edgesOver(low: number, high: number): readonly number[] {
  const round = ticks(low, high, BINS);
  const step = (round[1] ?? high) - (round[0] ?? low);
  const first = (round[0] ?? low) > low ? [(round[0] ?? low) - step] : [];
  const last = (round.at(-1) ?? high) < high ? [(round.at(-1) ?? high) + step] : [];
  return [...first, ...round, ...last];
}

/** The means of the audience and of the page's own seeds above the histogram, with intervals and labels. Pure. */

import { formatFixed, formatNumber, unitScale } from '../../base/format';
import type { Sample } from '../../core/experiment/report';
import { type Scale, within } from '../../ui/figure/scale';
import { textWidth } from '../../ui/marks/text-mark';

/** Positions of a mean, of its 95 % interval and of its label [px]. */
export interface PlacedMean {
  readonly from: number;
  readonly mean: number;
  readonly to: number;
  /** Whether the interval extends beyond the plot: first on the left, then on the right. */
  readonly goesOn: readonly [boolean, boolean];
  readonly y: number;
  readonly words: string;
  readonly wordsX: number;
  readonly wordsY: number;
  readonly anchor: 'start' | 'end';
  readonly isHall: boolean;
}

/**
 * Places the means. A label is beside its mark, on the side with more room. If any label does not fit, all labels are
 * above the marks.
 */
export function placedMeans(
  of: readonly { readonly sample: Sample | undefined; readonly name: string; readonly isHall: boolean }[],
  across: Scale,
  unit: string,
  type: number,
): { readonly means: readonly PlacedMean[]; readonly height: number } {
  const { begin, end, toPixel } = across;
  const inside = (value: number): number => within(toPixel(value), begin, end);
  const known = of.flatMap(({ sample, name, isHall }) => {
    if (sample === undefined) return [];
    const half = sample.half_width ?? 0;
    const ends = [toPixel(sample.mean - half), toPixel(sample.mean + half)] as const;
    const [from, mean, to] = [inside(sample.mean - half), inside(sample.mean), inside(sample.mean + half)];
    // An interval that ends at the plot's edge, within rounding, gets no arrow.
    const goesOn = [ends[0] < begin - 0.5, ends[1] > end + 0.5] as const;
    const words = `${name} ${meanInWords(sample, unit)}`;
    const isBefore = from - begin > end - to;
    const isBeside = textWidth(words, type, 'text') + 10 <= (isBefore ? from - begin : end - to);
    return [{ from, mean, to, goesOn, words, isHall, isBefore, isBeside }];
  });
  const areBeside = known.every(({ isBeside }) => isBeside);
  const row = type * (areBeside ? 1.4 : 2.5);
  return {
    height: type * 0.2 + 2 * row,
    means: known.map(({ isBefore, ...mark }): PlacedMean => {
      const y = (mark.isHall ? 0 : row) + (areBeside ? type : type * 2.1);
      return {
        ...mark,
        y,
        wordsX: areBeside ? (isBefore ? mark.from - 10 : mark.to + 10) : isBefore ? end : begin,
        wordsY: areBeside ? y : y - type * 1.2,
        anchor: isBefore ? 'end' : 'start',
      };
    }),
  };
}

/**
 * A label such as "0.1130 ± 0.0021": the half-width is rounded to two significant digits, and the mean has as many
 * decimals as the half-width.
 */
export function meanInWords({ mean, half_width }: Sample, unit: string): string {
  const { factor, name } = unitScale(mean, unit);
  const half = (half_width ?? 0) / factor;
  const ending = name === '' ? '' : `\u00a0${name}`;
  if (half === 0) return formatNumber(mean / factor, 3) + ending;
  const places = Math.max(0, 1 - Math.floor(Math.log10(half)));
  return `${formatFixed(mean / factor, places)} ± ${formatFixed(half, places)}${ending}`;
}

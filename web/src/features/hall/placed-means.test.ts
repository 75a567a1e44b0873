import { describe, expect, it } from 'vitest';
import { sample } from '../../core/experiment/fixtures';
import { scaleOver } from '../../ui/figure/scale';
import { textWidth } from '../../ui/marks/text-mark';
import { placedMeans } from './placed-means';

const TYPE = 16;
/** Half the width of the mark of a mean [px]. */
const MARK = 6;

function placed(mean: number, half: number, width = 800) {
  const across = scaleOver({ from: 0.25, to: 0.32 }, TYPE, width);
  const of = (name: string, half_width: number, isHall: boolean) => ({
    sample: sample({ mean, sd: 0.01, half_width, count: 2, values: [mean, mean] }),
    name,
    isHall,
  });
  return placedMeans([of('mean of the audience', half, true), of('mean of our seeds', 0.002, false)], across, '', TYPE);
}

describe('the means above a histogram', () => {
  it('have arrows if the interval extends beyond the plot, and caps if it ends inside', () => {
    const goesOn = (mean: number, half: number) => placed(mean, half).means[0]?.goesOn;
    expect(goesOn(0.3, 0.17)).toEqual([true, true]);
    expect(goesOn(0.295, 0.042)).toEqual([false, true]);
    expect(goesOn(0.27, 0.03)).toEqual([true, false]);
    expect(goesOn(0.285, 0.035)).toEqual([false, false]);
  });

  it.each([
    [0.3, 0.17, 800],
    [0.255, 0.001, 800],
    [0.315, 0.001, 800],
    [0.285, 0.02, 340],
    [0.251, 0.17, 340],
  ])('have texts that overlap no mark: %d ± %d at %d px', (mean, half, width) => {
    const { means } = placed(mean, half, width);
    for (const { words, wordsX, wordsY, anchor } of means) {
      const long = textWidth(words, TYPE, 'text');
      const left = anchor === 'end' ? wordsX - long : wordsX;
      for (const { mean: x, y } of means) {
        const isBeside = left > x + MARK || left + long < x - MARK;
        const isApart = Math.abs(wordsY - y) >= MARK + TYPE * 0.5;
        expect(isBeside || isApart).toBe(true);
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import { plotSource, sideBySide, VIEW } from '../../testing/plot-source';
import { PLOTS } from './plots';

/** Plots of any size. While a phone is being rotated, a plot may briefly have less room than its labels need. */
describe.each(PLOTS.map((plot) => [plot.id, plot] as const))('the plot %s', (_, plot) => {
  const lanes = sideBySide(plotSource(), plotSource(), plotSource(), plotSource());

  it.each([0, 1, 20, 48, 70, 90, 130, 200])(
    'is drawn at a width of %i pixels, with axes in the right direction',
    (width) => {
      for (const height of [0, 10, 30, 170]) {
        for (const chosen of [undefined, 10]) {
          const { axes, lines } = plot.display(lanes, { ...VIEW, width, height, chosen });
          const { region } = axes;
          expect(region.right).toBeGreaterThan(region.left);
          expect(region.bottom).toBeGreaterThan(region.top);
          for (const { x, y, length } of lines) {
            // A line may have gaps (NaN), but has no point outside the plot.
            for (const at of x.subarray(0, length)) expect(at).not.toBeLessThan(region.left - 1);
            for (const at of y.subarray(0, length)) expect(at).not.toBeGreaterThan(region.bottom + 1);
          }
        }
      }
    },
  );
});

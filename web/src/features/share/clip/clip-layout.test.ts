import { expect, it } from 'vitest';
import type { Rect } from '../../../base/rect';
import { MOST_LANES } from '../../../core/run/lanes';
import { layoutLane } from '../../../core/stage/stage-layout';
import { layoutClip } from './clip-layout';
import { mostPlots, SIZES } from './clip-plan';

const FOOT = 40;

const COMBINATIONS = SIZES.flatMap((size) =>
  Array.from({ length: MOST_LANES + 1 }, (_, lanes) => lanes).flatMap((lanes) =>
    Array.from({ length: mostPlots(size) + 1 }, (_, plots) => ({ size, lanes, plots })),
  ),
).filter(({ lanes, plots }) => lanes + plots > 0);

it.each(COMBINATIONS.map((one) => [one.size.name, one.lanes, one.plots, one] as const))(
  'in %s with %i lanes and %i plots, all parts have room and cover no other part',
  (_, lanes, plots, { size }) => {
    const width = size.width / size.ratio;
    const height = size.height / size.ratio;
    const layout = layoutClip({ width, height, lanes, plots, foot: FOOT });
    const boxes: Rect[] = [
      layout.title,
      ...layout.lanes.flatMap(({ title, queue }) => [title, queue]),
      ...(layout.legend === undefined ? [] : [layout.legend]),
      ...layout.plots.flatMap(({ title, says, surface }) => [title, says, surface]),
      layout.foot,
    ];
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    for (const [place, one] of boxes.entries())
      for (const other of boxes.slice(place + 1))
        expect(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
        ).toBe(true);
    // The rows of a queue are inside its box.
    for (const { queue } of layout.lanes) {
      const { dropArea } = layoutLane({ ...queue, x: 0, y: 0 }, 100, { lanes: layout.laneRows, places: 100 });
      expect(dropArea.height).toBeGreaterThan(14);
    }
    // There is room for ticks and for a curve.
    for (const { surface } of layout.plots) expect(surface.height).toBeGreaterThan(70);
  },
);

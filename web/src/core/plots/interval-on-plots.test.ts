import { describe, expect, it } from 'vitest';
import { alone, plotSource, VIEW } from '../../testing/plot-source';
import { intervalWithin, markedInterval } from '../interval/interval-words';
import { cutPath } from './crop';
import { DROPS } from './drops';
import { FAIRNESS } from './fairness';
import type { PlotView } from './plot-display';
import { QUEUE } from './queue';
import { THROUGHPUT } from './throughput';

const INTERVAL = { from_s: 12.5, until_s: 22.5 };
const LANES = { ...alone(plotSource()), interval: INTERVAL };
/** The view of the plots if an interval is chosen. */
const ZOOMED: PlotView = {
  ...VIEW,
  begin_s: INTERVAL.from_s,
  end_s: INTERVAL.until_s,
  settledSpan_s: 10,
  restsAt_s: INTERVAL.until_s,
  chosen: INTERVAL.until_s,
};
const PLOTS = [THROUGHPUT, FAIRNESS, QUEUE, DROPS];

describe('a plot over time that is limited to an interval', () => {
  it.each(PLOTS)('has a time axis that covers exactly the interval: $id', (plot) => {
    const { axes, pick } = plot.display(LANES, ZOOMED);
    const { left, right } = axes.region;
    expect(pick(left, 0)).toBeCloseTo(INTERVAL.from_s, 9);
    expect(pick(right, 0)).toBeCloseTo(INTERVAL.until_s, 9);
    for (const { at, text } of axes.xTicks) {
      const time_s = Number.parseFloat(text);
      expect(at).toBeCloseTo(left + ((right - left) * (time_s - INTERVAL.from_s)) / 10, 6);
    }
    expect(axes.xTicks.length).toBeGreaterThan(1);
  });

  it.each(PLOTS)('draws all of the interval and no value outside of it: $id', (plot) => {
    const { axes, lines, areas, bars } = plot.display(LANES, ZOOMED);
    const { left, right } = axes.region;
    const paths = [...lines, ...areas];
    expect(paths.length + bars.length).toBeGreaterThan(0);
    for (const { x, length } of paths) {
      expect(x[0]).toBeCloseTo(left, 3);
      expect(x[length - 1]).toBeCloseTo(right, 3);
    }
    for (const { x, width, length } of bars) {
      if (length === 0) continue;
      expect(x[0]).toBeGreaterThanOrEqual(left);
      expect((x[length - 1] ?? 0) + (width[length - 1] ?? 0)).toBeLessThanOrEqual(right + 1e-3);
    }
  });

  it('shows values at the same heights as before, since the value axis is that of the whole run', () => {
    const whole = FAIRNESS.display(alone(plotSource()), { ...VIEW, chosen: 20 });
    const zoomed = FAIRNESS.display(LANES, { ...ZOOMED, chosen: 20 });
    expect(zoomed.axes.yTicks).toEqual(whole.axes.yTicks);
    expect(zoomed.labels.map(({ y, value }) => [y, value])).toEqual(whole.labels.map(({ y, value }) => [y, value]));
  });

  it('shows the values at the end of the interval if there is no cursor', () => {
    expect(QUEUE.display(LANES, ZOOMED)).toMatchObject({
      cursor: undefined,
      reading: expect.stringContaining('At 22.50'),
    });
    expect(QUEUE.display(LANES, { ...ZOOMED, chosen: 15 }).cursor).toBeDefined();
  });

  it('does not change while the run continues after the interval', () => {
    const later = { ...alone(plotSource({ now_s: 90 })), interval: INTERVAL };
    for (const plot of [QUEUE, FAIRNESS]) {
      const [now, then] = [LANES, later].map((lanes) => plot.display(lanes, ZOOMED));
      expect(then?.lines).toEqual(now?.lines);
      expect(then?.axes).toEqual(now?.axes);
    }
  });

  it('saves the buckets that end in the interval, and its table has the same values', () => {
    const { rows } = QUEUE.saved(LANES, 10);
    expect(rows).toHaveLength(100);
    expect(rows[0]?.[1]).toBeCloseTo(12.6, 9);
    expect(rows.at(-1)?.[1]).toBeCloseTo(22.5, 9);
    const times = QUEUE.table(LANES, 10).rows.map(([time = '']) => Number(time));
    expect(Math.min(...times)).toBeGreaterThan(12.5);
    expect(Math.max(...times)).toBe(22.5);
  });

  it('is empty before the run reaches the interval', () => {
    const early = { ...alone(plotSource({ now_s: 5 })), interval: INTERVAL };
    for (const plot of PLOTS) {
      const { lines, dots, cursor } = plot.display(early, ZOOMED);
      expect(lines.every(({ length }) => length === 0)).toBe(true);
      expect(dots.every(({ length }) => length === 0)).toBe(true);
      expect(cursor).toBeUndefined();
    }
  });
});

describe('a line that is cut off at the edges', () => {
  it('ends on the edges that it crosses', () => {
    const path = { x: Float32Array.of(0, 10, 20, 30), y: Float32Array.of(0, 1, 2, 3), length: 4 };
    expect(cutPath(path, ['y'], 5, 25)).toEqual({
      x: Float32Array.of(5, 10, 20, 25),
      y: Float32Array.of(0.5, 1, 2, 2.5),
      length: 4,
    });
    // No point of the line lies in this interval.
    expect(cutPath(path, ['y'], 12, 14)).toMatchObject({ x: Float32Array.of(12, 14), length: 2 });
    expect(cutPath(path, ['y'], 40, 50).length).toBe(0);
  });

  it('keeps its gaps', () => {
    const path = { x: Float32Array.of(0, 10, 20), y: Float32Array.of(0, Number.NaN, 2), length: 3 };
    expect(cutPath(path, ['y'], 5, 30).y[0]).toBeNaN();
  });
});

describe('an interval of simulated time', () => {
  it('can be marked in either direction, within the run, with suitable decimals', () => {
    expect(markedInterval(20.04, 10.26, 0.1, 200)).toEqual({ from_s: 10.3, until_s: 20 });
    expect(markedInterval(0.1234, 0.4, 0.001, 200)).toEqual({ from_s: 0.123, until_s: 0.4 });
    expect(markedInterval(-3, 900, 1, 42.5)).toEqual({ from_s: 0, until_s: 42.5 });
    expect(markedInterval(10.01, 10.02, 0.5, 200)).toBeUndefined();
  });

  it('is cut off at the end of the run', () => {
    expect(intervalWithin(INTERVAL, 20)).toEqual({ from_s: 12.5, until_s: 20 });
    expect(intervalWithin(INTERVAL, 200)).toBe(INTERVAL);
    expect(intervalWithin(INTERVAL, 12.5)).toBeUndefined();
    expect(intervalWithin(undefined, 200)).toBeUndefined();
  });
});

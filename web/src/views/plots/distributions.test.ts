import { describe, expect, it } from 'vitest';
import { distributionPlot, quantile, sharesOf, summedUp, unitOf } from './distribution-plot';
import { alone, plotSource, sideBySide } from './fixtures';

const VIEW = { width: 400, height: 200, fontSize: 12, isCumulative: false, isLogarithmic: false };

describe('distributions', () => {
  const source = plotSource();

  it('are shares of the time and of the packets', () => {
    expect([...sharesOf(source, 'occupancy').shares]).toEqual([25, 50, 0, 25]);
    expect([...sharesOf(source, 'waits').shares]).toEqual([75, 25]);
    expect([...sharesOf(source, 'waits').edges]).toEqual([0, 10, 20]);
  });

  it('are summed up from below, and on a logarithmic axis from above', () => {
    const shares = sharesOf(source, 'occupancy');
    expect([...summedUp(shares, false)]).toEqual([25, 75, 75, 100]);
    expect([...summedUp(shares, true)]).toEqual([75, 25, 25, 0]);
  });

  it('have quantiles at the upper edges of their parts', () => {
    const shares = sharesOf(source, 'occupancy');
    expect([5, 25, 50, 76, 100].map((share) => quantile(shares, share))).toEqual([1, 1, 2, 4, 4]);
    expect(quantile({ edges: new Float64Array(0), shares: new Float64Array(0) }, 50)).toBeNaN();
  });

  it('are drawn as steps, at heights that follow their shares', () => {
    const { lines, axes } = distributionPlot('occupancy', alone(source), VIEW);
    const [steps] = lines.slice(-1);
    expect(steps?.length).toBe(8);
    const { bottom } = axes.region;
    const height = (part: number): number => bottom - (steps?.y[2 * part] ?? 0);
    expect(height(1) / height(0)).toBeCloseTo(2, 4);
    expect(height(2)).toBeCloseTo(0, 3);
    expect(steps?.x[1]).toBeCloseTo(steps?.x[2] ?? 0, 4);
  });

  it('put what is too rare for a logarithmic axis on its floor', () => {
    const display = distributionPlot('occupancy', alone(source), { ...VIEW, isLogarithmic: true });
    const [steps] = display.lines.slice(-1);
    expect(steps?.y[4]).toBeCloseTo(display.axes.region.bottom, 3);
    expect(display.axes.yTicks.map(({ text }) => text)).toContain('0.01');
  });

  it('of lanes with parts of different width are comparable', () => {
    const wide = {
      ...source,
      latest: { ...source.latest, occupancy: { edges: Float64Array.of(0, 2, 4), parts: Float64Array.of(1, 1) } },
    };
    const lanes = sideBySide(source, wide);
    expect(unitOf('occupancy', lanes, VIEW)).toBe('% of the time per 2 packets');
    const { lines, axes } = distributionPlot('occupancy', lanes, VIEW);
    const height = (lane: number, part: number): number => axes.region.bottom - (lines[lane]?.y[2 * part] ?? 0);
    // A quarter in one packet, and a half in two, are the same height.
    expect(height(0, 0) / height(1, 0)).toBeCloseTo(1, 4);
    expect(lines.map(({ colour }) => colour)).toEqual(['lane0', 'lane1']);
  });

  it('mark the thresholds that lie on the axis', () => {
    const long = {
      ...source,
      latest: {
        ...source.latest,
        occupancy: { edges: Float64Array.from({ length: 91 }, (_, edge) => edge), parts: new Float64Array(90).fill(1) },
      },
    };
    expect(distributionPlot('occupancy', alone(source), VIEW).notes).toEqual([]);
    expect(distributionPlot('occupancy', alone(long), VIEW).notes.map(({ text }) => text)).toEqual(['min', 'max']);
    expect(distributionPlot('waits', alone(long), VIEW).notes).toEqual([]);
  });

  it('are said in words, and nothing is said of nothing', () => {
    const spoken = (what: 'occupancy' | 'waits') => distributionPlot(what, alone(source), VIEW).reading;
    expect(spoken('occupancy')).toBe(
      'At most 0 packets wait for 5 % of the time, 1 packet for half, 3 packets for 95 %.',
    );
    expect(spoken('waits')).toBe('5 % of the packets wait at most 10\u00a0ms, half 10\u00a0ms, 95 % 20\u00a0ms.');
    const none = { edges: new Float64Array(0), parts: new Float64Array(0) };
    const empty = { ...source, latest: { ...source.latest, occupancy: none, waits: none } };
    const display = distributionPlot('waits', alone(empty), VIEW);
    expect(display.reading).toBe('Nothing yet.');
    expect(display.labels).toEqual([]);
    expect(display.axes.xTicks.every(({ at }) => Number.isFinite(at))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import type { PlotDefinition } from '../../core/plots/definition';
import { VIEW as ANY, alone, plotSource, sideBySide } from '../../testing/plot-source';
import { OCCUPANCY, quantile, sharesOf, summedUp, WAITS } from './distributions';

const VIEW = { ...ANY, width: 400, isLogarithmic: false };

describe('the distributions of queue length and waiting time', () => {
  const source = plotSource();

  it('are shares of the time and of the packets', () => {
    expect([...sharesOf(source, 'occupancy').shares]).toEqual([25, 50, 0, 25]);
    expect([...sharesOf(source, 'waits').shares]).toEqual([75, 25]);
    expect([...sharesOf(source, 'waits').edges]).toEqual([0, 10, 20]);
  });

  it('are summed from below, and from above on a logarithmic axis', () => {
    const shares = sharesOf(source, 'occupancy');
    expect([...summedUp(shares, false)]).toEqual([25, 75, 75, 100]);
    expect([...summedUp(shares, true)]).toEqual([75, 25, 25, 0]);
  });

  it('have quantiles at the upper edges of their bins', () => {
    const shares = sharesOf(source, 'occupancy');
    expect([5, 25, 50, 76, 100].map((share) => quantile(shares, share))).toEqual([1, 1, 2, 4, 4]);
    expect(quantile({ edges: new Float64Array(0), shares: new Float64Array(0) }, 50)).toBeNaN();
  });

  it('are drawn as steps whose heights correspond to the shares', () => {
    const { lines, axes } = OCCUPANCY.display(alone(source), VIEW);
    const [steps] = lines.slice(-1);
    expect(steps?.length).toBe(8);
    const { bottom } = axes.region;
    const height = (part: number): number => bottom - (steps?.y[2 * part] ?? 0);
    expect(height(1) / height(0)).toBeCloseTo(2, 4);
    expect(height(2)).toBeCloseTo(0, 3);
    expect(steps?.x[1]).toBeCloseTo(steps?.x[2] ?? 0, 4);
  });

  it('show values that are too rare for a logarithmic axis at its lower end', () => {
    const display = OCCUPANCY.display(alone(source), { ...VIEW, isLogarithmic: true });
    const [steps] = display.lines.slice(-1);
    expect(steps?.y[4]).toBeCloseTo(display.axes.region.bottom, 3);
    expect(display.axes.yTicks.map(({ text }) => text)).toContain('0.01');
  });

  it('can be compared between lanes with bins of different width', () => {
    const wide = {
      ...source,
      latest: { ...source.latest, occupancy: { edges: Float64Array.of(0, 2, 4), parts: Float64Array.of(1, 1) } },
    };
    const lanes = sideBySide(source, wide);
    expect(OCCUPANCY.says(lanes, VIEW)).toBe('% of the time per 2 packets · since the start');
    const { lines, axes } = OCCUPANCY.display(lanes, VIEW);
    const height = (lane: number, part: number): number => axes.region.bottom - (lines[lane]?.y[2 * part] ?? 0);
    // Heights are densities: a quarter of the time in a bin of one packet is as high as half of the time in a bin of
    // two.
    expect(height(0, 0) / height(1, 0)).toBeCloseTo(1, 4);
    expect(lines.map(({ colour }) => colour)).toEqual(['lane0', 'lane1']);
  });

  it('mark the thresholds on the axis', () => {
    const long = {
      ...source,
      latest: {
        ...source.latest,
        occupancy: { edges: Float64Array.from({ length: 91 }, (_, edge) => edge), parts: new Float64Array(90).fill(1) },
      },
    };
    expect(OCCUPANCY.display(alone(source), VIEW).notes).toEqual([]);
    expect(OCCUPANCY.display(alone(long), VIEW).notes.map(({ text }) => text)).toEqual(['min', 'max']);
    expect(WAITS.display(alone(long), VIEW).notes).toEqual([]);
  });

  it('have a text, which is empty without data', () => {
    const spoken = (plot: PlotDefinition) => plot.display(alone(source), VIEW).reading;
    expect(spoken(OCCUPANCY)).toBe(
      'At most 0 packets wait for 5 % of the time, 1 packet for half, 3 packets for 95 %.',
    );
    expect(spoken(WAITS)).toBe('5 % of the packets wait at most 10\u00a0ms, half 10\u00a0ms, 95 % 20\u00a0ms.');
    const none = { edges: new Float64Array(0), parts: new Float64Array(0) };
    const empty = { ...source, latest: { ...source.latest, occupancy: none, waits: none } };
    const display = WAITS.display(alone(empty), VIEW);
    expect(display.reading).toBe('Nothing yet.');
    expect(display.labels).toEqual([]);
    expect(display.axes.xTicks.every(({ at }) => Number.isFinite(at))).toBe(true);
  });

  it('can be read at a bin: how often the queue has this length, in every lane', () => {
    const at = (part: number, view = {}) => OCCUPANCY.display(alone(source), { ...VIEW, ...view, chosen: part });
    expect(at(1).cursor?.text).toBe('1\u00a0pkt');
    expect(at(1).labels).toMatchObject([{ name: 'share', value: '50\u00a0%' }]);
    expect(at(1).reading).toBe('1\u00a0pkt: 50\u00a0%');
    expect(at(1, { isCumulative: true }).reading).toBe('≤\u00a01\u00a0pkt: 75\u00a0%');
    expect(at(1, { isCumulative: true, isLogarithmic: true }).reading).toBe('>\u00a01\u00a0pkt: 25\u00a0%');
    expect(at(1).dots[0]?.y[0]).toBeCloseTo(at(1).lines.at(-1)?.y[2] ?? Number.NaN, 3);
    // The cursor is drawn at the chosen place.
    expect(at(2).pick(at(2).cursor?.x ?? 0, 0)).toBe(2);
    expect(at(2).pick(-100, 0)).toBe(0);
    expect(at(2).pick(1e4, 0)).toBe(3);

    const short = {
      ...source,
      latest: { ...source.latest, occupancy: { edges: Float64Array.of(0, 1), parts: Float64Array.of(1) } },
    };
    const two = OCCUPANCY.display(sideBySide(short, source), { ...VIEW, isCumulative: true, chosen: 3 });
    expect(two.labels.map(({ value }) => value)).toEqual(['100\u00a0%', '100\u00a0%']);
  });

  it('are saved as a table, in which bins are joined if there are many', () => {
    expect(OCCUPANCY.table(alone(source), 50)).toEqual({
      columns: ['packets waiting', 'share [%]', 'cumulative [%]'],
      rows: [
        ['0', '25', '25'],
        ['1', '50', '75'],
        ['2', '0', '75'],
        ['3', '25', '100'],
      ],
    });
    const many = {
      ...source,
      latest: {
        ...source.latest,
        occupancy: {
          edges: Float64Array.from({ length: 102 }, (_, edge) => edge),
          parts: new Float64Array(101).fill(1),
        },
      },
    };
    const { rows } = OCCUPANCY.table(alone(many), 50);
    expect(rows).toHaveLength(34);
    expect(rows[0]).toEqual(['0–2', '2.97', '2.97']);
    expect(rows.at(-1)).toEqual(['99–100', '1.98', '100']);
    expect(WAITS.table(sideBySide(source, many), 50).columns).toHaveLength(5);
  });
});

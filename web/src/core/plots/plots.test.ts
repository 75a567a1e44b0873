import { describe, expect, it } from 'vitest';
import { reasonInk } from '../../base/palette';
import { alone, BUCKET_S, plotSource, VIEW } from '../../testing/plot-source';
import { thin, trailingMean } from './columns';
import { columnsOf } from './definition';
import { DROPS, dropBars, dropsReach, textureOf } from './drops';
import { FAIRNESS } from './fairness';
import { FLOWS, flowsPlot } from './flows';
import { HITS } from './hits';
import { interventionNear, interventionWords } from './interventions';
import type { PlotDisplay, PlotSource } from './plot-display';
import type { PlotLanes } from './plot-lanes';
import { PLOTS } from './plots';
import { QUEUE, queueReach } from './queue';
import { THROUGHPUT } from './throughput';
import { WINDOWS } from './windows';

describe('the plot of throughput by class', () => {
  it('shows fair share, UDP and TCP at distinct heights of the logarithmic axis', () => {
    const display = THROUGHPUT.display(alone(plotSource()), VIEW);
    const [udp, tcp] = display.labels;
    const fairShare = display.labels.find(({ name }) => name === 'fair');
    expect(udp).toMatchObject({ name: 'UDP', value: '0.015', colour: 'unresponsive' });
    expect(tcp).toMatchObject({ name: 'TCP', value: '0.985', colour: 'responsive' });
    expect(fairShare?.value).toBe('0.029');
    expect(display.axes.guides[0]?.y).toBe(fairShare?.y);
    // On the logarithmic axis, the lines at 0.015 and 0.029 are clearly apart.
    expect((lastY(display, 'unresponsive') ?? 0) - (fairShare?.y ?? 0)).toBeGreaterThan(10);
  });

  it('has the same axis whatever the rates are', () => {
    const early = THROUGHPUT.display(alone(plotSource({ now_s: 12 })), VIEW);
    const late = THROUGHPUT.display(alone(plotSource({ now_s: 49 })), VIEW);
    expect(early.axes).toEqual(late.axes);
  });

  it('shows a class without traffic at the bottom of the axis', () => {
    const source = plotSource();
    source.series.class_bps[1]?.fill(0);
    expect(lastY(THROUGHPUT.display(alone(source), VIEW), 'unresponsive')).toBeCloseTo(VIEW.height - 24, 0);
  });

  it('shows the values at the cursor, and not the last ones', () => {
    const display = THROUGHPUT.display(alone(plotSource()), { ...VIEW, chosen: 5 });
    // The mean over the 4 s in which UDP fell from 0.9 to 0.5 Mb/s.
    expect(Number(display.labels.find(({ name }) => name === 'UDP')?.value)).toBeCloseTo(0.695, 3);
    expect(display.cursor?.text).toBe('5.00\u00a0s');
    expect(display.reading).toContain('At 5.00\u00a0s: TCP 0.305 Mb/s, UDP 0.695 Mb/s');
  });
});

describe('the other plots of the panel', () => {
  it('show both Jain indexes, with the one over all flows in bold', () => {
    const display = FAIRNESS.display(alone(plotSource()), VIEW);
    expect(display.labels.map(({ name, value, isStrong }) => [name, value, isStrong])).toEqual(
      expect.arrayContaining([
        ['all flows', '0.970', true],
        ['TCP', '0.980', false],
      ]),
    );
  });

  it('show queue, average, thresholds and delay', () => {
    const source = plotSource();
    const display = QUEUE.display(alone(source), { ...VIEW, reached: queueReach(source) });
    const levels = ['min 40', 'max 80', 'limit 100'];
    const words = (of: PlotDisplay): string[] => of.labels.map(({ name, value }) => `${name} ${value}`);
    expect(words(display)).toEqual(['average 58.5', 'queue 61', ...levels]);
    expect(display.aside).toBe('mean delay 0.480\u00a0s since the start');
    const then = QUEUE.display(alone(source), { ...VIEW, reached: 100, chosen: 20 });
    expect(then.aside).toBe('delay 0.480\u00a0s');
    expect(words(then)).toEqual(['average 58.5', 'queue 60.0', ...levels]);
  });

  it('show the queue length in bold if the discipline keeps no average', () => {
    const source = plotSource();
    source.series.average_queue.fill(Number.NaN);
    const without = {
      ...source,
      latest: { ...source.latest, scalars: { ...source.latest.scalars, average_queue: Number.NaN } },
    };
    const display = QUEUE.display(alone(without), { ...VIEW, reached: 100 });
    expect(display.labels.slice(0, 2).map(({ name, isStrong }) => [name, isStrong])).toEqual([
      ['queue', true],
      ['min', false],
    ]);
    expect(display.lines[0]?.width).toBeGreaterThan(2);
  });

  it('show only as much of a long buffer as needed', () => {
    const source = plotSource();
    expect(queueReach({ ...source, facts: { ...source.facts, limit: 5000 } })).toBe(100);
  });

  it('count every drop once, as a rate', () => {
    const source = plotSource();
    const bars = dropBars(source, 50);
    const total = bars.rates.reduce(
      (sum, rates) => sum + rates.reduce((all, rate, bar) => all + rate * (bars.spans[bar] ?? 0), 0),
      0,
    );
    expect(total).toBeCloseTo(21 * source.series.length, 6);
    expect(dropsReach(bars)).toBe(300);
  });

  it('stack the reasons, and name those that occurred', () => {
    const source = plotSource();
    const display = DROPS.display(alone(source), { ...VIEW, width: 420, reached: 300 });
    expect(display.labels.map(({ name, value }) => `${name} ${value}`).sort()).toEqual([
      'early drop 10/s',
      'matched, arriving 100/s',
      'matched, in queue 100/s',
    ]);
    const [victims, arrivals] = display.bars;
    expect((arrivals?.y[3] ?? 0) + (arrivals?.height[3] ?? 0)).toBeCloseTo(victims?.y[3] ?? -1, 3);
  });

  it('always distinguish two reasons by colour or by texture', () => {
    // Each family of drop reasons gets five reasons. No family in the engine has more.
    const drops = ['match', 'early', 'forced', 'overflow', 'penalty'] as const;
    const reasons = drops.flatMap((family) =>
      [0, 1, 2, 3, 4].map((place) => ({ id: `${family} ${place}`, name: '', meaning: '', family, is_mark: false })),
    );
    const looks = reasons.map(({ id, family }) => `${reasonInk(family)} ${textureOf({ reasons }, id)}`);
    expect(new Set(looks).size).toBe(reasons.length);
    const first = drops.map((family) => textureOf({ reasons }, `${family} 0`));
    expect(new Set(first).size).toBe(4);
  });
});

describe('the plot of throughput per flow', () => {
  it('names the unresponsive flow and marks its value as beyond the axis', () => {
    const display = flowsPlot(alone(plotSource()), { ...VIEW, width: 400 });
    expect(display.notes.map(({ text }) => text)).toEqual(['UDP flow 1 0.147']);
    expect(display.dots.find(({ shape }) => shape === 'up')?.length).toBe(1);
    expect(display.dots.reduce((count, { length }) => count + length, 0)).toBe(34);
  });

  it('shows 300 flows inside the plot', () => {
    const source = plotSource({ tcpFlows: 299 });
    const display = flowsPlot(alone(source), { ...VIEW, width: 400 });
    const { left, right } = display.axes.region;
    for (const { x, length } of display.dots)
      for (let dot = 0; dot < length; dot += 1) {
        expect(x[dot]).toBeGreaterThanOrEqual(left);
        expect(x[dot]).toBeLessThanOrEqual(right);
      }
  });

  it('gives the numbers of the flow under the pointer', () => {
    const source = plotSource();
    const display = flowsPlot(alone(source), { ...VIEW, width: 400 });
    const { left, right } = display.axes.region;
    expect(display.pick(left + 1, 0)).toBe(0);
    expect(display.pick(right + 50, 0)).toBe(33);
    const pointed = flowsPlot(alone(source), { ...VIEW, width: 400, chosen: 5 });
    expect(pointed.notes[0]?.text).toContain('TCP flow 6');
    expect(pointed.reading).toContain('TCP flow 6: 0.031 Mb/s, 1.05 times the fair share');
  });
});

describe('the plots of the panel together', () => {
  const all = (lanes: PlotLanes, width: number, height: number): PlotDisplay[] => {
    const view = { ...VIEW, width, height };
    return [
      ...PLOTS.map((plot) => plot.display(lanes, view)),
      THROUGHPUT.display(lanes, { ...view, isLogarithmic: false }),
    ];
  };
  it('have the same time axis', () => {
    const lanes = alone(plotSource());
    const cursors = [true, false]
      .flatMap((isLogarithmic) =>
        [THROUGHPUT, FAIRNESS, QUEUE].map((it) => it.display(lanes, { ...VIEW, isLogarithmic })),
      )
      .map(({ axes }) => axes.xTicks.map(({ text }) => text).join());
    expect(new Set(cursors).size).toBe(1);
  });

  it('say when measuring begins, and show no values before', () => {
    const begun = (from_s: number): PlotLanes => {
      const source = plotSource({ now_s: 42 });
      const scenario = { ...source.facts.scenario, measured_from_s: from_s };
      return alone({ ...source, facts: { ...source.facts, scenario } });
    };
    const pending = begun(50);
    const fairness = FAIRNESS.display(pending, VIEW);
    expect(fairness.labels.map(({ value }) => value)).toEqual(['– from 50\u00a0s']);
    expect(fairness.lines.every(({ y, length }) => y.slice(0, length).every(Number.isNaN))).toBe(true);
    expect(FAIRNESS.table(pending, 50).rows.at(-1)).toEqual(['42.0', '– from 50\u00a0s', '– from 50\u00a0s']);
    const flows = FLOWS.display(pending, VIEW);
    expect([flows.dots, flows.notes.map(({ text }) => text)]).toEqual([[], ['– from 50\u00a0s']]);
    expect(FLOWS.table(pending, 50).rows[0]?.slice(3)).toEqual(['– from 50\u00a0s', '–', '7']);
    expect(QUEUE.display(pending, { ...VIEW, reached: 100 }).aside).toBe('mean delay – from 50\u00a0s');
    // The line begins at the start of the measured window, here 20 s.
    const line = FAIRNESS.display(begun(20), VIEW).lines.at(-1);
    const first = line?.y.findIndex((height) => !Number.isNaN(height)) ?? -1;
    const { left, right } = fairness.axes.region;
    expect(((line?.x[first] ?? 0) - left) / (right - left)).toBeCloseTo(20 / VIEW.end_s, 1);
  });

  it('show no NaN before the run has begun', () => {
    for (const display of all(alone(plotSource({ now_s: 0 })), 300, 200)) expect(display.reading).not.toContain('NaN');
  });
});

describe('a plot in the panel', () => {
  const drawing = plotSource();

  it('is a third wide, or wider to fill its row, and beside a wide plot all others are a third wide', () => {
    expect(columnsOf([THROUGHPUT, FAIRNESS, QUEUE, DROPS, FLOWS, HITS])).toEqual([8, 8, 8, 8, 9, 7]);
    expect(columnsOf([THROUGHPUT, FAIRNESS, QUEUE, DROPS, FLOWS])).toEqual([8, 8, 8, 12, 12]);
    expect(columnsOf([WINDOWS, THROUGHPUT, FAIRNESS, QUEUE, DROPS, FLOWS, HITS])).toEqual([16, 8, 8, 8, 8, 8, 8]);
    expect(columnsOf([FLOWS, FAIRNESS, QUEUE])).toEqual([8, 8, 8]);
  });

  it('is shown only if it applies to the scene', () => {
    const none = { draws: new Float64Array(20), matches: new Float64Array(20) };
    const red = { ...drawing, about: { ...drawing.about, reasons: [] }, latest: { ...drawing.latest, hits: none } };
    expect([drawing, red].map((source) => HITS.appliesTo?.(alone(source)))).toEqual([true, false]);
    expect([drawing, plotSource({ tcpFlows: 2 })].map((it) => WINDOWS.appliesTo?.(alone(it)))).toEqual([false, true]);
  });

  it('has a unique id, and a number in its table for every column', () => {
    expect(new Set(PLOTS.map(({ id }) => id)).size).toBe(PLOTS.length);
    for (const { table } of PLOTS) {
      const { columns, rows } = table(alone(drawing), 50);
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
  });

  it('remembers the greatest value of its axis', () => {
    for (const { display } of PLOTS) {
      const { reached } = display(alone(drawing), VIEW);
      if (reached > 0) expect(display(alone(plotSource({ now_s: 1 })), { ...VIEW, reached }).reached).toBe(reached);
    }
  });
});

describe('the points of a line', () => {
  it('are at most one for each pixel, and do not move after they are drawn', () => {
    const scale = { left: 30, pixels_per_s: 4 };
    const early = plotSource({ now_s: 30 }).series;
    const late = plotSource({ now_s: 40 }).series;
    const before = thin(early, early.jain_index, scale, 'last');
    const after = thin(late, late.jain_index, scale, 'last');
    expect(before.length).toBeLessThanOrEqual(121);
    // Only complete columns are compared, since the last column may be incomplete.
    for (let point = 0; point < before.length - 1; point += 1) expect(after.x[point]).toBe(before.x[point]);
  });

  it('keep the extremes of the values that they combine', () => {
    const { series } = plotSource();
    series.queue_max[200] = 99;
    const points = thin(series, series.queue_max, { left: 0, pixels_per_s: 2 }, 'max');
    expect(Math.max(...points.value.slice(0, points.length))).toBe(99);
  });

  it('are averages over the window that ends at each of them', () => {
    const { series } = plotSource({ now_s: 2 });
    const values = Float64Array.from({ length: series.length }, (_, bucket) => bucket);
    const means = trailingMean(series, values, 5 * BUCKET_S);
    expect(means[0]).toBeCloseTo(0, 9);
    expect(means[4]).toBeCloseTo(2, 9);
    expect(means[10]).toBeCloseTo(8, 9);
  });
});

describe('the changes of settings during a run', () => {
  const source: PlotSource = {
    ...plotSource(),
    marks: [
      { at_s: 10, path: 'queue.params.max_th', value: 60 },
      { at_s: 20, path: 'queue.params.max_th', value: 70 },
      { at_s: 30, path: 'flows.0.rate_bps', value: 4e6 },
    ],
  };

  it('are described with the former and the new value', () => {
    expect(interventionWords(source, 0)).toBe('max threshold 80\u00a0packets → 60\u00a0packets at 10\u00a0s');
    expect(interventionWords(source, 1)).toBe('max threshold 60\u00a0packets → 70\u00a0packets at 20\u00a0s');
    expect(interventionWords(source, 2)).toBe('rate 2\u00a0Mb/s → 4\u00a0Mb/s at 30\u00a0s');
  });

  it('are found near a given time', () => {
    expect(interventionNear(source, 20.4, 1)).toBe(1);
    expect(interventionNear(source, 25, 1)).toBeUndefined();
  });

  it('are marked as flags on the time axis', () => {
    expect(FAIRNESS.display(alone(source), VIEW).flags).toHaveLength(3);
    expect(FAIRNESS.display(alone(source), { ...VIEW, end_s: 20 }).flags).toHaveLength(2);
  });
});

describe('the tables of plots', () => {
  it('end with the last value and have a few dozen rows', () => {
    for (const plot of [THROUGHPUT, FAIRNESS, QUEUE]) {
      const { rows, columns } = plot.table(alone(plotSource()), 50);
      expect(rows.length).toBeLessThanOrEqual(40);
      expect(rows.at(-1)?.[0]).toBe('42.0');
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
  });

  it('list every flow', () => {
    const { rows } = FLOWS.table(alone(plotSource()), 50);
    expect(rows).toHaveLength(34);
    expect(rows[0]).toEqual(['1', 'UDP', 'udp', '0.1471', '5.00', '7']);
  });
});

function lastY(display: PlotDisplay, colour: string): number | undefined {
  const line = display.lines.find((candidate) => candidate.colour === colour);
  return line?.y[line.length - 1];
}

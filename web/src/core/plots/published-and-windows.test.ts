import { describe, expect, it } from 'vitest';
import { alone, plotSource, sideBySide, VIEW } from '../../testing/plot-source';
import type { WindowColumns } from '../border/border.gen';
import { RunSeries } from '../run/run-buffer';
import { FAIRNESS } from './fairness';
import type { PlotSource } from './plot-display';
import { kindsShown, type PublishedMark, publishedMarks } from './published';
import { QUEUE } from './queue';
import { THROUGHPUT } from './throughput';
import { followsWindows, WINDOWS, windowsReach } from './windows';

const VALUES = {
  published: [
    { lane: 'choked', metric: 'udp_throughput_bps', value: 36_000 },
    { lane: 'choked', metric: 'jain_index', value: 0.9668 },
    { lane: 'choked', metric: 'queueing_delay_s', value: 0.233061 },
    { lane: 'choke', metric: 'jain_index', value: 0.70999 },
    { lane: 'choked', metric: 'tcp_goodput_bps', value: 878_491 },
  ],
  reference: [
    { lane: 'choked', metric: 'jain_index', mean: 0.968764 },
    { lane: 'choked', metric: 'avg_queue_packets', mean: 51 },
    { lane: 'choked', metric: 'queueing_delay_s', mean: 0.361 },
  ],
};
const MARKS = publishedMarks(VALUES, false);
const OF_UNCHANGED = publishedMarks(VALUES, true);

describe('the published values on the plots', () => {
  it('are marked on the plots of their metrics', () => {
    const of = (plot: PublishedMark['plot']): unknown[] =>
      MARKS.filter((mark) => mark.plot === plot && mark.lane === 'choked').map(({ kind, value, unit }) => [
        kind,
        value,
        unit,
      ]);
    expect(of('throughput')).toEqual([['paper', 36_000, 'bit/s']]);
    expect(of('fairness')).toEqual([
      ['paper', 0.9668, ''],
      ['ns2', 0.968764, ''],
    ]);
  });

  it('are not marked on axes of other quantities: a delay is not a queue length', () => {
    const queue = MARKS.filter((mark) => mark.plot === 'queue');
    expect(queue.map(({ kind, value, unit }) => [kind, value, unit])).toEqual([['ns2', 51, 'packets']]);
  });

  it('are at their heights beside the plot, with a note that they are means', () => {
    const display = FAIRNESS.display({ ...alone(plotSource()), published: MARKS }, VIEW);
    const [paper, ns2] = display.references;
    expect(display.references.map(({ kind }) => kind)).toEqual(['paper', 'ns2']);
    expect(Math.abs((paper?.y ?? 0) - (ns2?.y ?? 0))).toBeLessThan(1);
    expect(display.labels.map(({ name, value }) => `${name} ${value}`)).toEqual(
      expect.arrayContaining(['paper 0.967', 'ns-2 0.969']),
    );
    expect(display.caption?.text).toBe('mean of 200\u00a0s');
    expect(display.reading).toContain('Other sources, mean of 200\u00a0s: paper 0.967, ns-2 0.969.');
  });

  it('have the colours of their lanes in a comparison, and a text only for the focused lane', () => {
    const lanes = { ...sideBySide(plotSource(), choke(plotSource())), published: MARKS };
    const display = FAIRNESS.display(lanes, VIEW);
    // The focused lane is the second one.
    expect(display.references.map(({ colour }) => colour)).toEqual(['lane1', 'lane0', 'lane0']);
    const words = display.labels.filter(({ name }) => name === 'paper' || name === 'ns-2');
    expect(words.map(({ colour, value }) => [colour, value])).toEqual([['lane1', '0.71']]);
    expect(display.reading).toContain('CHOKeD paper 0.967');
  });

  it('are in the unit of the plot, even if the link has another rate', () => {
    const source = plotSource();
    const slower = { ...source, facts: { ...source.facts, capacity_bps: 50_000 } };
    const words = [source, slower].map((of) =>
      THROUGHPUT.display({ ...alone(of), published: MARKS }, VIEW).labels.flatMap(({ name, value }) =>
        name === 'paper' ? [value] : [],
      ),
    );
    expect(words).toEqual([['0.036'], ['36']]);
  });

  it('stay in grey beside a changed scene, and name the scene to which they belong', () => {
    const lanes = { ...alone(plotSource()), published: OF_UNCHANGED };
    const display = FAIRNESS.display(lanes, VIEW);
    expect(display.references.map(({ kind, colour }) => [kind, colour])).toEqual([
      ['paper', 'textFaint'],
      ['ns2', 'textFaint'],
    ]);
    const words = display.labels.filter(({ name }) => name === 'paper' || name === 'ns-2');
    expect(words.map(({ colour, value }) => [colour, value])).toEqual([
      ['textFaint', '0.967'],
      ['textFaint', '0.969'],
    ]);
    expect(display.caption?.text).toBe('unchanged scene');
    expect(display.reading).toContain('Other sources, of the unchanged scene: paper 0.967, ns-2 0.969.');
    // The key below a saved picture.
    expect(FAIRNESS.key?.(lanes)).toBe('◇ paper   □ ns-2 of the unchanged scene');
    expect(kindsShown(lanes).areOfUnchanged).toBe(true);
  });

  it('are shown only for the focused lane beside a changed scene, since grey does not distinguish lanes', () => {
    const lanes = { ...sideBySide(plotSource(), choke(plotSource())), published: OF_UNCHANGED };
    const display = FAIRNESS.display(lanes, VIEW);
    expect(display.references.map(({ colour }) => colour)).toEqual(['textFaint']);
    expect(display.reading).toContain('CHOKeD paper 0.967');
  });

  it('leave no text if there are none', () => {
    const lanes = alone(plotSource());
    expect(QUEUE.display(lanes, { ...VIEW, reached: 100 }).references).toEqual([]);
    expect(FAIRNESS.display(lanes, VIEW).reading).not.toContain('Elsewhere');
    expect([kindsShown(lanes), kindsShown({ ...lanes, published: MARKS })].map(({ kinds }) => kinds)).toEqual([
      [],
      ['paper', 'ns2'],
    ]);
  });
});

describe('the plot of congestion windows', () => {
  it('is shown in scenes about single flows', () => {
    expect([followsWindows(plotSource()), followsWindows(plotSource({ tcpFlows: 2 }))]).toEqual([false, true]);
    expect(followsWindows(plotSource({ tcpFlows: 0 }))).toBe(false);
  });

  it('shows how windows rise and are cut, and marks the kind of each cut', () => {
    const source = sawTooth();
    const display = WINDOWS.display(alone(source), { ...VIEW, reached: windowsReach(source) });
    expect(windowsReach(source)).toBe(20);
    expect(display.labels.map(({ name, value }) => [name, value])).toEqual([
      ['newreno 2', '10.0'],
      ['newreno 3', '10.0'],
    ]);
    const marks = display.dots.map(({ shape, length }) => [shape, length]);
    expect(marks).toEqual([
      ['down', 4],
      ['cross', 1],
      ['down', 4],
      ['cross', 1],
    ]);
    // The mark is at the height that the window had just before the cut.
    const down = display.dots[0];
    expect(down?.y[0] ?? 0).toBeLessThan(VIEW.height / 2);
    expect(display.reading).toContain('8 fast retransmits, 2 timeouts, 0 ECN cuts');
  });

  it('shows the slow-start threshold as dots, except while it is beyond the axis', () => {
    const source = sawTooth();
    const dashed = WINDOWS.display(alone(source), { ...VIEW, reached: 20 }).lines.filter(({ width }) => width === 1);
    expect(dashed).toHaveLength(2);
    expect(dashed.every(({ dash }) => dash !== undefined)).toBe(true);
    expect(dashed[0]?.y[0]).toBeNaN();
    expect(dashed[0]?.y[(dashed[0]?.length ?? 1) - 1]).not.toBeNaN();
  });

  it('can be saved as numbers', () => {
    const table = WINDOWS.table(alone(sawTooth()), 50);
    expect(table.columns).toEqual([
      'time [s]',
      'newreno 2: window',
      'newreno 2: threshold',
      'newreno 3: window',
      'newreno 3: threshold',
    ]);
    expect(table.rows.at(-1)?.[1]).toBe('10.0');
  });
});

/**
 * Two flows over 42 s. Their windows grow by one packet a second to 18, and are then cut to 8. A timeout at 1 s lowers
 * the slow-start threshold.
 */
function sawTooth(): PlotSource {
  const source = plotSource({ tcpFlows: 2 });
  const flows = 2;
  const buckets = source.series.length;
  const column = (value: (bucket: number) => number): Float64Array =>
    Float64Array.from({ length: buckets * flows }, (_, at) => value(Math.floor(at / flows)));
  const windows: WindowColumns = {
    congestion_window: column((bucket) => 8 + (Math.floor(bucket / 10) % 10)),
    slow_start_threshold: column((bucket) => (bucket < 10 ? 100 : 8)),
    recovery_state: column(() => Number.NaN),
    reordering_window_s: column(() => Number.NaN),
    pacing_bps: column(() => Number.NaN),
    fast_retransmits: column((bucket) => (bucket > 0 && bucket % 100 === 0 ? 1 : 0)),
    timeouts: column((bucket) => (bucket === 10 ? 1 : 0)),
    ecn_cuts: column(() => 0),
  };
  windows.congestion_window.fill(10, (buckets - 1) * flows);
  const series = new RunSeries(2, 5, flows);
  series.append(rowsOf(source.series), windows);
  return { ...source, catalog: { ...source.catalog, transports: [] }, series };
}

function rowsOf(series: RunSeries): Parameters<RunSeries['append']>[0] {
  const cut = (values: Float64Array): Float64Array => values.slice(0, series.length);
  return {
    time_s: cut(series.time_s),
    queue_mean: cut(series.queue_mean),
    queue_min: cut(series.queue_min),
    queue_max: cut(series.queue_max),
    average_queue: cut(series.average_queue),
    delay_s: cut(series.delay_s),
    jain_index: cut(series.jain_index),
    jain_index_tcp: cut(series.jain_index_tcp),
    class_bps: new Float64Array(2 * series.length),
    reasons: new Float64Array(5 * series.length),
  };
}

function choke(source: PlotSource): PlotSource {
  return { ...source, about: { ...source.about, id: 'choke' } };
}

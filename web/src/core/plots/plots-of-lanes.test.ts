import { describe, expect, it } from 'vitest';
import { alone, plotSource, sideBySide, VIEW } from '../../testing/plot-source';
import { shortNames } from '../../ui/marks/lane-looks';
import type { RunBuffer } from '../run/run-buffer';
import { thin, trailingMean } from './columns';
import { DROPS } from './drops';
import { FAIRNESS } from './fairness';
import { FLOWS } from './flows';
import { HITS } from './hits';
import { instantAt, type PlotSource, shownUntil } from './plot-display';
import { plotLanes } from './plot-lanes';
import { QUEUE } from './queue';
import { THROUGHPUT } from './throughput';

describe('the plots of several lanes', () => {
  const three = (): ReturnType<typeof sideBySide> => {
    const [choked, choke, gchoke] = [plotSource(), plotSource(), plotSource()];
    choke.series.class_bps[1]?.fill(1.2e5);
    choke.series.average_queue.fill(72);
    choke.series.jain_index.fill(0.7);
    gchoke.series.class_bps[1]?.fill(9.7e5);
    gchoke.series.average_queue.fill(79);
    return sideBySide(choked, choke, gchoke);
  };

  it('show each lane in one colour, with its name as a label', () => {
    const lanes = three();
    const shown = [
      THROUGHPUT.display(lanes, VIEW),
      FAIRNESS.display(lanes, VIEW),
      QUEUE.display(lanes, { ...VIEW, reached: 100 }),
      HITS.display(lanes, { ...VIEW, reached: 10 }),
    ];
    for (const { labels, lines, dots } of shown) {
      const named = lanes.all.flatMap(({ name }) => labels.filter((label) => label.name === name));
      expect(named.map(({ colour }) => colour)).toEqual(lanes.all.map(({ colour }) => colour));
      // Only labels of lanes have the colour of a lane.
      expect(labels.filter(({ colour }) => colour.startsWith('lane'))).toHaveLength(3);
      for (const { colour } of [...lines, ...dots]) expect(colour).toMatch(/^lane[0-3]$/);
    }
  });

  it('distinguish the lanes also by the dashes of lines and the shapes of dots', () => {
    const lanes = three();
    const dashes = [THROUGHPUT, FAIRNESS, QUEUE, HITS].map((plot) => {
      const { lines, labels } = plot.display(lanes, { ...VIEW, reached: 100 });
      const bold = lines.filter(({ width }) => width >= 1.5);
      for (const { name, colour } of lanes.all) {
        const own = bold.filter((line) => line.colour === colour).map(({ dash }) => String(dash ?? ''));
        expect(new Set(own).size).toBe(1);
        expect(labels.find((label) => label.name === name)?.dash?.join() ?? '').toBe(own[0]);
      }
      return new Set(bold.map(({ dash }) => String(dash ?? ''))).size;
    });
    expect(dashes).toEqual([3, 3, 3, 3]);
    const { dots } = FLOWS.display(lanes, { ...VIEW, width: 400 });
    const looks = new Set(dots.map(({ colour, shape }) => `${colour} ${shape}`));
    expect(new Set([...looks].map((look) => look.split(' ')[1])).size).toBe(3);
    expect(looks.size).toBe(3);
  });

  it('show the unresponsive class in bold, and give the other class in the text', () => {
    const display = THROUGHPUT.display(three(), VIEW);
    expect(display.labels.map(({ name, value }) => `${name} ${value}`)).toContain('CHOKe 0.120');
    expect(display.lines.filter(({ width }) => width > 2)).toHaveLength(3);
    expect(display.reading).toContain('CHOKeD: TCP 0.985 Mb/s, UDP 0.015 Mb/s');
  });

  it('show the focused lane on top, and only its band', () => {
    const display = QUEUE.display(three(), { ...VIEW, reached: 100 });
    expect(display.areas.map(({ colour }) => colour)).toEqual(['lane1']);
    expect(display.lines.at(-1)?.colour).toBe('lane1');
    expect(display.asideColour).toBe('lane1');
  });

  it('show the drops of the focused lane', () => {
    const lanes = three();
    lanes.focus.source.series.reasons[0]?.fill(5);
    const display = DROPS.display(lanes, { ...VIEW, width: 420, reached: 300 });
    expect(display.labels.map(({ name, value }) => `${name} ${value}`)).toContain('early drop 50/s');
    expect(display.reading).toMatch(/^CHOKe, from /);
  });

  it('show all values at one cursor', () => {
    const display = FAIRNESS.display(three(), { ...VIEW, chosen: 10 });
    expect(display.labels.map(({ name, value }) => `${name} ${value}`).sort()).toEqual([
      'CHOKe 0.700',
      'CHOKeD 0.500',
      'gCHOKe 0.500',
    ]);
    expect(display.dots).toHaveLength(3);
  });

  it('name the lanes in the tables', () => {
    const { columns, rows } = THROUGHPUT.table(three(), 50);
    expect(columns).toHaveLength(7);
    expect(columns[3]).toBe('CHOKe: TCP [Mb/s], moving mean of 4\u00a0s');
    expect(rows.at(-1)).toHaveLength(7);
    expect(HITS.table(three(), 50).rows[0]?.slice(0, 4)).toEqual(['0–5\u00a0%', '100', '40', '40.0']);
  });

  it('have names of lanes that fit labels and stay distinct', () => {
    expect(shortNames(['CHOKe', 'CHOKeD'])).toEqual(['CHOKe', 'CHOKeD']);
    expect(shortNames(['CHOKe · m 1', 'CHOKe · m 3'])).toEqual(['m 1', 'm 3']);
    expect(shortNames(['RED · max_th 80', 'CHOKe'])).toEqual(['max_th 80', 'CHOKe']);
    expect(shortNames(['Some Long Discipline'])).toEqual(['Some Long…']);
    // The part of a name that distinguishes the lane is never cut off.
    expect(shortNames(['A · L4S threshold 0 s', 'A · L4S threshold 1 ms'])).toEqual(['L4S th… 0 s', 'L4S t… 1 ms']);
    expect(shortNames(['A · isolation flows', 'A · isolation dual'])).toEqual(['isol… flows', 'isola… dual']);
  });

  it('can be shown for one lane at a time', () => {
    const runs = three().all.map(({ index, name, source }) => ({ index, name, run: source as RunBuffer }));
    expect(plotLanes(runs, undefined, 1)).toMatchObject({ isSingle: false, focus: { index: 1 } });
    expect(plotLanes(runs, 2, 2)).toMatchObject({ isSingle: true, focus: { index: 2, colour: 'lane2' } });
    // Index 7 is that of a lane that was removed while it had the focus.
    expect(plotLanes(runs, undefined, 7)?.focus.index).toBe(0);
    expect(plotLanes([], undefined, 0)).toBeUndefined();
  });
});

describe('the plots of a run shown at an earlier time', () => {
  /** A run of 42 s that is shown at 20 s. */
  const past = (changes: Partial<PlotSource> = {}): PlotSource => {
    const source = plotSource();
    return {
      ...source,
      latest: { ...source.latest, scalars: { ...source.latest.scalars, now_s: 20, furthest_s: 42 } },
      ...changes,
    };
  };

  it('mark the displayed time on every time axis', () => {
    const lanes = alone(past());
    const shown = [
      THROUGHPUT.display(lanes, VIEW),
      FAIRNESS.display(lanes, VIEW),
      QUEUE.display(lanes, { ...VIEW, reached: 100 }),
      DROPS.display(lanes, { ...VIEW, reached: 300 }),
    ];
    for (const { now, axes } of shown)
      expect(now).toBeCloseTo(axes.region.left + (axes.region.right - axes.region.left) * 0.4, 6);
    expect(THROUGHPUT.display(alone(plotSource()), VIEW).now).toBeUndefined();
  });

  it('show the values at the displayed time, with a cursor that can move to the end of the simulated part', () => {
    const lanes = alone(past());
    expect(FAIRNESS.display(lanes, VIEW).reading).toContain('At 20.00\u00a0s');
    expect(FAIRNESS.display(lanes, { ...VIEW, chosen: 35 }).cursor?.text).toBe('35.00\u00a0s');
    expect(FAIRNESS.display(lanes, { ...VIEW, chosen: 99 }).cursor?.text).toBe('42.00\u00a0s');
    expect(instantAt(lanes.focus.source, 12.34)).toBeCloseTo(12.4, 9);
  });

  it('keep the replaced future as a dashed line, which begins where the new run differs', () => {
    const source = past({ ghost: plotSource({ now_s: 60 }).series, ghostFrom_s: 20 });
    const lanes = alone(source);
    const view = { ...VIEW, end_s: 100, settledSpan_s: 100 };
    for (const display of [
      THROUGHPUT.display(lanes, view),
      FAIRNESS.display(lanes, view),
      QUEUE.display(lanes, { ...view, reached: 100 }),
    ]) {
      const [ghost] = display.ghosts;
      const { left, right } = display.axes.region;
      expect(display.ghosts).toHaveLength(1);
      expect(ghost?.dash).toBeDefined();
      expect(((ghost?.x[0] ?? 0) - left) / (right - left)).toBeCloseTo(0.2, 1);
      expect(((ghost?.x[(ghost?.length ?? 0) - 1] ?? 0) - left) / (right - left)).toBeCloseTo(0.6, 1);
    }
    // The dashed line of the earlier run has a label only if there is room at its end.
    expect(FAIRNESS.display(lanes, view).notes).toEqual([]);
    expect(FAIRNESS.display(lanes, { ...view, width: 800 }).notes.map(({ text }) => text)).toEqual([
      'before the change',
    ]);
    expect(shownUntil(source)).toBeCloseTo(60, 6);
  });

  it('show a new dashed line when another future is replaced', () => {
    const { series } = plotSource();
    const scale = { left: 0, pixels_per_s: 4 };
    const [before, after] = [{}, {}];
    thin(series, series.jain_index, scale, 'last', before);
    trailingMean(series, series.jain_index, 2, before);
    series.jain_index.fill(0.5);
    expect(thin(series, series.jain_index, scale, 'last', after).value[10]).toBe(0.5);
    expect(trailingMean(series, series.jain_index, 2, after)[300]).toBeCloseTo(0.5, 9);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testEngine } from '../../testing/engine';
import { alone, BUCKET_S, plotSource, VIEW } from '../../testing/plot-source';
import type { EngineClient, Opened } from '../border/client';
import type { Scenario } from '../border/scenario';
import { RunSeries } from '../run/run-series';
import { FAIRNESS } from './fairness';
import type { PlotDisplay } from './plot-display';
import { QUEUE } from './queue';
import { OTHER_SEEDS, runOtherSeeds, SeedBands } from './seed-bands';
import { THROUGHPUT } from './throughput';

/** A run in which queue, UDP rate and Jain index are constant. */
function steady(queue: number, udp_bps: number, jain: number, buckets = 300): RunSeries {
  const series = new RunSeries(2, 0);
  const of = (value: number) => new Float64Array(buckets).fill(value);
  series.append({
    time_s: Float64Array.from({ length: buckets }, (_, bucket) => (bucket + 1) * BUCKET_S),
    class_bps: Float64Array.from({ length: 2 * buckets }, (_, place) => (place % 2 === 1 ? udp_bps : 1e6 - udp_bps)),
    ...{ queue_mean: of(queue), queue_min: of(queue), queue_max: of(queue), average_queue: of(queue) },
    ...{ delay_s: of(0.1), jain_index: of(jain), jain_index_tcp: of(jain), reasons: new Float64Array(0) },
  });
  return series;
}

const BANDS = new SeedBands([[steady(10, 1e5, 0.5), steady(30, 2e5, 0.9), steady(50, 6e5, 0.7)]]);

describe('the band of other seeds', () => {
  // The axis of throughput is in Mb/s.
  it.each([
    { plot: QUEUE, unit: 1, least: 10, mean: 30, greatest: 50 },
    { plot: FAIRNESS, unit: 1, least: 0.5, mean: 0.7, greatest: 0.9 },
    { plot: THROUGHPUT, unit: 1e6, least: 1e5, mean: 3e5, greatest: 6e5 },
  ])('spans the values from the least to the greatest run, with their mean: $plot.id', ({ plot, unit, ...values }) => {
    const view = { ...VIEW, isLogarithmic: false };
    const display = plot.display({ ...alone(plotSource()), bands: BANDS }, view);
    const [band] = display.areas;
    const [line] = display.ghosts;
    const last = (band?.length ?? 0) - 1;
    expect(band?.low[last]).toBeCloseTo(heightOf(display, values.least / unit), 2);
    expect(band?.high[last]).toBeCloseTo(heightOf(display, values.greatest / unit), 2);
    expect(line?.y[last]).toBeCloseTo(heightOf(display, values.mean / unit), 2);
    expect(plot.display(alone(plotSource()), view).areas.length).toBe(display.areas.length - 1);
  });

  it('is used again as long as the axes are the same, and computed again for other axes', () => {
    const bands = new SeedBands([[steady(10, 1e5, 0.5), steady(30, 2e5, 0.9)]]);
    const lanes = { ...alone(plotSource()), bands };
    const heights = (end_s: number, isLogarithmic: boolean) =>
      THROUGHPUT.display(lanes, { ...VIEW, end_s, isLogarithmic }).areas[0]?.high;
    const first = heights(50, true);
    expect(heights(50, true)).toBe(first);
    expect(heights(60, true)).not.toBe(first);
    expect(heights(60, false)?.[0]).not.toBeCloseTo(heights(60, true)?.[0] ?? Number.NaN, 0);
  });

  it('ends at the end of the axis, even if the runs continue', () => {
    const lanes = { ...alone(plotSource({ now_s: 10 })), bands: BANDS };
    const display = QUEUE.display(lanes, { ...VIEW, end_s: 12, settledSpan_s: 12 });
    const { x, length } = display.areas[0] ?? { x: [], length: 0 };
    const { left, right } = display.axes.region;
    expect(x[length - 1]).toBeLessThanOrEqual(right);
    expect(x[length - 1]).toBeGreaterThan(right - (right - left) / 20);
  });

  it('shows no Jain index before the measured window', () => {
    const source = plotSource();
    const scenario = { ...source.facts.scenario, measured_from_s: 20 };
    const lanes = { ...alone({ ...source, facts: { ...source.facts, scenario } }), bands: BANDS };
    const display = FAIRNESS.display(lanes, VIEW);
    const { left, right } = display.axes.region;
    const begin = left + ((right - left) * (20 - VIEW.begin_s)) / (VIEW.end_s - VIEW.begin_s);
    expect(display.areas[0]?.x[0]).toBeGreaterThan(begin);
  });
});

/** Vertical position of a value [px], interpolated between two ticks. */
function heightOf({ axes }: PlotDisplay, value: number): number {
  const [first, last] = [axes.yTicks[0], axes.yTicks.at(-1)];
  const [from, to] = [Number(first?.text), Number(last?.text)];
  const part = (value - from) / (to - from);
  return (first?.at ?? Number.NaN) * (1 - part) + (last?.at ?? Number.NaN) * part;
}

describe('the runs under other seeds', () => {
  it("equal the engine's runs under the same seeds", async () => {
    const { scenario: whole } = JSON.parse(
      readFileSync(new URL('../../../../presets/choked-model1.json', import.meta.url), 'utf8'),
    ) as { readonly scenario: Scenario };
    const scene = { ...whole, duration_s: 2 };
    const { signal } = new AbortController();
    let first: SeedBands | undefined;
    const onRun = (bands: SeedBands): void => {
      first ??= bands;
    };
    await runOtherSeeds(scene, { connect: () => testEngine(), settled_ms: 0, signal, onRun });
    const engine = await testEngine();
    const { frame } = await engine.open({ ...scene, seed: scene.seed + 1 }, 2, 0);
    const own = await engine.open(scene, 2, 0);
    engine.close();
    // If there is only one run, the band has no height and equals the run.
    const region = { left: 0, right: 200, top: 0, bottom: 100 };
    const scale = { left: 0, pixels_per_s: 100 };
    const shapes = first?.shapesOf(0, ({ queue_mean }) => [queue_mean, 'last'], {
      region,
      scale,
      toY: (value) => value,
    });
    const queue = Array.from(frame.series.queue_mean);
    expect(shapes?.mean.y).toEqual(Float32Array.from(queue));
    expect(queue).not.toEqual(Array.from(own.frame.series.queue_mean));
  });

  const scenario = { seed: 2 ** 32 - 3, duration_s: 5, lanes: [{}, {}] } as unknown as Scenario;

  it('include every lane under each of these seeds, and leave out the seed of the page', async () => {
    const asked: string[] = [];
    const received: number[] = [];
    const client = clientThat((of, lane) => asked.push(`${of.seed} ${lane}`));
    const { signal } = new AbortController();
    await runOtherSeeds(scenario, {
      connect: async () => client,
      settled_ms: 0,
      signal,
      onRun: ({ done }) => received.push(done),
    });
    expect(received).toEqual(Array.from({ length: OTHER_SEEDS }, (_, run) => run + 1));
    expect(new Set(asked).size).toBe(2 * OTHER_SEEDS);
    expect(asked.slice(0, 6)).toEqual(['4294967294 0', '4294967294 1', '4294967295 0', '4294967295 1', '0 0', '0 1']);
  });

  it('are kept if they have finished before the engine is lost, and the reason is given', async () => {
    let runs = 0;
    const client = clientThat(() => {
      runs += 1;
      if (runs > 4) throw new Error('the engine died');
    });
    const received: SeedBands[] = [];
    const { signal } = new AbortController();
    await runOtherSeeds(scenario, {
      connect: async () => client,
      settled_ms: 0,
      signal,
      onRun: (bands) => received.push(bands),
    });
    expect(received.at(-1)?.done).toBe(2);
    expect(received.at(-1)?.words).toContain('the engine died');
  });

  it('report nothing after they are cancelled', async () => {
    const stopping = new AbortController();
    const client = clientThat(() => stopping.abort());
    const received: SeedBands[] = [];
    const means = {
      connect: async () => client,
      signal: stopping.signal,
      onRun: (bands: SeedBands) => received.push(bands),
    };
    await runOtherSeeds(scenario, means);
    expect(received).toEqual([]);
  });
});

function clientThat(onOpen: (scenario: Scenario, lane: number) => void): EngineClient {
  const series = { time_s: new Float64Array(0), class_bps: new Float64Array(0) };
  return {
    open: async (scenario: Scenario, _at_s: number, lane: number) => {
      onOpen(scenario, lane);
      return { facts: { classes: ['tcp', 'udp'] }, frame: { series } } as unknown as Opened;
    },
    close: () => {},
  } as unknown as EngineClient;
}

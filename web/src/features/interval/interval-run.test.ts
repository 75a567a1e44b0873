import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/border/scenario';
import { testEngine } from '../../testing/engine';
import { boxOf } from './boxes';
import { flowRows, inOneUnit, laneRows } from './interval-rows';
import { type IntervalResult, PARTS, runInterval } from './interval-run';

const { scenario: MODEL_1 } = JSON.parse(
  readFileSync(new URL('../../../../presets/choked-model1.json', import.meta.url), 'utf8'),
) as { readonly scenario: Scenario };
/** A scene with two lanes, one change before the interval and one within it. */
const SCENE: Scenario = {
  ...MODEL_1,
  lanes: [
    { aqm: 'choked', params: {} },
    { aqm: 'choke', params: {} },
  ],
  interventions: [
    { at_s: 3, path: 'flows.0.rate_bps', value: 500_000 },
    { at_s: 7, path: 'flows.0.rate_bps', value: 3_000_000 },
  ],
};
const INTERVAL = { from_s: 5.25, until_s: 9.5 };
const run = (scenario = SCENE, signal = new AbortController().signal) =>
  runInterval(
    { scenario, interval: INTERVAL, lanes: 2 },
    { connect: () => testEngine(), signal, onProgress: () => undefined },
  );

describe('the statistics of an interval', () => {
  it('are those of a run whose measured window is the interval', async () => {
    const lanes = await run();
    const engine = await testEngine();
    for (const [lane, { result }] of (lanes ?? []).entries()) {
      await engine.open({ ...SCENE, measured_from_s: 5.25, duration_s: 9.5 }, 9.5, lane);
      const byHand = (await engine.result()) as IntervalResult & { readonly cost: object };
      expect(result).toEqual({ ...byHand, cost: { ...byHand.cost, wall_s: null } });
      expect(result).toMatchObject({ measured_from_s: 5.25, duration_s: 9.5 });
    }
    expect(lanes).toHaveLength(2);
    expect(lanes?.[0]?.result.jain_index).not.toBe(lanes?.[1]?.result.jain_index);
    engine.close();
  });

  it('include the changes made during the run', async () => {
    const [changed] = (await run()) ?? [];
    const [unchanged] = (await run({ ...SCENE, interventions: [] })) ?? [];
    expect(changed?.result.classes.udp?.loss_ratio).not.toBe(unchanged?.result.classes.udp?.loss_ratio);
  });

  it('have box plots of the throughput in equal parts of the interval, exact to the byte', async () => {
    const [lane] = (await run()) ?? [];
    const part_s = (INTERVAL.until_s - INTERVAL.from_s) / PARTS;
    const engine = await testEngine();
    const receivedAt = async (at_s: number) =>
      Array.from((await engine.seek(at_s)).flows.received_bytes, (bytes) => bytes);
    const { frame } = await engine.open({ ...SCENE, measured_from_s: 0 }, INTERVAL.from_s, 0);
    const first = Array.from(frame.flows.received_bytes);
    const last = await receivedAt(INTERVAL.until_s);
    engine.close();
    expect(lane?.parts).toHaveLength(last.length);
    for (const [flow, parts] of (lane?.parts ?? []).entries()) {
      expect(parts).toHaveLength(PARTS);
      const bytes = parts.reduce((sum, bps) => sum + (bps * part_s) / 8, 0);
      expect(Math.round(bytes)).toBe((last[flow] ?? 0) - (first[flow] ?? 0));
    }
  });

  it('do not exist if the computation was stopped', async () => {
    expect(await run(SCENE, AbortSignal.abort())).toBeUndefined();
  });

  it('are saved with one row for each lane and each flow, at full precision', async () => {
    const lanes = (await run()) ?? [];
    const byLane = laneRows(['CHOKeD', 'CHOKe'], lanes);
    const place = byLane.columns.findIndex(({ name }) => name === 'queueing_delay_s_p99');
    expect(byLane.rows.map((row) => [row[0], row[place]])).toEqual([
      ['CHOKeD', lanes[0]?.result.bottleneck.queueing_delay_s.p99],
      ['CHOKe', lanes[1]?.result.bottleneck.queueing_delay_s.p99],
    ]);
    const byFlow = flowRows(['CHOKeD', 'CHOKe'], lanes);
    expect(byFlow.rows).toHaveLength(2 * (lanes[0]?.result.flows.length ?? 0));
    for (const row of byFlow.rows) expect(row).toHaveLength(byFlow.columns.length);
  });
});

describe('a box plot', () => {
  it('has quartiles between the values, and whiskers to the ends', () => {
    expect(boxOf([4, 1, 3, 2])).toEqual({ least: 1, lower: 1.75, median: 2.5, upper: 3.25, greatest: 4 });
    expect(boxOf([])).toEqual({
      least: Number.NaN,
      lower: Number.NaN,
      median: Number.NaN,
      upper: Number.NaN,
      greatest: Number.NaN,
    });
  });
});

describe('a row of values in one table', () => {
  it('has one unit, and decimals that suit its greatest value', () => {
    expect(inOneUnit([998_000, 1_440], 'bit/s')).toEqual({ unit: 'Mb/s', texts: ['0.998', '0.001'] });
    expect(inOneUnit([1_440], 'bit/s')).toEqual({ unit: 'kb/s', texts: ['1.44'] });
    expect(inOneUnit([0.646, 1], '%')).toEqual({ unit: '%', texts: ['65', '100'] });
    expect(inOneUnit([0.381, undefined], 's')).toEqual({ unit: 'ms', texts: ['381', '–'] });
    expect(inOneUnit([0, 0], 'packets')).toEqual({ unit: 'packets', texts: ['0', '0'] });
  });
});

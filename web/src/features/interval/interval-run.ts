/**
 * The numbers of an interval: the scene, with every change that was made on the way, is run again with the interval as its
 * measured window, so that the engine itself gives them. Nothing is read off plots. A measured window moves no packet.
 */

import type { EngineClient } from '../../core/border/client';
import type { Scenario } from '../../core/border/scenario';
import type { Interval } from '../../core/page/interval';
import { timeless } from '../../core/save/bundle';

/** The part of the engine's result object that describes an interval (`docs/formats.md`); `null`: no value. */
export interface IntervalResult {
  readonly duration_s: number;
  readonly measured_from_s: number;
  readonly jain_index: number | null;
  readonly bottleneck: {
    readonly utilization: number;
    readonly queue_packets: { readonly mean: number; readonly p5: number; readonly p95: number };
    readonly queueing_delay_s: {
      readonly mean: number | null;
      readonly p50: number | null;
      readonly p95: number | null;
      readonly p99: number | null;
    };
  };
  readonly classes: Readonly<Record<string, IntervalClass>>;
  readonly flows: readonly IntervalFlow[];
}

interface IntervalClass {
  readonly flows: number;
  readonly throughput_bps: number;
  readonly loss_ratio: number | null;
  readonly mean_queueing_delay_s: number | null;
}

interface IntervalFlow {
  readonly id: number;
  readonly class: string;
  readonly throughput_bps: number;
  readonly goodput_bps: number;
  readonly loss_ratio: number | null;
  readonly mean_queueing_delay_s: number | null;
}

export interface IntervalLane {
  readonly result: IntervalResult;
  /** `parts[flow][part]`: what left the bottleneck of a flow in each of `PARTS` equal parts of the interval [bit/s]. */
  readonly parts: readonly (readonly number[])[];
}

/** How many equal parts of the interval a box is made of. */
export const PARTS = 20;

interface RunInterval {
  readonly connect: () => Promise<EngineClient>;
  /** Aborted: there is nothing to tell. */
  readonly signal: AbortSignal;
  /** How much of all lanes is done, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

interface AskedInterval {
  readonly scenario: Scenario;
  readonly interval: Interval;
  /** How many of its lanes, from the first one on. */
  readonly lanes: number;
}

/** Of the lanes in order; undefined if it was stopped. */
export async function runInterval(
  { scenario, interval, lanes: count }: AskedInterval,
  { connect, signal, onProgress }: RunInterval,
): Promise<readonly IntervalLane[] | undefined> {
  const { until_s } = interval;
  const lanes: IntervalLane[] = [];
  const engine = await connect();
  try {
    for (let lane = 0; lane < count; lane += 1) {
      const underWay = (before: number) => (now_s: number) =>
        onProgress((lane + (before + now_s / until_s) / 2) / count);
      if (signal.aborted) return undefined;
      await engine.open(measuring(scenario, interval), until_s, lane, { signal, onUnderWay: underWay(0) });
      // One that was stopped stands where it had come to.
      if (signal.aborted) return undefined;
      const result = timeless(await engine.result()) as IntervalResult;
      const parts = await partsOf(engine, scenario, lane, interval, signal, underWay(1));
      if (parts === undefined) return undefined;
      lanes.push({ result, parts });
      onProgress((lane + 1) / count);
    }
  } finally {
    engine.close();
  }
  return lanes;
}

/** The same scene with the interval as its measured window. */
function measuring(scenario: Scenario, { from_s, until_s }: Interval): Scenario {
  return { ...scenario, measured_from_s: from_s, duration_s: until_s };
}

/**
 * From one run that is measured from its start and told at the ends of the parts. The engine counts what a flow receives when
 * its packet has left the bottleneck, so a difference is what left the bottleneck in between, to the byte.
 */
async function partsOf(
  engine: EngineClient,
  scenario: Scenario,
  lane: number,
  { from_s, until_s }: Interval,
  signal: AbortSignal,
  onUnderWay: (now_s: number) => void,
): Promise<readonly (readonly number[])[] | undefined> {
  await engine.open({ ...scenario, measured_from_s: 0 }, from_s, lane, { signal, onUnderWay });
  let before = await received(engine);
  const parts = before.bytes.map((): number[] => []);
  for (let part = 1; part <= PARTS; part += 1) {
    if (signal.aborted) return undefined;
    await engine.seek(part === PARTS ? until_s : from_s + ((until_s - from_s) * part) / PARTS, { signal, onUnderWay });
    if (signal.aborted) return undefined;
    const now = await received(engine);
    for (const [flow, bytes] of now.bytes.entries())
      parts[flow]?.push(((bytes - (before.bytes[flow] ?? 0)) * 8) / (now.at_s - before.at_s));
    before = now;
  }
  return parts;
}

/** Bytes of every flow since the start of the run. */
async function received(engine: EngineClient): Promise<{ readonly at_s: number; readonly bytes: readonly number[] }> {
  const { duration_s: at_s, flows } = (await engine.result()) as IntervalResult;
  // Whole numbers, of which the result tells the rate.
  return { at_s, bytes: flows.map(({ throughput_bps }) => Math.round((throughput_bps * at_s) / 8)) };
}

/**
 * Computes the numbers of an interval. The scene, with every change made during the run, is run again with the interval
 * as its measured window, and the engine computes the numbers. A measured window does not influence the packets.
 */

import type { Scenario } from '../../core/border/scenario';
import { eachLane, type LaneBeside, type LanesBeside } from '../../core/engine/beside';
import type { Interval } from '../../core/page/interval';
import { timeless } from '../../core/save/bundle';

/**
 * The part of the engine's result object that describes an interval (`docs/formats.md`). `null` means that there is no
 * value.
 */
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

export interface IntervalClass {
  readonly flows: number;
  readonly throughput_bps: number;
  readonly loss_ratio: number | null;
  readonly mean_queueing_delay_s: number | null;
}

export interface IntervalFlow {
  readonly id: number;
  readonly class: string;
  readonly throughput_bps: number;
  readonly goodput_bps: number;
  readonly loss_ratio: number | null;
  readonly mean_queueing_delay_s: number | null;
}

export interface IntervalLane {
  readonly result: IntervalResult;
  /**
   * `parts[flow][part]`: a flow's throughput after the bottleneck in each of the interval's `PARTS` equal parts
   * [bit/s].
   */
  readonly parts: readonly (readonly number[])[];
}

/** Number of equal parts of the interval that a box plot summarizes. */
export const PARTS = 20;

export interface AskedInterval {
  readonly scenario: Scenario;
  readonly interval: Interval;
  /** Number of lanes, counted from the first. */
  readonly lanes: number;
}

/** The results of the lanes, in order. Undefined if the computation was stopped. */
export function runInterval(
  { scenario, interval, lanes }: AskedInterval,
  around: LanesBeside,
): Promise<readonly IntervalLane[] | undefined> {
  const { until_s } = interval;
  // Each lane is run twice: once with the interval as its measured window, and once stopping at the end of each part.
  return eachLane(lanes, 2 * until_s, around, async (lane) => {
    if (!(await lane.open(measuring(scenario, interval), until_s))) return undefined;
    const result = timeless(await lane.result()) as IntervalResult;
    const parts = await partsOf(lane, scenario, interval);
    return parts && { result, parts };
  });
}

/** The same scene with the interval as its measured window. */
function measuring(scenario: Scenario, { from_s, until_s }: Interval): Scenario {
  return { ...scenario, measured_from_s: from_s, duration_s: until_s };
}

/**
 * Throughputs in the parts of the interval, from one run's byte counts at the ends of the parts. They are exact to the
 * byte, since the engine counts a packet as received when it leaves the bottleneck.
 */
async function partsOf(
  lane: LaneBeside,
  scenario: Scenario,
  { from_s, until_s }: Interval,
): Promise<readonly (readonly number[])[] | undefined> {
  if (!(await lane.open({ ...scenario, measured_from_s: 0 }, from_s))) return undefined;
  let before = await received(lane);
  const parts = before.bytes.map((): number[] => []);
  for (let part = 1; part <= PARTS; part += 1) {
    const end_s = part === PARTS ? until_s : from_s + ((until_s - from_s) * part) / PARTS;
    if (!(await lane.seek(end_s))) return undefined;
    const now = await received(lane);
    for (const [flow, bytes] of now.bytes.entries())
      parts[flow]?.push(((bytes - (before.bytes[flow] ?? 0)) * 8) / (now.at_s - before.at_s));
    before = now;
  }
  return parts;
}

/** Number of each flow's bytes that have left the bottleneck since the start of the run. */
async function received({ result }: LaneBeside): Promise<{ readonly at_s: number; readonly bytes: readonly number[] }> {
  const { duration_s: at_s, flows } = (await result()) as IntervalResult;
  // The result contains rates instead of byte counts, so each rate is converted back to a whole number of bytes.
  return { at_s, bytes: flows.map(({ throughput_bps }) => Math.round((throughput_bps * at_s) / 8)) };
}

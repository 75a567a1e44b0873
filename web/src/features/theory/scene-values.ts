/**
 * Values of the open scene and its run for the formulas' pictures: current parameters, UDP's load, and each lane's
 * measurements. Pure.
 */

import type { LaneRun } from '../../core/run/lanes';
import type { RunBuffer, RunSeries, SceneFacts } from '../../core/run/run-buffer';
import type { Ink } from '../../ui/marks/ink';
import { slotOf } from './arrivals';
import type { Elsewhere, LaneValues, SceneValues, TrafficSpread } from './picture';
import type { PlaceSampler } from './place-sampler';

/**
 * Shares of the buffer that are used as min_th and max_th if the discipline has no thresholds. They are those of the
 * thesis.
 */
const MIN_PART = 0.4;
const MAX_PART = 0.8;
/** Length of the displayed time after a rate change [drain times]. */
const FOLLOWED = 2;

export function sceneValues(
  lanes: readonly LaneRun[],
  focus: LaneRun,
  samplers: ReadonlyMap<number, PlaceSampler>,
  elsewhere: readonly Elsewhere[] = [],
  traffic?: TrafficSpread,
): SceneValues {
  const { facts, latest } = focus.run;
  const { params } = facts;
  const number = (id: string): number | undefined => {
    const value = params[id] ?? facts.scenario.queue.params[id];
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  const now_s = latest.scalars.now_s;
  const changed_s = lastRateChange(facts, now_s);
  const before = changed_s === undefined ? undefined : offeredAt(facts, changed_s - 1e-9) / facts.capacity_bps;
  const sizes = facts.scenario.flows.map(({ packet_bytes }) => packet_bytes);
  const load = offeredAt(facts, now_s) / facts.capacity_bps;
  return {
    capacityBps: facts.capacity_bps,
    packetBytes: facts.scenario.flows[0]?.packet_bytes ?? 1000,
    buffer: facts.limit,
    minThreshold: number('min_th') ?? Math.round(facts.limit * MIN_PART),
    maxThreshold: number('max_th') ?? Math.round(facts.limit * MAX_PART),
    maxProbability: number('max_p') ?? 0.1,
    isGentle: params.gentle === true,
    tcpFlows: facts.flows.filter((flow) => flow.class === 'tcp').length,
    udpFlows: facts.flows.filter((flow) => flow.class === 'udp').length,
    load,
    loadBefore: before === load ? undefined : before,
    bucket_s: focus.run.series.bucket_s,
    meanQueue: Math.max(1, Math.round(latest.scalars.mean_queue || facts.limit / 2)),
    roundTrip_s: roundTrip(facts, latest.scalars.mean_queueing_delay_s),
    phi: number('phi') ?? 1.001,
    sizeExponent: typeof params.sbt_exponent === 'number' ? params.sbt_exponent : 1,
    packetSizes: [Math.min(...sizes), Math.max(...sizes)],
    ...sourceValues(facts),
    traffic,
    mostCompared: number('maxcomp') ?? number('max_comp') ?? 5,
    lanes: lanes.map((lane) => ({
      ...laneValues(lane, samplers.get(lane.index), changed_s),
      // With a single lane, there is nothing to distinguish by name or colour.
      ...(lanes.length === 1 ? { name: 'this run', colour: 'text' as const } : {}),
    })),
    elsewhere,
    names: Object.fromEntries(focus.run.catalog.disciplines.map(({ id, name }) => [id, name])),
  };
}

function laneValues(
  { index, name, run }: LaneRun,
  sampler: PlaceSampler | undefined,
  changed_s: number | undefined,
): LaneValues {
  const { facts, latest } = run;
  const { scalars, flows } = latest;
  const of = (values: Float64Array, isUdp: boolean): number =>
    facts.flows.reduce((sum, flow, row) => ((flow.class === 'udp') === isUdp ? sum + (values[row] ?? 0) : sum), 0);
  const share = (values: Float64Array): number | undefined => {
    const udp = of(values, true);
    const all = udp + of(values, false);
    return all > 0 ? udp / all : undefined;
  };
  return {
    key: `lane ${index}`,
    name,
    colour: (['lane0', 'lane1', 'lane2', 'lane3'] as const satisfies readonly Ink[])[index % 4] ?? 'lane0',
    aqm: facts.aqm,
    waiting: scalars.waiting,
    average: Number.isNaN(scalars.average_queue) ? undefined : scalars.average_queue,
    recentShare: share(flows.recent_bps),
    share: share(flows.received_bytes),
    jain: Number.isFinite(scalars.jain_index) && scalars.jain_index > 0 ? scalars.jain_index : undefined,
    gauges: gaugesOf(run),
    density: sampler?.density(),
    looks: sampler?.looks ?? 0,
    afterChange: changed_s === undefined ? [] : shareAfter(run, changed_s),
  };
}

function gaugesOf({ about, latest }: RunBuffer): Record<string, number> {
  return Object.fromEntries(about.gauges.map(({ id }, place) => [id, latest.gauges.value[place] ?? Number.NaN]));
}

/**
 * Round-trip time: the delays of the access links and of the bottleneck in both directions, and the wait in the queue.
 * Transmission times are not included.
 */
function roundTrip({ scenario }: SceneFacts, queueing_s: number): number {
  const group = scenario.flows.find(({ transport }) => transport !== 'udp');
  const own_s = group?.access_delay_s ?? scenario.access.delay_s;
  return 2 * (2 * own_s + scenario.bottleneck.delay_s) + (Number.isFinite(queueing_s) ? queueing_s : 0);
}

/**
 * UDP's share of the throughput in each bucket of time after a change. The unit of time is the drain time, in which the
 * link sends the queue waiting at the change.
 */
export function shareAfter(
  { series, facts, latest }: Pick<RunBuffer, 'series' | 'facts' | 'latest'>,
  changed_s: number,
): [number, number][] {
  const first = series.bucketAt(changed_s + series.bucket_s * 0.5);
  const queue = series.queue_mean[first - 1];
  const udp = facts.classes.indexOf('udp');
  if (first < 1 || queue === undefined || !(queue > 0) || udp < 0) return [];
  const drain_s = (queue * (facts.scenario.flows[0]?.packet_bytes ?? 1000) * 8) / facts.capacity_bps;
  const course: [number, number][] = [];
  for (let bucket = first; bucket < series.length; bucket += 1) {
    const end_s = series.time_s[bucket] ?? 0;
    const time = ((series.startOf(bucket) + end_s) / 2 - changed_s) / drain_s;
    if (time > FOLLOWED || end_s > latest.scalars.now_s + 1e-9) break;
    const all = total(series, bucket);
    if (time >= 0 && all > 0) course.push([time, (series.class_bps[udp]?.[bucket] ?? 0) / all]);
  }
  return course;
}

function total(series: RunSeries, bucket: number): number {
  return series.class_bps.reduce((sum, values) => sum + (values[bucket] ?? 0), 0);
}

/** The total rate of the UDP flows at a given time [bit/s], including timed changes and schedules. */
export function offeredAt({ scenario }: SceneFacts, at_s: number): number {
  return scenario.flows.reduce((sum, group, place) => {
    if (group.transport !== 'udp') return sum;
    const changed = scenario.interventions.findLast(
      (change) => change.path === `flows.${place}.rate_bps` && change.at_s <= at_s,
    );
    const scheduled = stepsOf(group).findLast(([from_s]) => from_s <= at_s);
    const rate = typeof changed?.value === 'number' ? changed.value : (scheduled?.[1] ?? meanRate(group));
    return sum + rate * group.count;
  }, 0);
}

/** The last time before `now_s` at which a UDP rate changed. */
export function lastRateChange({ scenario }: SceneFacts, now_s: number): number | undefined {
  const moments = scenario.flows.flatMap((group, place) =>
    group.transport === 'udp'
      ? [
          ...stepsOf(group).map(([from_s]) => from_s),
          ...scenario.interventions.filter(({ path }) => path === `flows.${place}.rate_bps`).map(({ at_s }) => at_s),
        ]
      : [],
  );
  const past = moments.filter((at_s) => at_s > 0 && at_s <= now_s);
  return past.length === 0 ? undefined : Math.max(...past);
}

type Group = SceneFacts['scenario']['flows'][number];

/** The first group of UDP flows, described as a source with slots. */
function sourceValues({ scenario }: SceneFacts): Pick<SceneValues, 'slot_s' | 'hurst' | 'slotVariance'> {
  const slot_s = slotOf(scenario);
  const group = scenario.flows.find(({ transport }) => transport === 'udp');
  if (group === undefined) return { slot_s, hurst: 0.5, slotVariance: 1 };
  const { hurst } = group as Group & Readonly<Record<string, unknown>>;
  // A slot contains at most one packet of a source.
  const mean = Math.min(0.99, (meanRate(group) * slot_s) / (group.packet_bytes * 8));
  return { slot_s, hurst: typeof hurst === 'number' ? hurst : 0.5, slotVariance: group.count * mean * (1 - mean) || 1 };
}

/** Mean rate of each flow in a group of UDP flows [bit/s]. */
function meanRate(group: Group): number {
  const { rate_bps, on_s, off_s, intensity, slot_s } = group as Group & Readonly<Record<string, unknown>>;
  if (typeof rate_bps === 'number') {
    if (group.source !== 'onoff') return rate_bps;
    const [on, off] = [typeof on_s === 'number' ? on_s : 0.5, typeof off_s === 'number' ? off_s : 0.5];
    return (rate_bps * on) / (on + off);
  }
  const perSlot = typeof intensity === 'number' ? intensity : 0.1;
  const slot = typeof slot_s === 'number' ? slot_s : 0.001;
  return (perSlot * group.packet_bytes * 8) / slot;
}

/** `[[at_s, rate_bps], …]` for a source with a schedule. */
function stepsOf(group: Group): readonly (readonly [number, number])[] {
  const { steps } = group as Group & Readonly<Record<string, unknown>>;
  return Array.isArray(steps) ? (steps as [number, number][]) : [];
}

/**
 * A deterministic engine for tests of the page and for work on it without WebAssembly. It moves packets through one queue
 * and fills frames as the real one does; its numbers mean nothing.
 */

import { settingAt, withSetting } from '../scenario/edit';
import type { Scenario, SettingValue } from '../scenario/scenario';
import type { Catalog } from './catalog';
import type { DecodedLink, EngineClient, Opened, SceneFacts, SceneProblem, ViewInLink } from './client';
import { SceneRefused } from './client';
import { FAKE_CATALOG } from './fake-catalog';
import { FakeTimeline, fakeDivergence } from './fake-timeline';
import { type Frame, Happening, type QueueColumns, Step } from './frame';

const BUCKET_S = 0.1;
const BYTES = 1000;
const REASON = { early: 0, forced: 1, overflow: 2, arriving: 3, victim: 4 } as const;
const NONE = 255;
const MOST_DECISIONS = 2000;

interface Packet {
  readonly packet: number;
  readonly flow: number;
  readonly arrived_s: number;
  readonly flags: number;
}

interface Flow {
  readonly isUdp: boolean;
  rate_bps: number;
  next_s: number;
  received: number;
  arrived: number;
  dropped: number;
  /** Bytes of the last 10 s, as a decaying sum. */
  recent: number;
}

export function fakeEngine(): EngineClient {
  let run: FakeTimeline | undefined;
  const opened = (): FakeTimeline => {
    if (run === undefined) throw new Error('no scene is open');
    return run;
  };
  const answer = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      queueMicrotask(() => {
        try {
          resolve(work());
        } catch (problem) {
          reject(problem);
        }
      });
    });

  return {
    catalog: () => answer((): Catalog => FAKE_CATALOG),
    open: (scenario, at_s = 0, lane = 0) =>
      answer((): Opened => {
        for (const place of scenario.lanes.keys()) check(scenario, place);
        run = new FakeTimeline((replayed) => new FakeRun(replayed, lane), scenario);
        run.advance(at_s, Number.POSITIVE_INFINITY);
        return { facts: run.facts(), frame: run.frame() };
      }),
    advance: (until_s, budget_ms) => answer(() => opened().advance(until_s, budget_ms).frame()),
    stepDecision: () => answer(() => opened().stepDecision().frame()),
    change: (path, value) =>
      answer((): Opened => {
        const scene = opened();
        const changed = withSetting(scene.current, path, value);
        for (const place of changed.lanes.keys()) check(changed, place);
        scene.change(path, value);
        return { facts: scene.facts(), frame: scene.frame() };
      }),
    seek: (at_s) => answer(() => opened().seek(at_s).frame()),
    seekDecision: (serial) => answer(() => opened().seekDecision(serial).frame()),
    seekEvent: (event) => answer(() => opened().seekEvent(event).frame()),
    step: (step, direction) =>
      answer(() => {
        const found = opened().step(step, direction) ? 'found' : 'none';
        return { found, frame: opened().frame() };
      }),
    history: (from_s, until_s, filter, max) => answer(() => opened().history(from_s, until_s, filter, max)),
    divergence: (scenario, first, second, until_s) =>
      answer(() => fakeDivergence((lane) => new FakeRun(scenario, lane), [first, second], until_s)),
    facts: () => answer(() => opened().facts()),
    encodeLink: (scenario, _preset, view) =>
      answer(() => `1.${btoa(encodeURIComponent(JSON.stringify({ scenario, view }))).replace(/=+$/, '')}`),
    decodeLink: (fragment) =>
      answer((): DecodedLink => {
        if (!fragment.startsWith('1.')) refuse('link', 'is no link of Chokepoint: it does not start with a version');
        try {
          const content = JSON.parse(decodeURIComponent(atob(fragment.slice(2)))) as {
            scenario: Scenario;
            view: ViewInLink;
          };
          for (const place of content.scenario.lanes.keys()) check(content.scenario, place);
          return content;
        } catch (problem) {
          if (problem instanceof SceneRefused) throw problem;
          return refuse('link', 'is damaged: a part is missing or was changed');
        }
      }),
    result: () => answer(() => ({ schema: 1, engine: FAKE_CATALOG.engine_version })),
    close: () => {
      run = undefined;
    },
  };
}

/** One lane, forward only. */
export class FakeRun {
  now_s = 0;
  private readonly flows: Flow[] = [];
  private waiting: Packet[] = [];
  private sending: { packet: Packet; from_s: number; until_s: number } | undefined;
  private average = 0;
  serial = 0;
  private arrived = 0;
  private departed = 0;
  private dropped = 0;
  events = 0;
  private changes: Scenario['interventions'];
  private factsVersion = 1;
  private areaQueue = 0;
  private delaySum = 0;
  private readonly chance: () => number;
  /** The scenario with the settings in force now. */
  current: Scenario;

  // What the next frame will tell.
  private before: readonly Packet[] = [];
  happenings: number[][] = [];
  decisions: number[][] = [];
  steps: number[][] = [];
  private rows: number[][] = [];
  private classBps: number[] = [];
  private reasons: number[] = [];
  private bucket = newBucket(0);

  constructor(
    private scenario: Scenario,
    private readonly lane: number,
  ) {
    this.current = { ...scenario, interventions: [] };
    this.changes = scenario.interventions;
    this.chance = mulberry32(scenario.seed);
    for (const group of scenario.flows)
      for (let count = 0; count < group.count; count += 1)
        this.flows.push({
          isUdp: group.transport === 'udp',
          rate_bps: group.transport === 'udp' ? (group.rate_bps ?? 1e6) : 30_000,
          next_s: group.start_s[0] + this.chance() * (group.start_s[1] - group.start_s[0]),
          received: 0,
          arrived: 0,
          dropped: 0,
          recent: 0,
        });
    this.applyRates();
  }

  advance(until_s: number, budget_ms = Number.POSITIVE_INFINITY): this {
    const end_s = Math.min(until_s, this.scenario.duration_s);
    const began = performance.now();
    for (let count = 0; this.nextEvent_s() <= end_s; count += 1) {
      this.event();
      if (count % 256 === 255 && performance.now() - began > budget_ms) return this;
    }
    this.moveTo(Math.max(this.now_s, end_s));
    return this;
  }

  stepDecision(): this {
    const serial = this.serial;
    while (this.serial === serial && this.nextEvent_s() <= this.scenario.duration_s) this.event();
    if (this.serial === serial) this.moveTo(this.scenario.duration_s);
    return this;
  }

  change(path: string, value: SettingValue): void {
    const made = { at_s: this.now_s, path, value };
    // What was still to come belongs to another future.
    const before = this.scenario.interventions.filter(({ at_s }) => at_s <= this.now_s);
    this.scenario = { ...this.scenario, interventions: [...before, made] };
    this.changes = [];
    this.events += 1;
    this.apply(path, value);
  }

  get isAtEnd(): boolean {
    return this.now_s >= this.scenario.duration_s;
  }

  /** Forgets the decisions that wait to be told, but for the last one. */
  keepLastDecision(): void {
    const first = this.decisions.at(-1)?.[5] ?? 0;
    this.decisions = this.decisions.slice(-1).map((row) => [...row.slice(0, 5), 0, row[6] ?? 0]);
    this.steps = this.steps.slice(first);
  }

  facts(): SceneFacts {
    const about = FAKE_CATALOG.disciplines.find(({ id }) => id === this.aqm());
    const params = Object.fromEntries((about?.params ?? []).map(({ id }) => [id, this.param(id)]));
    const capacity_bps = this.current.bottleneck.capacity_bps;
    return {
      classes: ['tcp', 'udp'],
      flows: this.flows.map((flow, row) => ({
        number: row + 1,
        class: flow.isUdp ? 'udp' : 'tcp',
        transport: flow.isUdp ? 'cbr' : 'newreno',
      })),
      aqm: this.aqm(),
      params,
      capacity_bps,
      limit: Number(this.param('limit')),
      fair_share_bps: capacity_bps / Math.max(1, this.flows.length),
      scenario: this.scenario,
    };
  }

  frame(): Frame {
    const front = Math.ceil(this.waiting.length / 2);
    const column = (rows: readonly number[][], at: number): number[] => rows.map((row) => row[at] ?? Number.NaN);
    const told: Frame = {
      scalars: {
        now_s: this.now_s,
        is_finished: this.now_s >= this.scenario.duration_s ? 1 : 0,
        facts_version: this.factsVersion,
        waiting: this.waiting.length,
        arrived: this.arrived,
        departed: this.departed,
        dropped: this.dropped,
        marked: 0,
        events: this.events,
        decisions: this.serial,
        decisions_left_out: 0,
        happenings_left_out: 0,
        average_queue: this.aqm() === 'drop-tail' ? Number.NaN : this.average,
        front_region: this.aqm() === 'choked' ? front : Number.NaN,
        sending_flow: this.sending?.packet.flow ?? -1,
        sending_packet: this.sending?.packet.packet ?? 0,
        sending_from_s: this.sending?.from_s ?? 0,
        sending_until_s: this.sending?.until_s ?? 0,
        utilization: (this.departed * BYTES * 8) / Math.max(1e-9, this.now_s * this.current.bottleneck.capacity_bps),
        jain_index: jain(this.flows),
        jain_index_tcp: jain(this.flows.filter(({ isUdp }) => !isUdp)),
        mean_queue: this.areaQueue / Math.max(1e-9, this.now_s),
        mean_queueing_delay_s: this.delaySum / Math.max(1, this.departed),
        state_hash_high: this.events,
        state_hash_low: this.serial,
        is_seek: 0,
        furthest_s: this.now_s,
        series_valid_until_s: this.now_s,
        replay_mismatches: 0,
        checkpoints: 0,
        checkpoint_bytes: 0,
        row_count: 0,
        next_queue: -1,
      },
      queue: queueColumns(this.waiting),
      before: queueColumns(this.decisions.length > 0 ? this.before : []),
      happenings: {
        time_s: Float64Array.from(column(this.happenings, 0)),
        kind: Uint8Array.from(column(this.happenings, 1)),
        flow: Uint32Array.from(column(this.happenings, 2)),
        packet: Uint32Array.from(column(this.happenings, 3)),
        reason: Uint8Array.from(column(this.happenings, 4)),
        place: Int32Array.from(column(this.happenings, 5)),
        decision: Uint32Array.from(column(this.happenings, 6)),
      },
      decisions: {
        serial: Uint32Array.from(column(this.decisions, 0)),
        time_s: Float64Array.from(column(this.decisions, 1)),
        flow: Uint32Array.from(column(this.decisions, 2)),
        packet: Uint32Array.from(column(this.decisions, 3)),
        waiting: Uint32Array.from(column(this.decisions, 4)),
        first_step: Uint32Array.from(column(this.decisions, 5)),
        step_count: Uint32Array.from(column(this.decisions, 6)),
      },
      steps: {
        kind: Uint8Array.from(column(this.steps, 0)),
        id: Int32Array.from(column(this.steps, 1)),
        flow: Uint32Array.from(column(this.steps, 2)),
        value: Float64Array.from(column(this.steps, 3)),
      },
      series: {
        time_s: Float64Array.from(column(this.rows, 0)),
        queue_mean: Float64Array.from(column(this.rows, 1)),
        queue_min: Float64Array.from(column(this.rows, 2)),
        queue_max: Float64Array.from(column(this.rows, 3)),
        average_queue: Float64Array.from(column(this.rows, 4)),
        delay_s: Float64Array.from(column(this.rows, 5)),
        jain_index: Float64Array.from(column(this.rows, 6)),
        jain_index_tcp: Float64Array.from(column(this.rows, 7)),
        class_bps: Float64Array.from(this.classBps),
        reasons: Float64Array.from(this.reasons),
      },
      flows: {
        received_bytes: Float64Array.from(this.flows, ({ received }) => received),
        recent_bps: Float64Array.from(this.flows, ({ recent }) => (recent * 8) / Math.min(10, Math.max(1, this.now_s))),
        arrived: Float64Array.from(this.flows, ({ arrived }) => arrived),
        dropped: Float64Array.from(this.flows, ({ dropped }) => dropped),
        congestion_window: Float64Array.from(this.flows, ({ isUdp, rate_bps }) =>
          isUdp ? Number.NaN : (rate_bps * 0.5) / 8 / BYTES,
        ),
      },
      gauges: this.aqm() === 'drop-tail' ? new Float64Array() : Float64Array.of(this.average),
      queues: { id: new Uint32Array(), first: new Uint32Array(), credit: new Float64Array() },
      bins: { probability: new Float64Array(), packets: new Float64Array() },
      rows: { flow: new Uint32Array(), value: new Float64Array() },
      occupancy: { edges: new Float64Array(0), parts: new Float64Array(0) },
      waits: { edges: new Float64Array(0), parts: new Float64Array(0) },
      hits: { draws: new Float64Array(20), matches: new Float64Array(20) },
      windows: NO_WINDOWS,
    };
    this.happenings = [];
    this.decisions = [];
    this.steps = [];
    this.rows = [];
    this.classBps = [];
    this.reasons = [];
    return told;
  }

  private aqm(): string {
    return this.current.lanes[this.lane]?.aqm ?? 'choked';
  }

  private param(id: string): SettingValue {
    const about = FAKE_CATALOG.disciplines.find((discipline) => discipline.id === this.aqm());
    const own = this.current.lanes[this.lane]?.params[id] ?? this.current.queue.params[id];
    return own ?? about?.params.find((spec) => spec.id === id)?.default ?? 0;
  }

  private nextEvent_s(): number {
    let next_s = Math.min(this.sending?.until_s ?? Number.POSITIVE_INFINITY, this.changes[0]?.at_s ?? Infinity);
    for (const flow of this.flows) if (flow.next_s < next_s) next_s = flow.next_s;
    return next_s;
  }

  private event(): void {
    const at_s = this.nextEvent_s();
    this.moveTo(at_s);
    this.events += 1;
    const change = this.changes[0];
    const row = this.flows.findIndex((flow) => flow.next_s <= at_s);
    if (this.sending !== undefined && this.sending.until_s <= at_s) this.depart();
    else if (row >= 0) this.arrive(row);
    else if (change !== undefined) {
      // Last of all that is due at a moment, as when it was made.
      this.changes = this.changes.slice(1);
      this.apply(change.path, change.value);
    }
    if (this.sending === undefined) this.startSending();
  }

  private moveTo(at_s: number): void {
    while (this.bucket.end_s <= at_s) {
      this.closeBucket();
      this.bucket = newBucket(this.bucket.end_s);
    }
    const passed = at_s - this.now_s;
    this.areaQueue += passed * this.waiting.length;
    this.bucket.area += passed * this.waiting.length;
    for (const flow of this.flows) flow.recent *= Math.exp(-passed / 10);
    this.now_s = at_s;
  }

  private closeBucket(): void {
    const { bucket } = this;
    const noted = bucket.left > 0 ? bucket.delay / bucket.left : Number.NaN;
    const mean = Math.min(bucket.max, bucket.area / BUCKET_S);
    this.rows.push([
      bucket.end_s,
      mean,
      bucket.min === Number.POSITIVE_INFINITY ? this.waiting.length : bucket.min,
      bucket.max,
      this.aqm() === 'drop-tail' ? Number.NaN : this.average,
      noted,
      jain(this.flows),
      jain(this.flows.filter(({ isUdp }) => !isUdp)),
    ]);
    this.classBps.push(...bucket.bits.map((bits) => bits / BUCKET_S));
    this.reasons.push(...bucket.reasons);
  }

  private arrive(row: number): void {
    const flow = this.flows[row];
    if (flow === undefined) return;
    this.arrived += 1;
    const packet: Packet = { packet: this.arrived, flow: row, arrived_s: this.now_s, flags: 0 };
    flow.arrived += 1;
    if (!flow.isUdp) flow.rate_bps += 300;
    const gap = (BYTES * 8) / Math.max(1, flow.rate_bps);
    flow.next_s = this.now_s + (flow.isUdp ? gap : gap * (0.5 + this.chance()));
    this.decide(packet, flow);
    this.bucket.max = Math.max(this.bucket.max, this.waiting.length);
    this.bucket.min = Math.min(this.bucket.min, this.waiting.length);
  }

  private decide(packet: Packet, flow: Flow): void {
    this.serial += 1;
    this.before = [...this.waiting];
    const firstStep = this.steps.length;
    const length = this.waiting.length;
    const step = (kind: number, id: number, flowOrReason = 0, value = Number.NaN): void => {
      this.steps.push([kind, id, flowOrReason, value]);
    };
    const drop = (reason: number): void => {
      step(Step.drop, -1, reason);
      this.lose(packet, reason, -1, Happening.droppedArriving);
      if (!flow.isUdp) flow.rate_bps = Math.max(4000, flow.rate_bps * 0.7);
    };
    const admit = (line: number): void => {
      step(Step.line, line);
      step(Step.admit, this.waiting.length);
      this.waiting.push(packet);
      this.happenings.push([
        this.now_s,
        Happening.admitted,
        packet.flow,
        packet.packet,
        NONE,
        length,
        this.serial,
        this.events,
      ]);
    };

    if (this.aqm() === 'drop-tail') {
      step(Step.value, 0, 0, length);
      if (length < Number(this.param('limit'))) admit(0);
      else {
        step(Step.line, 1);
        drop(REASON.overflow);
      }
    } else this.decideByAverage(packet, step, drop, admit);

    this.decisions.push([
      this.serial,
      this.now_s,
      packet.flow,
      packet.packet,
      length,
      firstStep,
      this.steps.length - firstStep,
    ]);
    if (this.decisions.length > MOST_DECISIONS) this.keepLastDecision();
  }

  private decideByAverage(
    packet: Packet,
    step: (kind: number, id: number, flowOrReason?: number, value?: number) => void,
    drop: (reason: number) => void,
    admit: (line: number) => void,
  ): void {
    const length = this.waiting.length;
    const minimum = Number(this.param('min_th'));
    const maximum = Number(this.param('max_th'));
    this.average += Number(this.param('w_q')) * (length - this.average);
    step(Step.line, 0);
    step(Step.value, 0, 0, this.average);
    step(Step.line, 1);
    if (this.average < minimum) {
      admit(6);
      return;
    }
    step(Step.line, 2);
    if (this.average >= maximum) {
      drop(REASON.forced);
      return;
    }
    if (length >= Number(this.param('limit'))) {
      drop(REASON.overflow);
      return;
    }
    const draws = { red: 0, choke: 1, gchoke: 3, choked: 5 }[this.aqm()] ?? 0;
    step(Step.line, 3);
    step(Step.value, 2, 0, draws);
    for (let count = 0; count < draws; count += 1) {
      const half = Math.floor(length / 2);
      const place =
        this.aqm() === 'choked'
          ? half + Math.floor(this.chance() * (length - half))
          : Math.floor(this.chance() * length);
      const drawn = this.waiting[place];
      if (drawn === undefined) continue;
      const isMatch = drawn.flow === packet.flow;
      step(isMatch ? Step.match : Step.miss, place, drawn.flow);
      if (!isMatch) continue;
      step(Step.line, 4);
      step(Step.line, 5);
      this.waiting = this.waiting.filter((_, at) => at !== place);
      step(Step.drop, place, REASON.victim);
      this.lose(drawn, REASON.victim, place, Happening.droppedWaiting);
      drop(REASON.arriving);
      return;
    }
    const probability = (Number(this.param('max_p')) * (this.average - minimum)) / Math.max(1, maximum - minimum);
    step(Step.value, 1, 0, probability);
    if (this.chance() < probability) {
      drop(REASON.early);
      return;
    }
    admit(6);
  }

  private lose(packet: Packet, reason: number, place: number, kind: number): void {
    const flow = this.flows[packet.flow];
    if (flow !== undefined) flow.dropped += 1;
    this.dropped += 1;
    this.bucket.reasons[reason] = (this.bucket.reasons[reason] ?? 0) + 1;
    this.happenings.push([this.now_s, kind, packet.flow, packet.packet, reason, place, this.serial, this.events]);
  }

  private startSending(): void {
    const packet = this.waiting[0];
    if (packet === undefined) return;
    this.waiting = this.waiting.slice(1);
    const until_s = this.now_s + (BYTES * 8) / this.current.bottleneck.capacity_bps;
    this.sending = { packet, from_s: this.now_s, until_s };
    this.happenings.push([this.now_s, Happening.sent, packet.flow, packet.packet, NONE, 0, 0, this.events]);
    this.delaySum += this.now_s - packet.arrived_s;
    this.bucket.delay += this.now_s - packet.arrived_s;
    this.bucket.left += 1;
  }

  private depart(): void {
    const flow = this.flows[this.sending?.packet.flow ?? -1];
    this.sending = undefined;
    this.departed += 1;
    if (flow === undefined) return;
    flow.received += BYTES;
    flow.recent += BYTES;
    const number = flow.isUdp ? 1 : 0;
    this.bucket.bits[number] = (this.bucket.bits[number] ?? 0) + BYTES * 8;
  }

  private apply(path: string, value: SettingValue): void {
    this.current = withSetting(this.current, path, value);
    this.factsVersion += 1;
    this.applyRates();
  }

  private applyRates(): void {
    let row = 0;
    for (const group of this.current.flows)
      for (let count = 0; count < group.count; count += 1) {
        const flow = this.flows[row];
        if (flow?.isUdp === true) flow.rate_bps = group.rate_bps ?? 1e6;
        row += 1;
      }
  }
}

interface Bucket {
  end_s: number;
  area: number;
  min: number;
  max: number;
  delay: number;
  left: number;
  bits: number[];
  reasons: number[];
}

function newBucket(from_s: number): Bucket {
  const end_s = Math.round((from_s + BUCKET_S) / BUCKET_S) * BUCKET_S;
  return {
    end_s,
    area: 0,
    min: Number.POSITIVE_INFINITY,
    max: 0,
    delay: 0,
    left: 0,
    bits: [0, 0],
    reasons: FAKE_CATALOG.reasons.map(() => 0),
  };
}

function queueColumns(packets: readonly Packet[]): QueueColumns {
  return {
    packet: Uint32Array.from(packets, ({ packet }) => packet),
    flow: Uint32Array.from(packets, ({ flow }) => flow),
    bytes: Uint32Array.from(packets, () => BYTES),
    arrived_s: Float64Array.from(packets, ({ arrived_s }) => arrived_s),
    flags: Uint8Array.from(packets, ({ flags }) => flags),
    label: new Float64Array(),
  };
}

function jain(flows: readonly Flow[]): number {
  const sum = flows.reduce((total, { received }) => total + received, 0);
  const squares = flows.reduce((total, { received }) => total + received * received, 0);
  return squares > 0 ? (sum * sum) / (flows.length * squares) : Number.NaN;
}

/** Refuses what lies outside the declared ranges, as the engine does. */
function check(scenario: Scenario, lane: number): void {
  const problems: SceneProblem[] = [];
  const about = FAKE_CATALOG.disciplines.find(({ id }) => id === scenario.lanes[lane]?.aqm);
  if (about === undefined)
    throw new SceneRefused([
      { path: `lanes.${lane}.aqm`, problem: `is "${scenario.lanes[lane]?.aqm}", which is no discipline` },
    ]);
  const judge = (path: string, kind: (typeof about.params)[number]['kind'], value: SettingValue | undefined): void => {
    if (value === undefined || (kind.kind !== 'integer' && kind.kind !== 'real')) return;
    if (typeof value !== 'number' || value < kind.min || value > kind.max)
      problems.push({ path, problem: `is ${value}; allowed is ${kind.min} to ${kind.max}` });
  };
  for (const spec of about.params) {
    const path = `queue.params.${spec.id}`;
    judge(path, spec.kind, settingAt(scenario, path));
    judge(`lanes.${lane}.params.${spec.id}`, spec.kind, scenario.lanes[lane]?.params[spec.id]);
  }
  for (const spec of FAKE_CATALOG.scene_settings)
    if (spec.path.includes('*'))
      scenario.flows.forEach((_, group) => {
        const path = spec.path.replace('*', String(group));
        judge(path, spec.kind, settingAt(scenario, path));
      });
    else judge(spec.path, spec.kind, settingAt(scenario, spec.path));
  const { min_th = 40, max_th = 80 } = scenario.queue.params;
  if (about.params.length > 1 && max_th <= min_th)
    problems.push({ path: 'queue.params.max_th', problem: `is ${max_th}, which is not above min_th (${min_th})` });
  if (problems.length > 0) throw new SceneRefused(problems);
}

function refuse(path: string, problem: string): never {
  throw new SceneRefused([{ path, problem }]);
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Its senders have windows, but their course is not followed. */
const NO_WINDOWS: Frame['windows'] = {
  congestion_window: new Float64Array(),
  slow_start_threshold: new Float64Array(),
  fast_retransmits: new Float64Array(),
  timeouts: new Float64Array(),
  ecn_cuts: new Float64Array(),
};

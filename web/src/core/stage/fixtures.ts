/** Small hand-written runs for tests of the stage and for the gallery. */

import type { ReasonFamily } from '../../base/palette';
import type { DecisionColumns, Frame, QueueColumns, StepColumns } from '../border/border.gen';
import type { Catalog, DisciplineAbout, SettingSpec } from '../border/catalog';
import type { SceneFacts } from '../border/client';
import { type DecisionRecord, type DroppedPacket, Ring, RunSeries, type StepEntry } from '../run/run-buffer';
import type { StageSource } from './stage-memory';

export interface WaitingPacket {
  readonly packet: number;
  /** Row of the flow. The flow in row 0 is unresponsive. */
  readonly flow: number;
  readonly flags?: number;
  readonly label?: number;
  readonly arrived_s?: number;
}

export interface FixtureOptions {
  readonly aqm?: 'drop-tail' | 'red' | 'choked';
  readonly limit?: number;
  readonly thresholds?: readonly [number, number];
  readonly average?: number;
  readonly flows?: number;
}

export interface FixtureMoment {
  readonly waiting: readonly WaitingPacket[];
  readonly now_s: number;
  readonly arrived: number;
  readonly dropped: number;
  readonly serial: number;
  readonly sending: { packet: WaitingPacket; from_s: number; until_s: number } | undefined;
  readonly decision: DecisionRecord | undefined;
  readonly droppedPackets: readonly DroppedPacket[];
}

/**
 * A run that a test controls: it shows a queue, sends packets, and makes decisions. The flow in row 0 is unresponsive.
 */
export class FixtureRun implements StageSource {
  readonly catalog: Catalog;
  readonly facts: SceneFacts;
  about: DisciplineAbout;
  latest: Frame;
  decision: DecisionRecord | undefined;
  readonly droppedPackets = new Ring<DroppedPacket>(64);
  readonly series: RunSeries;
  version = 0;
  scene = 1;

  private waiting: readonly WaitingPacket[];
  private now_s = 1;
  private arrived: number;
  private dropped = 0;
  private serial = 0;
  private sending: FixtureMoment['sending'];

  constructor(
    queue: readonly WaitingPacket[],
    private readonly options: FixtureOptions = {},
  ) {
    const { aqm = 'choked', limit = 100, thresholds = [40, 80], flows = 34 } = options;
    this.about = aboutOf(aqm);
    this.catalog = { ...CATALOG, disciplines: [this.about] };
    this.facts = {
      classes: ['tcp', 'udp'],
      flows: Array.from({ length: flows }, (_, row) => ({
        number: row + 1,
        class: row === 0 ? 'udp' : 'tcp',
        transport: row === 0 ? 'udp' : 'newreno',
      })),
      lane: 0,
      aqm,
      params: aqm === 'drop-tail' ? { limit } : { limit, min_th: thresholds[0], max_th: thresholds[1] },
      is_driven: false,
      other_link: null,
      remarks: [],
      capacity_bps: 1e6,
      limit,
      fair_share_bps: 1e6 / flows,
      scenario: { measured_from_s: 0 } as SceneFacts['scenario'],
    };
    this.series = new RunSeries(2, CATALOG.reasons.length);
    this.waiting = queue;
    this.arrived = queue.length + 10;
    this.latest = this.frame([]);
  }

  isUnresponsive(row: number): boolean {
    return row === 0;
  }

  /** Advances the time while a packet is being sent. */
  wait(span_s: number): this {
    this.now_s += span_s;
    return this.show([]);
  }

  /** Sends the packet at the front of the queue. */
  serve(): this {
    const packet = this.waiting[0];
    if (packet === undefined) return this;
    this.waiting = this.waiting.slice(1);
    this.sending = { packet, from_s: this.now_s, until_s: this.now_s + 0.008 };
    return this.show([]);
  }

  /** Makes a decision on an arrival. The steps of the decision drop or admit packets. */
  decide(arrival: WaitingPacket, steps: readonly StepEntry[], real_ms = 0): this {
    const before = this.waiting;
    this.serial += 1;
    this.arrived += 1;
    const queue = [...before];
    for (const step of steps) {
      if (step.kind === 'admit') queue.push(arrival);
      if (step.kind !== 'drop') continue;
      const isArrival = step.place < 0;
      const [dropped] = isArrival ? [arrival] : queue.splice(step.place, 1);
      if (dropped === undefined) continue;
      this.dropped += 1;
      this.droppedPackets.push({
        time_s: this.now_s,
        flow: dropped.flow,
        packet: dropped.packet,
        reason: step.reason,
        place: step.place,
        decision: this.serial,
        isArrival,
        real_ms,
      });
    }
    this.waiting = queue;
    this.decision = {
      serial: this.serial,
      time_s: this.now_s,
      flow: arrival.flow,
      packet: arrival.packet,
      waiting: before.length,
      before: columns(before),
      steps,
    };
    return this.show(before);
  }

  /** Drops the packet at the front instead of sending it. */
  dropAtExit(reason: number): this {
    const [packet] = this.waiting;
    if (packet === undefined) return this;
    this.decide(packet, [{ kind: 'drop', place: 0, reason }]);
    // This decision has no arrival.
    this.arrived -= 1;
    this.latest = { ...this.latest, scalars: { ...this.latest.scalars, arrived: this.arrived } };
    if (this.decision !== undefined) this.decision = { ...this.decision, trigger: 'exit' };
    return this;
  }

  /** The state at this time, which `seek` can restore. */
  moment(): FixtureMoment {
    const { waiting, now_s, arrived, dropped, serial, sending, decision } = this;
    return { waiting, now_s, arrived, dropped, serial, sending, decision, droppedPackets: [...this.droppedPackets] };
  }

  /** Goes to another time. As in the engine, the list of drops is replaced. */
  seek({ droppedPackets, ...moment }: FixtureMoment): this {
    Object.assign(this, moment);
    this.droppedPackets.clear();
    for (const dropped of droppedPackets) this.droppedPackets.push(dropped);
    this.latest = this.frame([], 1);
    this.version += 1;
    return this;
  }

  private show(before: readonly WaitingPacket[]): this {
    this.latest = this.frame(before);
    this.version += 1;
    return this;
  }

  private frame(before: readonly WaitingPacket[], is_seek = 0): Frame {
    const waiting = this.waiting.length;
    const { aqm = 'choked', average = 77.2 } = this.options;
    const none = new Float64Array();
    const rows = this.facts.flows.length;
    return {
      scalars: {
        now_s: this.now_s,
        is_finished: 0,
        facts_version: 1,
        waiting,
        arrived: this.arrived,
        departed: this.arrived - this.dropped - waiting,
        dropped: this.dropped,
        marked: 0,
        events: 0,
        decisions: this.serial,
        decisions_left_out: 0,
        happenings_left_out: 0,
        average_queue: aqm === 'drop-tail' ? Number.NaN : average,
        front_region: aqm === 'choked' ? Math.floor(waiting / 2) : Number.NaN,
        sending_flow: this.sending?.packet.flow ?? -1,
        sending_packet: this.sending?.packet.packet ?? 0,
        sending_from_s: this.sending?.from_s ?? 0,
        sending_until_s: this.sending?.until_s ?? 0,
        utilization: 1,
        jain_index: 0.958,
        jain_index_tcp: 0.98,
        mean_queue: 70,
        mean_queueing_delay_s: 0.4,
        state_hash_high: 0,
        state_hash_low: 0,
        is_seek,
        furthest_s: this.now_s,
        series_valid_until_s: this.now_s,
        replay_mismatches: 0,
        checkpoints: 0,
        checkpoint_bytes: 0,
        row_count: 0,
        next_queue: -1,
      },
      queue: columns(this.waiting),
      before: columns(before),
      happenings: {
        time_s: none,
        kind: new Uint8Array(),
        flow: new Uint32Array(),
        packet: new Uint32Array(),
        reason: new Uint8Array(),
        place: new Int32Array(),
        decision: new Uint32Array(),
      },
      decisions: noDecisions(),
      steps: noSteps(),
      turns: noDecisions(),
      turn_steps: noSteps(),
      series: {
        time_s: none,
        queue_mean: none,
        queue_min: none,
        queue_max: none,
        average_queue: none,
        delay_s: none,
        jain_index: none,
        jain_index_tcp: none,
        class_bps: none,
        reasons: none,
      },
      flows: {
        received_bytes: new Float64Array(rows),
        recent_bps: Float64Array.from({ length: rows }, (_, row) => (row === 0 ? 39_000 : 29_000)),
        arrived: new Float64Array(rows),
        dropped: new Float64Array(rows),
        congestion_window: new Float64Array(rows),
      },
      gauges: { value: none },
      queues: { id: new Uint32Array(), first: new Uint32Array(), credit: none },
      bins: { probability: none, packets: none },
      slots: { flags: new Uint8Array() },
      rows: { flow: new Uint32Array(), value: none },
      occupancy: { edges: none, parts: none },
      waits: { edges: none, parts: none },
      hits: { draws: none, matches: none },
      windows: {
        congestion_window: none,
        slow_start_threshold: none,
        recovery_state: none,
        reordering_window_s: none,
        pacing_bps: none,
        fast_retransmits: none,
        timeouts: none,
        ecn_cuts: none,
      },
    };
  }
}

/** A queue as in Model 1: responsive packets of 33 flows, and about one in seven packets of the unresponsive flow. */
export function mixedQueue(length: number, seed = 1, flows = 34): readonly WaitingPacket[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length }, (_, place) => {
    const isGreedy = next() < 0.15 + (0.2 * place) / Math.max(1, length);
    const kind = next();
    return {
      packet: 1000 + place,
      flow: isGreedy ? 0 : 1 + Math.floor(next() * (flows - 1)),
      flags: !isGreedy && kind < 0.06 ? 4 : 0,
      arrived_s: 1 - 0.008 * (length - place),
    };
  });
}

export const REASON = { early: 0, forced: 1, overflow: 2, arriving: 3, victim: 4, markEarly: 6 } as const;

/** Five draws from the rear half, of which the fourth matches. Arrival and match are dropped. */
export function matchSteps(queue: readonly WaitingPacket[]): readonly StepEntry[] {
  const rear = Math.floor(queue.length / 2);
  const others = queue.flatMap(({ flow }, place) => (flow !== 0 && place >= rear ? [place] : []));
  const match = queue.findIndex(({ flow }, place) => flow === 0 && place >= rear + (queue.length - rear) * 0.55);
  const at = (share: number): number => others[Math.floor(share * (others.length - 1))] ?? rear;
  const draw = (place: number, isMatch: boolean): StepEntry => ({
    kind: 'draw',
    place,
    flow: queue[place]?.flow ?? 0,
    isMatch,
  });
  return [
    { kind: 'line', line: 0 },
    draw(at(0.3), false),
    draw(at(0.92), false),
    draw(at(0.08), false),
    draw(match, true),
    draw(at(0.55), false),
    { kind: 'drop', place: match, reason: REASON.victim },
    { kind: 'drop', place: -1, reason: REASON.arriving },
  ];
}

/** Eight draws without a match. The arrival is admitted. */
export function missSteps(queue: readonly WaitingPacket[]): readonly StepEntry[] {
  const count = queue.length;
  const spread = [0.62, 0.95, 0.71, 0.88, 0.55, 0.1, 0.4, 0.25];
  return [
    ...spread.map((share): StepEntry => {
      const place = Math.floor(share * (count - 1));
      return { kind: 'draw', place, flow: queue[place]?.flow ?? 0, isMatch: false };
    }),
    { kind: 'admit', place: count },
  ];
}

function columns(packets: readonly WaitingPacket[]): QueueColumns {
  return {
    packet: Uint32Array.from(packets, ({ packet }) => packet),
    flow: Uint32Array.from(packets, ({ flow }) => flow),
    bytes: Uint32Array.from(packets, () => 1000),
    arrived_s: Float64Array.from(packets, ({ arrived_s }) => arrived_s ?? 0),
    flags: Uint8Array.from(packets, ({ flags }) => flags ?? 0),
    label: Float64Array.from(packets.flatMap(({ label }) => (label === undefined ? [] : [label]))),
  };
}

function threshold(id: string, name: string): SettingSpec {
  return {
    id,
    name,
    symbol: id,
    unit: 'packets',
    kind: { kind: 'integer', min: 0, max: 10_000 },
    default: 0,
    meaning: '',
    is_logarithmic: false,
    is_on_ruler: true,
    is_advanced: false,
  };
}

function aboutOf(id: 'drop-tail' | 'red' | 'choked'): DisciplineAbout {
  const isChoked = id === 'choked';
  return {
    id,
    name: { 'drop-tail': 'DropTail', red: 'RED', choked: 'CHOKeD' }[id],
    year: 2015,
    citation: '',
    idea: '',
    memory: 'stateless',
    confidence: 'high',
    confidence_note: '',
    decisions: [],
    view: isChoked ? 'fifo-with-regions' : 'fifo',
    params: id === 'drop-tail' ? [] : [threshold('min_th', 'min threshold'), threshold('max_th', 'max threshold')],
    param_sets: [],
    code: [],
    rule: { source: '', lines: [], chart: null },
    quantities: [
      { id: 'front', symbol: 'Q_f', unit: 'packets', meaning: '' },
      { id: 'p_a', symbol: 'p_a', unit: '', meaning: '' },
    ],
    gauges: [],
    state: [],
    reasons:
      id === 'drop-tail'
        ? ['overflow']
        : ['early', 'forced', 'overflow', ...(isChoked ? ['match_arriving', 'match_victim'] : [])],
  };
}

const reason = (id: string, name: string, family: ReasonFamily) => ({
  id,
  name,
  meaning: '',
  family,
  is_mark: family === 'mark',
});

const CATALOG: Catalog = {
  runs: 1,
  numbers: 1,
  engine_version: 'fixture',
  disciplines: [],
  transports: [],
  sources: [],
  reasons: [
    reason('early', 'early drop', 'early'),
    reason('forced', 'forced drop', 'forced'),
    reason('overflow', 'overflow', 'overflow'),
    reason('match_arriving', 'matched, arriving', 'match'),
    reason('match_victim', 'matched, in queue', 'match'),
    reason('penalty', 'penalty', 'penalty'),
    reason('mark_early', 'early mark', 'mark'),
    reason('mark_forced', 'forced mark', 'mark'),
  ],
  scene_settings: [],
};

function noDecisions(): DecisionColumns {
  const none = new Uint32Array();
  return {
    serial: none,
    time_s: new Float64Array(),
    flow: none,
    packet: none,
    waiting: none,
    first_step: none,
    step_count: none,
  };
}

function noSteps(): StepColumns {
  return { kind: new Uint8Array(), id: new Int32Array(), flow: new Uint32Array(), value: new Float64Array() };
}

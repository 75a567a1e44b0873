/**
 * A run with several queues that a test controls. The flow in row 0 is unresponsive, and each turn sends one packet.
 */

import type { QueueColumns } from '../../border/border.gen';
import { Happening } from '../../border/border.gen';
import type { DisciplineAbout } from '../../border/catalog';
import { FixtureRun, REASON, type WaitingPacket } from '../fixtures';
import type { StageSource } from '../stage-memory';

export interface QueuesOptions {
  readonly view?: DisciplineAbout['view'];
  readonly flows?: number;
  readonly limit?: number;
  readonly params?: Readonly<Record<string, number | string>>;
}

export class QueuesRun implements StageSource {
  readonly catalog: StageSource['catalog'];
  readonly facts: StageSource['facts'];
  readonly about: DisciplineAbout;
  readonly droppedPackets: StageSource['droppedPackets'];
  readonly series: StageSource['series'];
  latest: StageSource['latest'];
  decision: StageSource['decision'];
  version = 0;
  scene = 1;
  /** Queues in the order of their turns. */
  private readonly ring: { readonly id: number; readonly packets: WaitingPacket[]; credit: number }[] = [];
  private readonly base: FixtureRun;
  private packet = 0;
  private serial = 0;
  private arrived = 0;
  private dropped = 0;
  private now_s = 1;
  private sending: { readonly packet: number; readonly flow: number } | undefined;

  /** `sizes` are the lengths of the queues by flow row. */
  constructor(
    sizes: readonly number[],
    private readonly options: QueuesOptions = {},
  ) {
    const { view = 'flow-queues', flows = sizes.length, limit = 100, params = {} } = options;
    this.base = new FixtureRun([], { aqm: 'drop-tail', flows, limit });
    this.catalog = this.base.catalog;
    const credit = { id: 'credit', symbol: 'credit', unit: 'bytes', meaning: '' };
    this.about = { ...this.base.about, name: 'DRR', view, quantities: view === 'bucket-queues' ? [] : [credit] };
    this.facts = { ...this.base.facts, params: { ...this.base.facts.params, ...params } };
    this.droppedPackets = this.base.droppedPackets;
    this.series = this.base.series;
    this.latest = this.base.latest;
    for (const [flow, size] of sizes.entries()) for (let count = 0; count < size; count += 1) this.enter(flow);
    this.arrived = this.packet;
    this.show();
  }

  isUnresponsive(row: number): boolean {
    return row === 0;
  }

  /** Sends the first packet of the queue whose turn it is. */
  serve(): this {
    const queue = this.ring.shift();
    const packet = queue?.packets.shift();
    if (queue !== undefined && queue.packets.length > 0) this.ring.push(queue);
    this.sending = packet;
    this.now_s += 0.008;
    return this.show();
  }

  /** Admits an arrival. `victim` is a packet that is dropped to make room, given by its flow and its position. */
  arrive(flow: number, victim?: { readonly flow: number; readonly place: number }): this {
    const before = this.columns();
    const packet = this.packet + 1;
    this.serial += 1;
    this.arrived += 1;
    const steps: NonNullable<StageSource['decision']>['steps'][number][] = [];
    const lost = this.ring.find(({ id }) => id === this.idOf(victim?.flow ?? -1));
    const [dropped] = lost?.packets.splice(victim?.place ?? 0, 1) ?? [];
    if (lost?.packets.length === 0) this.ring.splice(this.ring.indexOf(lost), 1);
    const happenings: number[][] = [];
    if (dropped !== undefined && victim !== undefined) {
      this.dropped += 1;
      steps.push({ kind: 'drop', place: victim.place, reason: REASON.overflow });
      happenings.push([Happening.droppedWaiting, dropped.flow, dropped.packet, REASON.overflow, victim.place]);
      this.droppedPackets.push({
        ...{
          time_s: this.now_s,
          flow: dropped.flow,
          packet: dropped.packet,
          reason: REASON.overflow,
          place: victim.place,
        },
        ...{ decision: this.serial, isArrival: false, real_ms: 0 },
      });
    }
    this.enter(flow);
    steps.push({ kind: 'admit', place: 0 });
    happenings.push([Happening.admitted, flow, packet, 255, 0]);
    this.decision = {
      serial: this.serial,
      time_s: this.now_s,
      flow,
      packet,
      waiting: before.flow.length,
      before,
      steps,
    };
    return this.show(happenings);
  }

  /** Drops an arrival. */
  refuse(flow: number): this {
    const before = this.columns();
    this.serial += 1;
    this.arrived += 1;
    this.dropped += 1;
    this.packet += 1;
    const { packet } = this;
    const reason = REASON.overflow;
    const steps = [{ kind: 'drop', place: -1, reason } as const];
    this.droppedPackets.push({
      ...{ time_s: this.now_s, flow, packet, reason, place: -1, decision: this.serial, isArrival: true, real_ms: 0 },
    });
    this.decision = {
      serial: this.serial,
      time_s: this.now_s,
      flow,
      packet,
      waiting: before.flow.length,
      before,
      steps,
    };
    return this.show([[Happening.droppedArriving, flow, packet, reason, -1]]);
  }

  private idOf(flow: number): number {
    const { view } = this.options;
    const { buckets } = this.facts.params;
    if (view === 'two-queues') return flow % 2;
    return view === 'bucket-queues' ? (flow * 7) % Number(buckets ?? 16) : flow;
  }

  private enter(flow: number): void {
    this.packet += 1;
    const id = this.idOf(flow);
    let queue = this.ring.find((one) => one.id === id);
    if (queue === undefined) {
      queue = { id, packets: [], credit: (id * 370) % 1500 };
      this.ring.push(queue);
    }
    queue.packets.push({ packet: this.packet, flow });
  }

  private columns(): QueueColumns {
    const packets = this.ring.flatMap((queue) => queue.packets);
    return {
      packet: Uint32Array.from(packets, ({ packet }) => packet),
      flow: Uint32Array.from(packets, ({ flow }) => flow),
      bytes: Uint32Array.from(packets, () => 1000),
      arrived_s: Float64Array.from(packets, () => this.now_s),
      flags: Uint8Array.from(packets, () => 0),
      label: new Float64Array(),
    };
  }

  private show(happenings: readonly (readonly number[])[] = []): this {
    const queue = this.columns();
    let first = 0;
    const starts = this.ring.map(({ packets }) => {
      first += packets.length;
      return first - packets.length;
    });
    const column = (at: number): number[] => happenings.map((row) => row[at] ?? 0);
    this.latest = {
      ...this.base.latest,
      scalars: {
        ...this.base.latest.scalars,
        now_s: this.now_s,
        waiting: queue.flow.length,
        arrived: this.arrived,
        dropped: this.dropped,
        decisions: this.serial,
        average_queue: Number.NaN,
        next_queue: this.ring.length > 0 ? 0 : -1,
        sending_flow: this.sending?.flow ?? -1,
        sending_packet: this.sending?.packet ?? 0,
        sending_from_s: this.now_s,
        sending_until_s: this.now_s + 0.008,
      },
      queue,
      queues: {
        id: Uint32Array.from(this.ring, ({ id }) => id),
        first: Uint32Array.from(starts),
        credit: Float64Array.from(this.ring, ({ credit }) =>
          this.options.view === 'bucket-queues' ? Number.NaN : credit,
        ),
      },
      happenings: {
        time_s: Float64Array.from(happenings, () => this.now_s),
        kind: Uint8Array.from(column(0)),
        flow: Uint32Array.from(column(1)),
        packet: Uint32Array.from(column(2)),
        reason: Uint8Array.from(column(3)),
        place: Int32Array.from(column(4)),
        decision: Uint32Array.from(happenings, () => this.serial),
      },
    };
    this.version += 1;
    return this;
  }
}

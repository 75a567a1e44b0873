/**
 * What the stage remembers of several queues between frames: which of them have rows, where their packets are shown, what
 * has just happened to them. Real time comes in; nothing here reads a clock or draws.
 */

import type { ReasonFamily } from '../../../base/palette';
import { Happening, type QueueColumns } from '../../../engine/border.gen';
import type { Death } from '../../../run/run-buffer';
import { easeOut } from '../choreography';
import { queueKind } from '../queue-names';
import { LEAST_PITCH } from '../stage-layout';
import type { Level, StageMemory, StageMoment, StageSource } from '../stage-memory';
import { type QueuesLayout, type RowPlace, rowPacketX, rowPitch, rowPlace } from './queue-layout';
import {
  chooseRows,
  fitsAll,
  type QueueState,
  queueCount,
  queuesBefore,
  queuesNow,
  type RowSlot,
  rowPlaces,
  sizeOf,
} from './queue-rows';

export interface RowSprite {
  readonly packet: number;
  readonly flow: number;
  readonly isUnresponsive: boolean;
  flags: number;
  readonly arrived_s: number;
  readonly label: number | undefined;
  queue: number;
  row: number;
  /** In its own queue, 0 = front. */
  place: number;
  /** Where it is shown less where it belongs [places]. */
  error: number;
  entered: number;
  enterFor: number;
  stamp: number;
}

/** Something happened to a queue in passing. */
export interface RowFlash {
  /** Undefined: a packet came in. */
  readonly family: ReasonFamily | undefined;
  readonly place: number;
  age: number;
}

/** How a row is filled where single packets are not told apart [packets]. */
export interface RowBar {
  packets: number;
  unresponsive: number;
}

export const ROW_FLASH_MS = 420;
/** In a stream packets may be gone before they have faded in: they stand at once. */
const ENTER_MS = { decisions: 440, packets: 200, stream: 0 } as const;
const SETTLE_MS = { decisions: 90, packets: 70, stream: 30 } as const;
/** In a stream many are taken out at once: nobody lags further behind its place than this [places]. */
const LONGEST_LAG = { decisions: 4, packets: 4, stream: 1.2 } as const;
const BAR_MEMORY_MS = 220;
/** While the run plays, the row of whoever is served next goes to another queue no faster than this [ms]. */
const GUEST_MS = 500;
/** A leap of the run beyond this is a new picture [s]. */
const LEAP_S = 1;
const LONGEST_TICK_MS = 100;
const LEAST_PLACES = 5;

export class QueueMemory {
  /** As shown: before the outcome of a decision that is told, else as they are. */
  states: readonly QueueState[] = [];
  rows: readonly RowSlot[] = [];
  /** Whether every queue has a row of its own. */
  isWhole = true;
  count = 0;
  places = LEAST_PLACES;
  isBars = false;
  readonly sprites = new Map<number, RowSprite>();
  readonly flashes = new Map<number, RowFlash>();
  readonly bars = new Map<number, RowBar>();
  /** Where the packet that the link sends stood last. */
  sentFrom: { readonly packet: number; readonly x: number; readonly y: number } | undefined;

  private readonly queueOfFlow = new Map<number, number>();
  private isByFlow = false;
  private scene = -1;
  private version = -1;
  private shown = '';
  private now_ms = Number.NaN;
  private now_s = 0;
  private stamp = 0;
  private layout: QueuesLayout | undefined;
  private level: Level = 'stream';

  /** Takes the state of the run after `memory` has; whether anything to be seen has changed. */
  observe(run: StageSource, memory: StageMemory, moment: StageMoment, layout: QueuesLayout): boolean {
    const passed = Math.min(LONGEST_TICK_MS, Math.max(0, moment.now_ms - this.now_ms)) || 0;
    const { now_s, is_seek } = run.latest.scalars;
    const isNew = run.version !== this.version || run.scene !== this.scene;
    if (run.scene !== this.scene || (is_seek === 1 && Math.abs(now_s - this.now_s) > LEAP_S)) this.forget();
    const isElsewhere = layout !== this.layout;
    this.now_ms = moment.now_ms;
    this.now_s = now_s;
    this.scene = run.scene;
    this.version = run.version;
    this.layout = layout;
    this.level = memory.level;
    this.isByFlow = queueKind(run) === 'flow';

    const before = memory.isBeforeOutcome ? run.decision?.before : undefined;
    const queue = before ?? run.latest.queue;
    const shown = `${run.version}${before === undefined ? '' : 'b'}`;
    const isOther = shown !== this.shown;
    this.shown = shown;
    if (isOther) this.states = this.read(run, before);
    if (isNew && memory.level !== 'decisions' && is_seek === 0) this.flash(run, memory.level);

    const rowsBefore = this.rows;
    this.seat(run, memory, layout, passed);
    const isReseated =
      rowsBefore.length !== this.rows.length || this.rows.some(({ id }, at) => id !== rowsBefore[at]?.id);
    this.grow();
    const pitch = rowPitch(layout, this.places);
    const wereBars = this.isBars;
    this.isBars = memory.stripMix >= 0.5 || pitch < LEAST_PITCH;
    const isMoving = this.age(moment, passed);
    if (isOther || isReseated || isElsewhere || wereBars !== this.isBars) this.place(run, queue, moment, rowsBefore);
    return isMoving || isOther || isReseated || isElsewhere;
  }

  /** Id of the queue in which the packets of a flow wait; undefined if none has waited yet. */
  queueOf(flow: number): number | undefined {
    return this.isByFlow ? flow : this.queueOfFlow.get(flow);
  }

  rowOf(queue: number | undefined): number {
    return this.rows.findIndex(({ id }) => id === queue);
  }

  /** Rows that share the height, the summary among them. */
  get rowCount(): number {
    return this.isWhole ? this.rows.length : (this.layout?.rows ?? 1);
  }

  rowPlace(row: number): RowPlace {
    return this.layout === undefined ? { y: 0, height: 0 } : rowPlace(this.layout, row, this.rowCount);
  }

  shownPlace(sprite: RowSprite): number {
    return sprite.place + sprite.error;
  }

  entrance({ entered, enterFor }: RowSprite): number {
    return entered >= enterFor ? 1 : easeOut(entered / enterFor);
  }

  /** From where a dead packet falls; undefined where its queue has no row. */
  readonly whereIs = (death: Death): { readonly x: number; readonly y: number } | undefined => {
    const { layout } = this;
    if (layout === undefined || (death.isArrival && this.level === 'decisions')) return layout?.lane.door;
    const pitch = rowPitch(layout, this.places);
    const sprite = this.sprites.get(death.packet);
    const row = sprite?.row ?? this.rowOf(this.queueOf(death.flow));
    if (row < 0) return { x: layout.trackX, y: layout.top + layout.height - layout.size };
    const place = sprite === undefined ? Math.max(0, death.place) : this.shownPlace(sprite);
    const rear = sizeOf(this.states.find(({ id }) => id === this.rows[row]?.id));
    const x = rowPacketX(layout, pitch, Math.min(this.places, death.isArrival ? rear : place));
    return { x, y: this.rowPlace(row).y };
  };

  private forget(): void {
    this.rows = [];
    this.places = LEAST_PLACES;
    this.shown = '';
    this.sprites.clear();
    this.flashes.clear();
    this.bars.clear();
    this.queueOfFlow.clear();
    this.sentFrom = undefined;
  }

  private read(run: StageSource, before: QueueColumns | undefined): readonly QueueState[] {
    const now = queuesNow(run);
    if (!this.isByFlow) {
      const { flow } = run.latest.queue;
      for (const { id, from, until } of now)
        for (let place = from; place < until; place += 1) this.queueOfFlow.set(flow[place] as number, id);
    }
    return before === undefined ? now : queuesBefore(run, before, now, this.queueOfFlow);
  }

  private seat(run: StageSource, memory: StageMemory, layout: QueuesLayout, passed: number): void {
    const { story } = memory;
    const musts: number[] = [];
    const must = (id: number | undefined): void => {
      if (id !== undefined && !musts.includes(id)) musts.push(id);
    };
    // Who is spoken of comes first: where there is little room the queue served next gives way.
    if (story !== undefined) {
      must(this.queueOf(story.flow));
      for (const death of run.deaths) if (death.decision === story.serial) must(this.queueOf(death.flow));
    }
    must(this.states.find(({ isNext }) => isNext)?.id);
    this.count = queueCount(run, this.states);
    this.isWhole = fitsAll({ room: layout.rows, count: this.count });
    const room = this.isWhole ? layout.rows : layout.rows - 1;
    const guestFor = memory.level === 'decisions' ? 0 : GUEST_MS;
    this.rows = chooseRows(this.rows, this.states, { room, count: this.count, musts, guestFor, passed });
  }

  private grow(): void {
    let longest = 1;
    for (const { id } of this.rows) {
      const size = sizeOf(this.states.find((state) => state.id === id));
      if (size > longest) longest = size;
    }
    this.places = rowPlaces(longest, this.places);
  }

  private place(run: StageSource, queue: QueueColumns, moment: StageMoment, rowsBefore: readonly RowSlot[]): void {
    const { layout, sprites } = this;
    if (layout === undefined) return;
    if (this.isBars) {
      sprites.clear();
      return;
    }
    this.stamp += 1;
    const pitch = rowPitch(layout, this.places);
    const wereShown = new Set(rowsBefore.map(({ id }) => id));
    const isFirst = sprites.size === 0;
    const states = new Map(this.states.map((state) => [state.id, state]));
    for (const [row, { id }] of this.rows.entries()) {
      const state = states.get(id);
      if (state === undefined) continue;
      const isStill = moment.isCalm || isFirst || !wereShown.has(id);
      const until = Math.min(state.until, state.from + this.places);
      for (let at = state.from; at < until; at += 1) this.stand(run, queue, at, at - state.from, { id, row }, !isStill);
    }
    const { sending_packet } = run.latest.scalars;
    for (const [packet, sprite] of sprites) {
      if (sprite.stamp === this.stamp) continue;
      if (packet === sending_packet)
        this.sentFrom = {
          packet,
          x: rowPacketX(layout, pitch, this.shownPlace(sprite)),
          y: this.rowPlace(sprite.row).y,
        };
      sprites.delete(packet);
    }
  }

  private stand(
    run: StageSource,
    queue: QueueColumns,
    at: number,
    place: number,
    { id, row }: { readonly id: number; readonly row: number },
    isMoving: boolean,
  ): void {
    const enterFor = isMoving ? ENTER_MS[this.level] : 0;
    const packet = queue.packet[at] as number;
    const flags = queue.flags[at] as number;
    const { stamp } = this;
    const sprite = this.sprites.get(packet);
    if (sprite === undefined) {
      const flow = queue.flow[at] as number;
      const isUnresponsive = run.isUnresponsive(flow);
      this.sprites.set(packet, {
        packet,
        flow,
        isUnresponsive,
        flags,
        arrived_s: queue.arrived_s[at] as number,
        label: queue.label[at],
        queue: id,
        row,
        place,
        error: 0,
        entered: 0,
        enterFor,
        stamp,
      });
      return;
    }
    // Into another row, or where nothing may move, it is simply there.
    const slid = sprite.row === row && isMoving ? sprite.error + sprite.place - place : 0;
    const bound = LONGEST_LAG[this.level];
    sprite.error = Math.min(bound, Math.max(-bound, slid));
    sprite.queue = id;
    sprite.row = row;
    sprite.place = place;
    sprite.flags = flags;
    sprite.stamp = stamp;
  }

  /** Arrivals and losses met in passing light up their rows; in a stream only losses do, and none before the last one fades. */
  private flash(run: StageSource, level: Level): void {
    const { kind, flow, place, reason } = run.latest.happenings;
    for (let at = 0; at < kind.length; at += 1) {
      const what = kind[at];
      const isLoss = what === Happening.droppedArriving || what === Happening.droppedWaiting;
      if (!isLoss && (what !== Happening.admitted || level === 'stream')) continue;
      const id = this.queueOf(flow[at] as number);
      const row = this.rowOf(id);
      if (id === undefined || row < 0) continue;
      const last = this.flashes.get(id);
      if (last !== undefined && (!isLoss || last.family !== undefined)) continue;
      const family = isLoss ? (run.catalog.reasons[reason[at] ?? -1]?.family ?? 'overflow') : undefined;
      const rear = sizeOf(this.states.find((state) => state.id === id));
      this.flashes.set(id, { family, place: what === Happening.droppedWaiting ? (place[at] ?? 0) : rear, age: 0 });
    }
  }

  /** Lets everything move on; whether anything is still on the move. */
  private age(moment: StageMoment, passed: number): boolean {
    let isMoving = this.flashes.size > 0;
    for (const [id, flash] of this.flashes) {
      flash.age += passed;
      if (flash.age > ROW_FLASH_MS || this.rowOf(id) < 0) this.flashes.delete(id);
    }
    const settle = moment.isCalm ? 0 : SETTLE_MS[this.level];
    for (const sprite of this.sprites.values()) {
      if (sprite.error === 0 && sprite.entered >= sprite.enterFor) continue;
      isMoving = true;
      sprite.entered += passed;
      const left = settle === 0 ? 0 : sprite.error * Math.exp(-passed / settle);
      sprite.error = Math.abs(left) < 0.01 ? 0 : left;
    }
    return this.fill(moment, passed) || isMoving;
  }

  private fill(moment: StageMoment, passed: number): boolean {
    if (!this.isBars) {
      this.bars.clear();
      return false;
    }
    const weight = moment.isCalm || !moment.isPlaying ? 1 : 1 - Math.exp(-passed / BAR_MEMORY_MS);
    let isMoving = false;
    const states = new Map(this.states.map((state) => [state.id, state]));
    for (const { id } of this.rows) {
      const state = states.get(id);
      const packets = sizeOf(state);
      const unresponsive = state?.unresponsive ?? 0;
      const bar = this.bars.get(id);
      if (bar === undefined) {
        this.bars.set(id, { packets, unresponsive });
        continue;
      }
      if (Math.abs(bar.packets - packets) + Math.abs(bar.unresponsive - unresponsive) > 0.01) isMoving = true;
      bar.packets += weight * (packets - bar.packets);
      bar.unresponsive += weight * (unresponsive - bar.unresponsive);
    }
    const shown = new Set(this.rows.map(({ id }) => id));
    for (const id of this.bars.keys()) if (!shown.has(id)) this.bars.delete(id);
    return isMoving;
  }
}

/**
 * The state that the stage keeps between frames, for one queue or several: the displayed decision and its progress,
 * falling packets, and packets that move forward. All other parts are painted from the engine's state. Real time is an
 * argument: this file reads no clock and does not draw.
 */

import type { Pace } from '../run/playback';
import { type DroppedPacket, PacketFlag, type QueueColumns, type RunBuffer } from '../run/run-buffer';
import { easeOut, type Story, storyOf, type Timeline, timeline } from './choreography';
import { countDrops, type DropCount } from './drop-counts';
import { type DropGroup, dropGroupsOf } from './drop-groups';
import { type LaneLayout, LEAST_PITCH, placeX } from './stage-layout';

/** The parts of a run that the stage reads. */
export type StageSource = Pick<
  RunBuffer,
  | 'catalog'
  | 'facts'
  | 'about'
  | 'latest'
  | 'decision'
  | 'droppedPackets'
  | 'series'
  | 'version'
  | 'scene'
  | 'isUnresponsive'
>;

/** The real time and the speed at which the run is shown. */
export interface StageMoment {
  readonly now_ms: number;
  readonly isPlaying: boolean;
  /** True if the run plays backward. */
  readonly isBackward: boolean;
  readonly pace: Pace;
  /** True with reduced motion. The content is the same, in still frames. */
  readonly isCalm: boolean;
  /** True if the run has stopped in the middle of its last decision, after the draws and before the drops. */
  readonly isHalfway: boolean;
}

/**
 * The finest motion that a viewer can follow. `decisions`: each decision is animated. `packets`: packets move forward
 * one position at a time. `stream`: only dropped packets fall. `fast`: no packet moves, and drops are counted.
 */
type Level = 'decisions' | 'packets' | 'stream' | 'fast';

/** A match while the run plays: a ring at the matched packet, and a line from the arriving packet. */
interface Flash {
  readonly x: number;
  age: number;
}

/** A packet that was dropped while the run plays. */
interface Passing {
  readonly dropped: DroppedPacket;
  age: number;
}

interface Sending {
  readonly packet: number;
  readonly flow: number;
  age: number;
}

/** Position of a packet in the single queue. `from` is the offset at which its move to this position began. */
interface Seat {
  place: number;
  from: number;
  age: number;
  stamp: number;
}

export const FLASH_MS = 320;
export const SEND_MS = 120;
/** Duration of the move of a packet to its new position [ms]. */
const SLIDE_MS = 110;
const FALL_MS = 560;
const ENTER_MS = 380;
/** Longest move that is animated [positions], since many packets may be sent between two decisions. */
const LONGEST_SLIDE = { decisions: 14, packets: 1, stream: 0, fast: 0 } as const;
/**
 * Time after the start of a pause [ms]. A decision that arrives later was made by a step of the user. An earlier
 * decision still belongs to the playback.
 */
const STILL_MS = 300;
/** Fade-in time of the marks of a decision that is not animated [ms]. */
const TRACE_FADE_MS = 140;
/** Fastest speed at which single drops are shown [simulated s per real s]. Above it, drops are counted. */
const FASTEST_STREAM = 1;
/** Fastest speed at which packets move forward in the animation [simulated s per real s]. */
const FASTEST_PACKETS = 0.25;
/** Drops per real second above which drops are counted, and below which single drops are shown again. */
const MOST_FALLS_S = 6;
const FEW_FALLS_S = 3;
/**
 * Time over which the rate of drops is averaged [s]. Without averaging, the stage would flicker between single drops
 * and counts.
 */
const FALLS_WINDOW_S = 5;
/** Packets sent per real second above which the queue is drawn in columns of several packets. */
const STRIP_SPEED = 500;
/** Width of such a column [px]. */
const COARSE_COLUMN = 32;
const USUAL_BYTES = 1000;
const LONGEST_TICK_MS = 100;
/** Largest number of simultaneous flashes. */
const MOST_PASSING = 6;
const NO_QUEUE: QueueColumns = {
  packet: new Uint32Array(),
  flow: new Uint32Array(),
  bytes: new Uint32Array(),
  arrived_s: new Float64Array(),
  flags: new Uint8Array(),
  label: new Float64Array(),
};

export class StageMemory {
  level: Level = 'stream';
  /**
   * The displayed queue: the queue before the displayed decision until its outcome is shown, otherwise the current
   * queue.
   */
  queue: QueueColumns = NO_QUEUE;
  /** The decision that is displayed or was displayed last, and the progress of its animation [ms]. */
  story: Story | undefined;
  timeline: Timeline = timeline(0, 1000);
  progress_ms = 0;
  /** Opacity of the marks of a displayed decision, from 0 to 1. */
  trace = 0;
  /** Recent drops, newest first. Their positions depend only on the simulated time. */
  dropGroups: readonly DropGroup[] = [];
  /** Counts of drops by reason. Undefined while single drops are shown. */
  drops: readonly DropCount[] | undefined;
  flashes: Flash[] = [];
  passing: Passing[] = [];
  sending: Sending | undefined;
  leaving: Sending | undefined;
  /** True if columns of several packets replace single ones. `perColumn` is the number of packets in a column. */
  isStrip = false;
  perColumn = 1;

  private readonly seats = new Map<number, Seat>();
  /** For each decision, the time since its dropped packets began to fall [ms]. */
  private readonly falls = new Map<number, number>();
  private scene = -1;
  private version = -1;
  private now_ms = Number.NaN;
  private now_s = 0;
  private decisions = 0;
  private followedDrops = 0;
  private stamp = 0;
  /** True after a jump to this simulated time, so that no movement of a packet is animated. */
  private isJump = false;
  /** True after a step over several decisions, of which only the last is shown. */
  private isLeap = false;
  /** Time since the run was paused [ms]. */
  private stillFor = 0;
  private isMoving = false;
  private entering = Number.NaN;
  private seen = '';
  private countedFor = '';
  private layout: LaneLayout | undefined;

  /** Reads the state of the run at a simulated time. True if the picture has changed. */
  observe(run: StageSource, moment: StageMoment, layout: LaneLayout): boolean {
    const isOther = run.version !== this.version || run.scene !== this.scene;
    const passed = Math.min(LONGEST_TICK_MS, Math.max(0, moment.now_ms - this.now_ms)) || 0;
    this.now_ms = moment.now_ms;
    this.stillFor = moment.isPlaying ? 0 : this.stillFor + passed;
    this.isJump = run.scene !== this.scene;
    this.isLeap = false;
    if (this.isJump) this.decisions = run.latest.scalars.decisions;
    else if (isOther) this.followJump(run, moment);
    this.scene = run.scene;
    this.version = run.version;
    this.now_s = run.latest.scalars.now_s;
    const level = levelOf(moment);
    const isOtherLevel = level !== this.level;
    this.level = level;
    if (this.isJump || level === 'fast') this.settle();

    this.grow(passed);
    this.followStory(run, moment, isOtherLevel, passed);
    this.queue = (this.isBeforeOutcome ? run.decision?.before : undefined) ?? run.latest.queue;
    this.strip(run, moment, layout);
    const seen = `${this.version}/${this.scene}/${this.isBeforeOutcome}/${this.isStrip}`;
    const isOtherQueue = seen !== this.seen;
    this.seen = seen;
    if (isOtherQueue) this.seat(run, moment);
    this.followSending(run, moment);
    this.followDrops(run, moment, layout, isOtherQueue || isOtherLevel);
    const wasMoving = this.isMoving;
    this.isMoving = !moment.isCalm && this.isOnTheMove(moment);
    // The frame in which the last movement has ended is also painted.
    return isOther || isOtherQueue || isOtherLevel || this.isMoving || wasMoving;
  }

  /** True while the stage shows the queue as it was before the displayed decision. */
  get isBeforeOutcome(): boolean {
    return this.story !== undefined && this.progress_ms < this.timeline.outcomeAt;
  }

  /**
   * Number of packets in the front half of the displayed queue. NaN if the discipline does not distinguish the halves.
   */
  frontOf(run: StageSource): number {
    const { waiting, front_region } = run.latest.scalars;
    const { length } = this.queue.packet;
    // A frame contains the lengths of the queue's front and rear half only for the current queue. The queue before the
    // decision is therefore divided in the same proportion.
    return waiting === 0 || length === waiting ? front_region : Math.round((front_region / waiting) * length);
  }

  /** Displayed position of a packet in the single queue. */
  shownPlace(packet: number, place: number): number {
    const seat = this.seats.get(packet);
    if (seat === undefined || seat.age >= SLIDE_MS) return place;
    return place + seat.from * (1 - easeOut(seat.age / SLIDE_MS));
  }

  /** Progress of a packet from the entrance to its position, from 0 to 1. */
  entrance(packet: number): number {
    if (packet !== this.entering || this.story === undefined) return 1;
    return easeOut((this.progress_ms - this.timeline.outcomeAt) / this.enterFor);
  }

  /** Progress of the fall of a decision's drops, from 0 to 1. */
  fallen(group: DropGroup): number {
    const age = this.falls.get(group.decision);
    return age === undefined ? 1 : age / FALL_MS;
  }

  private get enterFor(): number {
    return Math.max(1, Math.min(ENTER_MS, this.timeline.end - this.timeline.outcomeAt));
  }

  private grow(passed: number): void {
    for (const seat of this.seats.values()) seat.age += passed;
    for (const [decision, age] of this.falls)
      if (age + passed >= FALL_MS) this.falls.delete(decision);
      else this.falls.set(decision, age + passed);
    for (const flash of this.flashes) flash.age += passed;
    this.flashes = this.flashes.filter(({ age }) => age < FLASH_MS);
    for (const one of this.passing) one.age += passed;
    this.passing = this.passing.filter(({ age }) => age < FLASH_MS);
    if (this.sending !== undefined) this.sending.age += passed;
    if (this.leaving !== undefined) this.leaving.age += passed;
    if ((this.leaving?.age ?? 0) >= SEND_MS) this.leaving = undefined;
  }

  /** Ends all movements. */
  private settle(): void {
    this.seats.clear();
    this.falls.clear();
    this.flashes = [];
    this.passing = [];
    this.leaving = undefined;
    this.sending = undefined;
    this.entering = Number.NaN;
  }

  /**
   * Detects a jump to another simulated time: `is_seek` is set, or the time is earlier than before. A forward move by
   * at most one decision is an ordinary step, and not a jump. If the user has stepped over several decisions, only the
   * last one is animated. Any other jump shows its destination at once.
   */
  private followJump(run: StageSource, moment: StageMoment): void {
    const { now_s, is_seek, decisions } = run.latest.scalars;
    const isBack = now_s < this.now_s || decisions < this.decisions;
    const isNear = !isBack && decisions - this.decisions <= 1;
    this.isLeap = !isBack && !isNear && is_seek === 0 && !moment.isPlaying && this.stillFor > STILL_MS;
    this.isJump = isBack || this.isLeap || (is_seek === 1 && !isNear);
    // If the jump leads to the displayed decision, the animation keeps its progress.
    if (this.isJump && (run.decision?.serial !== this.story?.serial || this.progress_ms < this.timeline.end))
      this.story = undefined;
  }

  private followStory(run: StageSource, moment: StageMoment, isOtherLevel: boolean, passed: number): void {
    const { decision } = run;
    const steps = run.latest.scalars.decisions - this.decisions;
    this.decisions = run.latest.scalars.decisions;
    if (this.level !== 'decisions') {
      this.story = undefined;
      this.entering = Number.NaN;
      return;
    }
    if (decision === undefined || decision.before === undefined) {
      this.story = undefined;
      return;
    }
    // Other lanes also stop after the draws, if their last decision is on the same arrival.
    const holds = moment.isHalfway && decision.time_s === run.latest.scalars.now_s;
    const justBefore = (): number => this.timeline.outcomeAt - 1e-3;
    if (decision.serial !== this.story?.serial || (isOtherLevel && this.story === undefined)) {
      this.story = storyOf(decision);
      const isNext = steps === 1 && !this.isJump && (!isOtherLevel || moment.isPlaying);
      const isStep = (isNext || this.isLeap) && !(moment.isPlaying && moment.isBackward);
      const budget_ms = moment.isPlaying && moment.pace.kind === 'decisions' ? 1000 / moment.pace.per_s : 1e9;
      this.timeline = timeline(this.story.draws.length, budget_ms);
      this.progress_ms = isStep ? 0 : holds ? justBefore() : this.timeline.end;
      this.trace = isStep ? 1 : 0;
      const { isArrival, arrivalReason } = this.story;
      const enters = isStep && !moment.isCalm && isArrival && arrivalReason === undefined;
      this.entering = enters ? decision.packet : Number.NaN;
      return;
    }
    if (holds && !moment.isPlaying) {
      this.entering = Number.NaN;
      // When the user steps back from the drops of a match to its draws, nothing is animated.
      if (this.progress_ms >= this.timeline.outcomeAt) {
        this.isJump = true;
        this.progress_ms = justBefore();
      } else this.progress_ms = Math.min(justBefore(), this.progress_ms + passed);
    } else this.progress_ms = Math.min(this.timeline.end, this.progress_ms + passed);
    this.trace = moment.isCalm ? 1 : Math.min(1, this.trace + passed / TRACE_FADE_MS);
  }

  private strip(run: StageSource, moment: StageMoment, layout: LaneLayout): void {
    const { pace, isPlaying } = moment;
    const rate = pace.kind === 'time' ? pace.rate : Number.POSITIVE_INFINITY;
    const isFast = isPlaying && this.level !== 'decisions' && rate * packetsPerSecond(run) > STRIP_SPEED;
    this.isStrip = !layout.hasSlots || isFast;
    this.perColumn = columnOf(layout.limit, Math.ceil((isFast ? COARSE_COLUMN : LEAST_PITCH) / layout.pitch));
  }

  /** Moves packets forward to their new positions, at speeds that a viewer can follow. */
  private seat(run: StageSource, { isCalm, isPlaying, isBackward }: StageMoment): void {
    const longest = isCalm || this.isStrip || (isPlaying && isBackward) ? 0 : LONGEST_SLIDE[this.level];
    if (longest === 0 || run.latest.queues.id.length > 0) {
      this.seats.clear();
      return;
    }
    if (this.isJump) this.seats.clear();
    this.stamp += 1;
    const { packet } = this.queue;
    for (let place = 0; place < packet.length; place += 1) {
      const number = packet[place] as number;
      const seat = this.seats.get(number);
      if (seat === undefined) {
        this.seats.set(number, { place, from: 0, age: SLIDE_MS, stamp: this.stamp });
        continue;
      }
      if (place !== seat.place) {
        const away = this.shownPlace(number, seat.place) - place;
        seat.from = Math.min(longest, Math.max(-longest, away));
        seat.age = 0;
        seat.place = place;
      }
      seat.stamp = this.stamp;
    }
    for (const [number, seat] of this.seats) if (seat.stamp !== this.stamp) this.seats.delete(number);
  }

  private followSending(run: StageSource, { isCalm }: StageMoment): void {
    const { sending_flow: flow, sending_packet: packet } = run.latest.scalars;
    const isSeen = !isCalm && (this.level === 'decisions' || this.level === 'packets');
    if (flow >= 0 && this.sending?.packet === packet) return;
    const isFirst = this.sending === undefined && this.leaving === undefined;
    if (this.sending !== undefined && isSeen) this.leaving = { ...this.sending, age: 0 };
    this.sending = flow < 0 ? undefined : { packet, flow, age: isSeen && !isFirst ? 0 : SEND_MS };
  }

  private followDrops(run: StageSource, moment: StageMoment, layout: LaneLayout, isOther: boolean): void {
    const pending = this.isBeforeOutcome ? this.story?.serial : undefined;
    const fresh = Math.min(run.droppedPackets.length, run.droppedPackets.pushed - this.followedDrops);
    this.followedDrops = run.droppedPackets.pushed;
    if (!isOther && layout === this.layout) return;
    this.layout = layout;
    const werePainted = this.drops === undefined;
    this.count(run, moment);
    if (this.drops !== undefined) {
      this.dropGroups = [];
      return;
    }
    const newest = this.dropGroups[0]?.decision ?? 0;
    this.dropGroups = dropGroupsOf(run, { layout, pending, isOneQueue: run.latest.queues.id.length === 0 });
    if (!werePainted || this.isJump || moment.isCalm) return;
    if (run.latest.scalars.is_seek === 0) this.pass(run, layout, fresh);
    // The drops of the displayed decision fall now. The drops of earlier decisions, which were not animated, have
    // fallen already.
    for (const { decision } of this.dropGroups) {
      if (decision <= newest) break;
      this.falls.set(decision, 0);
    }
  }

  /** Adds short marks for decisions while the run plays and packets are drawn one by one. */
  private pass(run: StageSource, layout: LaneLayout, fresh: number): void {
    if (this.level !== 'packets' && this.level !== 'stream') return;
    const isOneQueue = run.latest.queues.id.length === 0;
    for (let index = Math.min(fresh, MOST_PASSING) - 1; index >= 0; index -= 1) {
      const dropped = run.droppedPackets.newest(index);
      if (dropped === undefined) continue;
      if (!isOneQueue) this.passing.push({ dropped, age: 0 });
      const isMatch = run.catalog.reasons[dropped.reason]?.family === 'match';
      if (this.level === 'packets' && isOneQueue && isMatch && !dropped.isArrival)
        this.flashes.push({ x: placeX(layout, dropped.place), age: 0 });
    }
    this.passing = this.passing.slice(-MOST_PASSING);
    this.flashes = this.flashes.slice(-MOST_PASSING);
  }

  /** Counts drops. The counts are updated with the buckets of the series, and not in every frame. */
  private count(run: StageSource, moment: StageMoment): void {
    const { series, latest } = run;
    const end_s = series.time_s[series.bucketAt(latest.scalars.now_s)] ?? 0;
    const { pace, isPlaying } = moment;
    const countedFor = `${run.scene}/${end_s}/${this.level}/${isPlaying}/${pace.kind === 'time' ? pace.rate : pace.kind}`;
    if (countedFor === this.countedFor) return;
    this.countedFor = countedFor;
    this.drops = this.countsDrops(run, moment) ? countDrops(run, windowOf(moment)) : undefined;
  }

  private countsDrops(run: StageSource, moment: StageMoment): boolean {
    if (this.level === 'fast') return true;
    if (!moment.isPlaying || this.level === 'decisions' || moment.pace.kind !== 'time') return false;
    const counts = countDrops(run, FALLS_WINDOW_S);
    const falls_s = moment.pace.rate * counts.reduce((sum, { per_s }) => sum + per_s, 0);
    return falls_s > (this.drops === undefined ? MOST_FALLS_S : FEW_FALLS_S);
  }

  private isOnTheMove(moment: StageMoment): boolean {
    if (this.falls.size > 0 || this.flashes.length > 0 || this.passing.length > 0) return true;
    if (this.leaving !== undefined || (this.sending?.age ?? SEND_MS) < SEND_MS) return true;
    if (this.story !== undefined && this.trace < 1) return true;
    const holds = moment.isHalfway && !moment.isPlaying;
    const end = holds ? this.timeline.outcomeAt - 1e-3 : this.timeline.end;
    if (this.story !== undefined && this.progress_ms < end) return true;
    for (const { from, age } of this.seats.values()) if (from !== 0 && age < SLIDE_MS) return true;
    return false;
  }
}

/** True if a packet has an ECN mark. */
export function isMarked(flags: number): boolean {
  return (flags & PacketFlag.marked) !== 0;
}
export function isRetransmission(flags: number): boolean {
  return (flags & PacketFlag.retransmission) !== 0;
}

/**
 * Horizontal centre of a packet that was drawn at random as a candidate. If it has left, that of its position at the
 * draw.
 */
export function drawX(memory: StageMemory, layout: LaneLayout, packet: number, place: number): number {
  const at = memory.queue.packet.indexOf(packet);
  return placeX(layout, at < 0 ? place : memory.shownPlace(packet, at));
}

function levelOf({ isPlaying, pace }: Pick<StageMoment, 'isPlaying' | 'pace'>): Level {
  if (!isPlaying || pace.kind === 'decisions') return 'decisions';
  if (pace.kind === 'max' || pace.rate > FASTEST_STREAM) return 'fast';
  return pace.rate > FASTEST_PACKETS ? 'stream' : 'packets';
}

/** Simulated time over which drops are counted [s]: about as much as passes in a real second, but at least 1 s. */
function windowOf({ pace }: StageMoment): number {
  return pace.kind === 'time' ? Math.max(1, pace.rate) : 10;
}

/** Number of packets in a column: at least `least`, and if possible a divisor of the buffer. */
function columnOf(limit: number, least: number): number {
  for (let places = least; places < 2 * least; places += 1) if (limit % places === 0) return places;
  return least;
}

function packetsPerSecond({ facts }: StageSource): number {
  let bytes = 0;
  for (const flow of facts.scenario.flows ?? []) bytes = Math.max(bytes, Number(flow.packet_bytes) || USUAL_BYTES);
  return facts.capacity_bps / (8 * (bytes || USUAL_BYTES));
}

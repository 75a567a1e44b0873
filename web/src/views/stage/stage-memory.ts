/**
 * What the stage remembers between frames so that packets move instead of jump: where each one was, which decision is
 * being told and how far, who died lately. Real time comes in; nothing here reads a clock or draws.
 *
 * Places are kept on a belt: `belt = place + packets that ever left the front`. On the belt a packet stands still while
 * the queue is served and moves up only when one ahead of it is taken out, so service and closing up are eased apart.
 */

import type { Pace } from '../../run/playback';
import { PacketFlag, type QueueColumns, type RunBuffer } from '../../run/run-buffer';
import { easeOut, type Story, type Timeline, tellStory, timeline } from './choreography';
import { GraveMemory, type Yard } from './grave-memory';
import { type LaneLayout, LEAST_PITCH, placeX } from './stage-layout';

/** The part of a run that the stage looks at. */
export type StageSource = Pick<
  RunBuffer,
  'catalog' | 'facts' | 'about' | 'latest' | 'decision' | 'deaths' | 'version' | 'scene' | 'isUnresponsive'
>;

/** When and how fast the run is looked at. */
export interface StageMoment {
  readonly now_ms: number;
  readonly isPlaying: boolean;
  /** Playing leads into the past. */
  readonly isBackward: boolean;
  readonly pace: Pace;
  /** Reduced motion: the same facts in still frames. */
  readonly isCalm: boolean;
}

/** How much is told: each decision; each packet and the matches; the packets as a stream. */
export type Level = 'decisions' | 'packets' | 'stream';

export interface Sprite {
  readonly packet: number;
  readonly flow: number;
  flags: number;
  readonly arrived_s: number;
  /** The number that it carries, if packets carry any. */
  readonly label: number | undefined;
  readonly isUnresponsive: boolean;
  /** In the queue that is shown. */
  place: number;
  belt: number;
  /** Where it is shown less where it belongs [places]. */
  error: number;
  /** Time since it came through the door [ms]; beyond `enterFor` it has arrived. */
  entered: number;
  enterFor: number;
  stamp: number;
}

/** A match met in passing: a ring where the victim stood, with the reach from the door where there is time to see it. */
export interface Flash {
  readonly x: number;
  readonly hasReach: boolean;
  age: number;
}

export interface Sending {
  readonly packet: number;
  readonly flow: number;
  age: number;
}

export const FLASH_MS = { reach: 320, ring: 420 } as const;
export const SEND_MS = 180;
/** What comes so soon after a pause was still on its way and is no step [ms]. */
const STILL_MS = 300;
/** The traces of a decision that is not told, only shown, come up within this time. */
const TRACE_FADE_MS = 140;

/** The queue at this speed and above is shown as a strip [packets/s of real time]; below the lower one as packets. */
const STRIP_SPEED = { from: 520, until: 380 } as const;
const STRIP_FADE_MS = 300;
/** Time constant of what the strip shows: slow enough that no place flashes. */
const STRIP_MEMORY_MS = 260;
/** A leap of the queue beyond this is shown at once [places]. */
const LONGEST_SLIDE = 14;
const SETTLE_MS = { decisions: 90, packets: 80, stream: 22 } as const;
/** In a stream many are taken out at once: nobody lags further behind its place than this [places]. */
const LONGEST_LAG = { decisions: LONGEST_SLIDE, packets: 4, stream: 1.2 } as const;
const ENTER_MS = { decisions: 380, packets: 260, stream: 150 } as const;
const LONGEST_TICK_MS = 100;

export class StageMemory {
  level: Level = 'stream';
  readonly sprites = new Map<number, Sprite>();
  /** The decision that is told or was told last, and how far [ms]. */
  story: Story | undefined;
  timeline: Timeline = timeline(0, 1000);
  told = 0;
  /** 0 to 1: how strongly the traces of a told decision show. */
  trace = 0;
  readonly graveyard = new GraveMemory();
  flashes: Flash[] = [];
  sending: Sending | undefined;
  leaving: Sending | undefined;
  /** Share of unresponsive packets among those sent lately. */
  sentMix = 0;
  /** 0: packets, 1: strip. */
  stripMix = 0;
  stripUnresponsive = new Float32Array(0);
  stripResponsive = new Float32Array(0);
  /** Packets leaving the queue per second of real time. */
  speed = 0;
  /** Ends of the queue and of its front region as shown [packets]; they follow the truth within a blink. */
  shownLength = 0;
  shownFront = Number.NaN;

  /** Where the dead fall from, if a picture knows better than the one queue. */
  whereIs: Yard['whereIs'];

  private scene = -1;
  private version = -1;
  private now_ms = Number.NaN;
  private dequeued = 0;
  private decisions = 0;
  private isContinuous = false;
  private headTarget = 0;
  private headError = 0;
  private shownQueue = '';
  private stamp = 0;
  /** Nothing was shown of this scene yet; and: no packets are shown, so those that come stand at once. */
  private isFresh = true;
  private areSpritesFresh = true;
  /** This moment was jumped to: nothing led here, so nothing may seem to move here. */
  private isJump = false;
  /** It is a step over several decisions: the last of them is told. */
  private isLeap = false;
  /** For how long the run has been paused [ms]. */
  private stillFor = 0;
  /** The run has just moved into the past, packet by packet. */
  private isRewinding = false;
  private now_s = 0;
  private isHeld = false;
  private areEndsMoving = false;
  private isMoving = false;

  /** Takes the state of the run at a moment. Whether anything to be seen has changed. */
  observe(run: StageSource, moment: StageMoment, layout: LaneLayout): boolean {
    const isNew = run.version !== this.version || run.scene !== this.scene;
    const passed = Math.min(LONGEST_TICK_MS, Math.max(0, moment.now_ms - this.now_ms)) || 0;
    this.now_ms = moment.now_ms;
    this.stillFor = moment.isPlaying ? 0 : this.stillFor + passed;
    this.isJump = run.scene !== this.scene;
    this.isLeap = false;
    if (this.isJump) this.forget(run);
    else if (isNew) this.followJump(run, moment);

    const level = levelOf(moment);
    const isOtherLevel = level !== this.level;
    this.level = level;
    this.version = run.version;
    const dequeuedBefore = this.dequeued;
    const { arrived, dropped, waiting } = run.latest.scalars;
    this.dequeued = arrived - dropped - waiting;

    const yard = { layout, level, placeOf: this.placeOf, whereIs: this.whereIs };
    if (isNew && (this.isJump || this.isRewinding))
      this.graveyard.recall(run, yard, this.isLeap ? run.decision?.serial : undefined);
    else this.graveyard.gather(run, this.decisions);
    this.followStory(run, moment, isOtherLevel, passed);
    const waitsFor = this.isBeforeOutcome ? this.story?.serial : undefined;
    for (const x of this.graveyard.bury(run, yard, waitsFor, passed))
      this.flashes.push({ x, hasReach: level === 'packets', age: 0 });
    this.moveHead(run, moment, passed);
    this.followSpeed(this.isJump ? 0 : Math.abs(this.dequeued - dequeuedBefore), moment, layout, passed);
    this.fillStrip(run, moment, layout, passed);
    this.moveSprites(run, moment, passed);
    this.followSending(run, passed);
    this.followEnds(run, moment, passed);
    const wasMoving = this.isMoving;
    this.isMoving = this.age(moment, passed);
    // The picture in which the last movement has ended is to be seen, too.
    return isNew || this.isMoving || wasMoving || isOtherLevel;
  }

  /** Where a sprite is shown, counted from the front. */
  shownPlace(sprite: Sprite): number {
    return sprite.belt + sprite.error - this.headTarget - this.headError;
  }

  /** Where a packet is shown, if it is. */
  private readonly placeOf = (packet: number): number | undefined => {
    const sprite = this.sprites.get(packet);
    return sprite === undefined ? undefined : this.shownPlace(sprite);
  };

  /** 0 to 1: how far a sprite has come from the door to its place. */
  entrance(sprite: Sprite): number {
    return sprite.entered >= sprite.enterFor ? 1 : easeOut(sprite.entered / sprite.enterFor);
  }

  /** Whether the queue before the decision is shown: the verdict has not been carried out yet. */
  get isBeforeOutcome(): boolean {
    return this.story !== undefined && this.told < this.timeline.outcomeAt;
  }

  private forget(run: StageSource): void {
    this.scene = run.scene;
    this.startAfresh();
    this.isRewinding = false;
    this.graveyard.clear();
    this.flashes = [];
    this.story = undefined;
    this.sending = undefined;
    this.leaving = undefined;
    this.decisions = run.latest.scalars.decisions;
    const { arrived, dropped, waiting, now_s } = run.latest.scalars;
    this.now_s = now_s;
    this.dequeued = arrived - dropped - waiting;
    this.headTarget = this.dequeued;
    this.headError = 0;
    this.speed = 0;
    this.stripUnresponsive.fill(0);
    this.stripResponsive.fill(0);
  }

  /**
   * The run was taken to another moment, told by `is_seek` or by time that went back. Playing backwards is a row of small
   * jumps through which packets glide; up to one decision ahead is a step like any other; a step over several decisions
   * stands at once just before the last one, which is told; all else is shown as it stands.
   */
  private followJump(run: StageSource, moment: StageMoment): void {
    const { now_s, is_seek, decisions } = run.latest.scalars;
    const isBack = now_s < this.now_s || decisions < this.decisions;
    const isNear = !isBack && decisions - this.decisions <= 1;
    this.isLeap = !isBack && !isNear && is_seek === 0 && !moment.isPlaying && this.stillFor > STILL_MS;
    this.now_s = now_s;
    this.isRewinding = isBack && moment.isPlaying && moment.isBackward && !moment.isCalm;
    this.isJump = isBack ? !this.isRewinding : this.isLeap || (is_seek === 1 && !isNear);
    if (!this.isJump && !this.isRewinding) return;
    this.flashes = [];
    this.leaving = undefined;
    this.sending = undefined;
    // What has been told of this very decision stays told.
    if (run.decision?.serial !== this.story?.serial || this.told < this.timeline.end) this.story = undefined;
    if (this.isJump) this.startAfresh();
  }

  private startAfresh(): void {
    this.sprites.clear();
    this.shownQueue = '';
    this.isFresh = true;
    this.areSpritesFresh = true;
  }

  private followStory(run: StageSource, moment: StageMoment, isOtherLevel: boolean, passed: number): void {
    const { decision } = run;
    const steps = run.latest.scalars.decisions - this.decisions;
    this.decisions = run.latest.scalars.decisions;
    if (this.level !== 'decisions') {
      this.story = undefined;
      return;
    }
    if (decision === undefined || decision.before === undefined) this.story = undefined;
    else if (decision.serial !== this.story?.serial || (isOtherLevel && this.story === undefined)) {
      this.story = tellStory(decision);
      const isNext = steps === 1 && !this.isJump && !this.isRewinding && (!isOtherLevel || moment.isPlaying);
      const isStep = isNext || this.isLeap;
      const budget_ms = moment.isPlaying && moment.pace.kind === 'decisions' ? 1000 / moment.pace.per_s : 1e9;
      this.timeline = timeline(this.story.draws.length, budget_ms);
      this.told = isStep ? 0 : this.timeline.end;
      this.trace = isStep ? 1 : 0;
      this.isHeld = isStep && moment.isPlaying;
      if (!isStep) this.graveyard.remember(run, this.story.serial);
      return;
    }
    // Paused in the middle of a story: it goes on to the verdict and stands there, since that is what one pauses for.
    const stop = !moment.isPlaying && this.isHeld && this.told < this.timeline.outcomeAt;
    const end = stop ? this.timeline.outcomeAt - 1e-3 : this.timeline.end;
    this.told = Math.min(end, this.told + passed);
    this.trace = moment.isCalm ? 1 : Math.min(1, this.trace + passed / TRACE_FADE_MS);
  }

  /** The front of the belt: while time runs it moves with the packet on the link, so that the queue slides evenly. */
  private moveHead(run: StageSource, moment: StageMoment, passed: number): void {
    const shown = this.headTarget + this.headError;
    const { sending_flow, sending_from_s, sending_until_s, now_s } = run.latest.scalars;
    const isContinuous = moment.isPlaying && this.level !== 'decisions' && !moment.isCalm;
    const span = sending_until_s - sending_from_s;
    const progress = sending_flow >= 0 && span > 0 ? Math.min(1, Math.max(0, (now_s - sending_from_s) / span)) : 1;
    this.headTarget = isContinuous ? this.dequeued - 1 + progress : this.dequeued;
    if (this.isFresh || moment.isCalm) this.headError = 0;
    else if (!isContinuous || isContinuous !== this.isContinuous) this.headError = shown - this.headTarget;
    if (Math.abs(this.headError) > LONGEST_SLIDE) this.headError = 0;
    this.isContinuous = isContinuous;
    this.headError = decay(this.headError, passed, SETTLE_MS[this.level]);
  }

  private followSpeed(left: number, moment: StageMoment, layout: LaneLayout, passed: number): void {
    if (!moment.isPlaying || this.level === 'decisions') this.speed = 0;
    else if (passed > 0) {
      const weight = 1 - Math.exp(-passed / 350);
      this.speed += weight * ((1000 * left) / passed - this.speed);
    }
    const bound = this.stripMix > 0.5 ? STRIP_SPEED.until : STRIP_SPEED.from;
    const target = !layout.hasSlots || this.speed > bound ? 1 : 0;
    const step = this.isFresh || moment.isCalm ? 1 : passed / STRIP_FADE_MS;
    this.stripMix += Math.max(-step, Math.min(step, target - this.stripMix));
  }

  private fillStrip(run: StageSource, moment: StageMoment, layout: LaneLayout, passed: number): void {
    const perColumn = placesPerColumn(layout);
    const columns = Math.ceil(layout.limit / perColumn);
    if (this.stripResponsive.length !== columns) {
      this.stripResponsive = new Float32Array(columns);
      this.stripUnresponsive = new Float32Array(columns);
    }
    if (this.stripMix === 0 && this.speed < STRIP_SPEED.until / 2) return;
    const { queue } = run.latest;
    const isStill = this.isFresh || !moment.isPlaying || this.level === 'decisions';
    const keep = isStill ? 0 : Math.exp(-passed / STRIP_MEMORY_MS);
    const part = (1 - keep) / perColumn;
    for (let column = 0; column < columns; column += 1) {
      this.stripResponsive[column] = (this.stripResponsive[column] as number) * keep;
      this.stripUnresponsive[column] = (this.stripUnresponsive[column] as number) * keep;
    }
    for (let place = 0; place < queue.flow.length; place += 1) {
      const column = Math.min(columns - 1, Math.floor(place / perColumn));
      const share = run.isUnresponsive(queue.flow[place] as number) ? this.stripUnresponsive : this.stripResponsive;
      share[column] = (share[column] as number) + part;
    }
  }

  private moveSprites(run: StageSource, moment: StageMoment, passed: number): void {
    if (this.stripMix === 1) {
      this.sprites.clear();
      this.shownQueue = '';
      this.areSpritesFresh = true;
      this.isFresh = false;
      return;
    }
    const settle = moment.isCalm ? 0 : SETTLE_MS[this.level];
    for (const sprite of this.sprites.values()) {
      sprite.error = decay(sprite.error, passed, settle);
      sprite.entered += passed;
    }
    const before = this.isBeforeOutcome ? run.decision?.before : undefined;
    const shown = `${this.version}${before === undefined ? '' : 'b'}`;
    if (shown === this.shownQueue) return;
    this.shownQueue = shown;
    this.showQueue(run, before ?? run.latest.queue, moment, passed);
  }

  private showQueue(run: StageSource, queue: QueueColumns, moment: StageMoment, passed: number): void {
    this.stamp += 1;
    const known = this.sprites.size;
    const enterFor = moment.isCalm ? 0 : ENTER_MS[this.level];
    for (let place = 0; place < queue.packet.length; place += 1) {
      const packet = queue.packet[place] as number;
      const belt = place + this.dequeued;
      const sprite = this.sprites.get(packet);
      if (sprite === undefined) {
        const flow = queue.flow[place] as number;
        this.sprites.set(packet, {
          packet,
          flow,
          flags: queue.flags[place] as number,
          arrived_s: queue.arrived_s[place] as number,
          label: queue.label[place],
          isUnresponsive: run.isUnresponsive(flow),
          place,
          belt,
          error: 0,
          // Into the past packets come back from the link or the grave, not through the door.
          entered: this.areSpritesFresh || this.isRewinding ? enterFor : 0,
          enterFor,
          stamp: this.stamp,
        });
        continue;
      }
      if (!moment.isCalm) sprite.error = within(sprite.error + sprite.belt - belt, LONGEST_LAG[this.level]);
      sprite.belt = belt;
      sprite.place = place;
      sprite.flags = queue.flags[place] as number;
      sprite.stamp = this.stamp;
    }
    // Those of one frame did not come through the door all at once: the earlier ones have a lead.
    const count = this.sprites.size - known;
    if (count > 1 && !this.areSpritesFresh) {
      let ahead = count;
      for (const sprite of this.sprites.values()) {
        if (sprite.stamp !== this.stamp || sprite.entered > 0) continue;
        ahead -= 1;
        sprite.entered = (passed * ahead) / count;
      }
    }
    for (const [packet, sprite] of this.sprites) if (sprite.stamp !== this.stamp) this.sprites.delete(packet);
    this.isFresh = false;
    this.areSpritesFresh = false;
  }

  private followSending(run: StageSource, passed: number): void {
    const { sending_flow: flow, sending_packet: packet } = run.latest.scalars;
    if (this.leaving !== undefined) {
      this.leaving.age += passed;
      if (this.leaving.age > SEND_MS) this.leaving = undefined;
    }
    if (this.sending !== undefined) this.sending.age += passed;
    if (flow < 0) {
      if (this.sending !== undefined) this.leaving = { ...this.sending, age: 0 };
      this.sending = undefined;
    } else if (this.sending?.packet !== packet) {
      if (this.sending !== undefined && !this.isRewinding) this.leaving = { ...this.sending, age: 0 };
      const isShownAtOnce = this.isRewinding || (this.sending === undefined && this.leaving === undefined);
      this.sending = { packet, flow, age: isShownAtOnce ? SEND_MS : 0 };
    }
    const weight = 1 - Math.exp(-passed / STRIP_MEMORY_MS);
    if (flow >= 0) this.sentMix += weight * ((run.isUnresponsive(flow) ? 1 : 0) - this.sentMix);
  }

  private followEnds(run: StageSource, moment: StageMoment, passed: number): void {
    const { waiting, front_region } = run.latest.scalars;
    const before = this.isBeforeOutcome ? run.decision?.before : undefined;
    const length = before?.packet.length ?? waiting;
    // The frame tells the regions of the queue as it is now; before the decision they had the same proportion.
    const front = waiting === 0 || length === waiting ? front_region : Math.round((front_region / waiting) * length);
    const settle = moment.isCalm || this.isJump || this.stamp <= 1 ? 0 : SETTLE_MS.decisions;
    this.shownLength = length - decay(length - this.shownLength, passed, settle);
    const error = Number.isNaN(this.shownFront) || Number.isNaN(front) ? 0 : front - this.shownFront;
    this.shownFront = front - decay(error, passed, settle);
    this.areEndsMoving = this.shownLength !== length || (this.shownFront !== front && !Number.isNaN(front));
  }

  /** Lets everything grow older; whether anything is still on the move. */
  private age(moment: StageMoment, passed: number): boolean {
    const isTelling = this.story !== undefined && this.told < this.timeline.end && !(this.isHeld && !moment.isPlaying);
    const isGraveTime = moment.isPlaying || isTelling;
    let isMoving = isTelling || (this.story !== undefined && this.trace < 1);
    if (this.graveyard.age(this.level, passed, isGraveTime, moment.isCalm)) isMoving = true;
    if (this.flashes.length > 0) {
      isMoving = true;
      for (const flash of this.flashes) flash.age += passed;
      this.flashes = this.flashes.filter((flash) => flash.age < (flash.hasReach ? FLASH_MS.reach : FLASH_MS.ring));
    }
    if (
      this.areEndsMoving ||
      this.headError !== 0 ||
      this.leaving !== undefined ||
      (this.sending?.age ?? SEND_MS) < SEND_MS
    )
      isMoving = true;
    if (this.stripMix > 0 && (this.stripMix < 1 || moment.isPlaying)) isMoving = true;
    if (!isMoving)
      for (const sprite of this.sprites.values())
        if (sprite.error !== 0 || sprite.entered < sprite.enterFor) return true;
    return isMoving;
  }
}

/** Places that one column of the strip stands for: one while places are wide enough, else as few as there is room for. */
export function placesPerColumn(layout: LaneLayout): number {
  return layout.hasSlots ? 1 : Math.ceil(LEAST_PITCH / layout.pitch);
}

/** Whether a packet of the queue carries an ECN mark, or was sent before. */
export function isMarked(flags: number): boolean {
  return (flags & PacketFlag.marked) !== 0;
}
export function isRetransmission(flags: number): boolean {
  return (flags & PacketFlag.retransmission) !== 0;
}

/** The middle of the place of a draw: where its packet is shown now, or where it would stand. */
export function drawX(memory: StageMemory, layout: LaneLayout, packet: number, place: number): number {
  const sprite = memory.sprites.get(packet);
  return placeX(layout, sprite === undefined ? place : memory.shownPlace(sprite));
}

function levelOf({ isPlaying, pace }: StageMoment): Level {
  if (!isPlaying || pace.kind === 'decisions') return 'decisions';
  return pace.kind === 'time' && pace.rate <= 0.25 ? 'packets' : 'stream';
}

function within(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}

function decay(error: number, passed: number, constant: number): number {
  if (error === 0 || constant === 0) return 0;
  const left = error * Math.exp(-passed / constant);
  return Math.abs(left) < 0.01 ? 0 : left;
}

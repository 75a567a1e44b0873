/**
 * Who died lately and where they lie: one grave for the dead of one decision. Graves fill as the run goes on, at a calm
 * rate when it is fast, and are filled anew from the run's own list of deaths when the run is taken to another moment.
 */

import type { ReasonFamily } from '../../base/palette';
import type { Death, ReasonAbout } from '../../run/run-buffer';
import { type LaneLayout, packetX, restingPlace } from './stage-layout';
import type { Level, StageSource } from './stage-memory';

export interface GraveMember {
  readonly packet: number;
  readonly flow: number;
  readonly isUnresponsive: boolean;
  readonly fromX: number;
  readonly fromY: number;
  readonly isArrival: boolean;
}

/** The dead of one decision, side by side. */
export interface Grave {
  readonly decision: number;
  readonly time_s: number;
  readonly reasonId: string;
  readonly family: ReasonFamily;
  readonly members: readonly GraveMember[];
  readonly column: number;
  readonly row: number;
  /** In a stream a small sign falls in place of the packets themselves. */
  readonly isSmall: boolean;
  /** Since they began to fall [ms], in real time and in the graveyard's time, which stands while the run is paused. */
  fallen: number;
  age: number;
}

/** Where the dead come from. */
export interface Yard {
  readonly layout: LaneLayout;
  readonly level: Level;
  /** Where a waiting packet is shown, counted from the front. */
  readonly placeOf: (packet: number) => number | undefined;
  /** Where there is more than one queue: left edge and top of where a dead packet was. */
  readonly whereIs?: ((death: Death) => { readonly x: number; readonly y: number } | undefined) | undefined;
}

export const GRAVES_SHOWN = 24;
/** So many keep their place in any case; an older one, half faded, gives way to a victim that would have to fall far aside. */
const GRAVES_KEPT = 12;
const PLACES_KNOWN = 256;
/** How far aside is far [columns]. */
const FAR_ASIDE = 2;
/** A grave's age at which it is gone [ms of the graveyard's time]. */
export const GRAVE_LIFE = 30_000;
export const FALL_MS = 560;

/** New signs a second, so that busy seconds stay calm. */
const SIGNS_PER_S = { decisions: 1000, packets: 12, stream: 6 } as const;
/** How fast the graveyard's time passes. */
const GRAVE_RATE = { decisions: 1, packets: 3, stream: 12 } as const;
/** Dead of one decision that are drawn; there are two in a match, more only where a discipline takes out many at once. */
const MOST_MEMBERS = 4;
const NOBODY: readonly number[] = [];

export class GraveMemory {
  /** The newest first. */
  graves: Grave[] = [];
  /** Where the dead of a decision lay before: who comes back to that moment finds them there again. */
  private readonly places = new Map<number, { readonly column: number; readonly row: number }>();
  private seen = 0;
  private pending: Death[] = [];
  private readonly allowance = new Map<string, number>();

  clear(): void {
    this.graves = [];
    this.pending = [];
    this.places.clear();
  }

  /**
   * The graves of the last dead up to this moment, at rest; those that lie there already keep their places. The dead of a
   * decision that is still `untold` fall when it has been told.
   */
  recall(run: StageSource, yard: Yard, untold: number | undefined): void {
    const room = Math.min(GRAVES_SHOWN, yard.layout.graveColumns * yard.layout.graveRows);
    const dead: Death[][] = [];
    this.pending = [];
    for (let index = 0; index < run.deaths.length; index += 1) {
      const death = run.deaths.newest(index);
      if (death === undefined) continue;
      if (death.decision === untold) {
        this.pending.unshift(death);
        continue;
      }
      const last = dead.at(-1);
      if (death.decision > 0 && last?.[0]?.decision === death.decision) last.unshift(death);
      else if (dead.length < room) dead.push([death]);
      else break;
    }
    const decisions = new Set(dead.map(([death]) => death?.decision));
    this.graves = this.graves.filter(({ decision }) => decisions.has(decision));
    const known = new Set(this.graves.map(({ decision }) => decision));
    for (const group of dead.toReversed()) if (!known.has(group[0]?.decision ?? 0)) this.lay(run, yard, group);
    for (const grave of this.graves) {
      grave.fallen = FALL_MS;
      grave.age = 0;
    }
    this.seen = run.deaths.pushed;
  }

  /** Takes in those that died after decision number `after`. */
  gather(run: StageSource, after: number): void {
    const fresh = Math.min(run.deaths.length, run.deaths.pushed - this.seen);
    for (let index = fresh - 1; index >= 0; index -= 1) {
      const death = run.deaths.newest(index);
      // A step may come with the whole list anew: those of before have their graves.
      if (death !== undefined && (run.latest.scalars.is_seek === 0 || death.decision > after)) this.pending.push(death);
    }
    this.seen = run.deaths.pushed;
  }

  /** A story shown at its end needs its dead, whether or not they got a sign when they died in passing. */
  remember(run: StageSource, serial: number): void {
    if (this.graves.some((grave) => grave.decision === serial)) return;
    if (this.pending.some((death) => death.decision === serial)) return;
    for (const death of run.deaths) if (death.decision === serial) this.pending.push(death);
  }

  /** Buries all that died before decision `waitsFor`, whose verdict is still to come; the x of matches met in passing. */
  bury(run: StageSource, yard: Yard, waitsFor: number | undefined, passed: number): readonly number[] {
    for (const [reason, left] of this.allowance)
      this.allowance.set(reason, Math.min(3, left + (passed / 1000) * SIGNS_PER_S[yard.level]));
    if (this.pending.length === 0) return NOBODY;
    const met: number[] = [];
    let from = 0;
    while (from < this.pending.length) {
      const first = this.pending[from] as Death;
      if (first.decision === waitsFor) break;
      let until = from + 1;
      // Who was dropped by no decision, when a setting changed, died alone.
      const isJoint = first.decision > 0;
      while (isJoint && this.pending[until]?.decision === first.decision) until += 1;
      const dead = this.pending.slice(from, until);
      from = until;
      if (yard.level !== 'decisions' && !this.isAllowed(reasonOf(run, dead)?.id ?? '')) continue;
      const victim = this.lay(run, yard, dead, 0);
      if (yard.level !== 'decisions' && victim !== undefined) met.push(victim.fromX + yard.layout.packetWidth / 2);
    }
    this.pending = this.pending.slice(from);
    return met;
  }

  /** Lets the graves grow older, in the graveyard's own time while it passes; whether any of them changes its looks. */
  age(level: Level, passed: number, isTimePassing: boolean, isCalm: boolean): boolean {
    const time = isTimePassing ? passed * GRAVE_RATE[level] : 0;
    let isMoving = time > 0 && this.graves.length > 0;
    let isOver = false;
    for (const grave of this.graves) {
      if (grave.fallen < FALL_MS) isMoving = true;
      grave.fallen = isCalm ? FALL_MS : grave.fallen + passed;
      grave.age += time;
      if (grave.age > GRAVE_LIFE) isOver = true;
    }
    if (isOver) this.graves = this.graves.filter(({ age }) => age <= GRAVE_LIFE);
    return isMoving;
  }

  /** A free place under where it died; a victim falls straight if it can, an arrival joins the others by the door. */
  private placeFor(
    layout: LaneLayout,
    decision: number,
    wanted: number,
    isFalling: boolean,
  ): { readonly column: number; readonly row: number } {
    const known = this.places.get(decision);
    if (known !== undefined && known.column < layout.graveColumns && known.row < layout.graveRows) {
      const other = this.graves.find(({ column, row }) => column === known.column && row === known.row);
      if (other === undefined || (isFalling && other.decision < decision)) return known;
    }
    const free = restingPlace(layout, this.graves, wanted);
    const aside = Math.abs(free.column - wanted * layout.graveColumns);
    if (!isFalling || aside <= FAR_ASIDE + 1) return free;
    const kept = this.graves.filter((grave, rank) => rank < GRAVES_KEPT || grave.decision > decision);
    return restingPlace(layout, kept, wanted);
  }

  private isAllowed(reasonId: string): boolean {
    const left = this.allowance.get(reasonId) ?? 1;
    if (left < 1) return false;
    this.allowance.set(reasonId, left - 1);
    return true;
  }

  /** Gives the dead of one decision a grave; the one of them that waited, if there is one. */
  private lay(run: StageSource, yard: Yard, dead: readonly Death[], fallen: number = FALL_MS): GraveMember | undefined {
    const { layout, level } = yard;
    const y = level === 'stream' ? layout.box.y + layout.box.height - layout.graveHeight : layout.slots.y;
    const members = dead.slice(0, MOST_MEMBERS).map((death): GraveMember => {
      const from = yard.whereIs?.(death);
      const place = yard.placeOf(death.packet) ?? death.place;
      return {
        packet: death.packet,
        flow: death.flow,
        isUnresponsive: run.isUnresponsive(death.flow),
        fromX: from?.x ?? (death.isArrival ? layout.door.x : packetX(layout, place)),
        fromY: level === 'stream' ? y : (from?.y ?? y),
        isArrival: death.isArrival,
      };
    });
    // Side by side: the arrival left of those that it met.
    members.sort((a, b) => (a.isArrival === b.isArrival ? a.fromX - b.fromX : a.isArrival ? -1 : 1));
    const anchor = members.findLast((member) => !member.isArrival) ?? members[0];
    const wanted = ((anchor?.fromX ?? 0) - layout.graveyard.x) / layout.graveyard.width;
    const decision = dead[0]?.decision ?? 0;
    const reason = reasonOf(run, dead);
    const isFalling = fallen === 0 && anchor?.isArrival === false;
    const { column, row } = this.placeFor(layout, decision, wanted, isFalling);
    this.places.delete(decision);
    this.places.set(decision, { column, row });
    for (const oldest of this.places.keys()) {
      if (this.places.size <= PLACES_KNOWN) break;
      this.places.delete(oldest);
    }
    this.graves = this.graves.filter((grave) => grave.column !== column || grave.row !== row);
    this.graves.unshift({
      decision,
      time_s: dead[0]?.time_s ?? 0,
      reasonId: reason?.id ?? '',
      family: reason?.family ?? 'overflow',
      isSmall: level === 'stream',
      members,
      column,
      row,
      fallen,
      age: 0,
    });
    if (decision < (this.graves[1]?.decision ?? 0)) this.graves.sort((a, b) => b.decision - a.decision);
    if (this.graves.length > GRAVES_SHOWN) this.graves.length = GRAVES_SHOWN;
    return members.find((member) => !member.isArrival);
  }
}

/** What they died of: of a match, the reason of the one that waited. */
function reasonOf(run: StageSource, dead: readonly Death[]): ReasonAbout | undefined {
  const victim = dead.find((death) => !death.isArrival);
  return run.catalog.reasons[(victim ?? dead[0])?.reason ?? -1];
}

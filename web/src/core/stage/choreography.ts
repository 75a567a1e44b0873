/** The timing of a decision's animation: arrival at the door, each draw, the verdict, the drops. Pure. */

import type { DecisionRecord } from '../run/run-buffer';

/** When each part of the story begins and ends, in ms since the decision was shown. */
export interface Timeline {
  /** The arrival comes to the door while packets that left since the decision before move on. */
  readonly arriveEnd: number;
  /** Draw number i begins at `arriveEnd + i * drawEvery` and takes `drawFor`. */
  readonly drawEvery: number;
  readonly drawFor: number;
  readonly drawsEnd: number;
  /** The verdict is shown until this time; then dropped packets fall, the queue closes up, a survivor glides in. */
  readonly outcomeAt: number;
  readonly end: number;
}

const ARRIVE_MS = 260;
const DRAW_MS = 300;
/** All draws together never take longer, however many there are. */
const ALL_DRAWS_MS = 1300;
const VERDICT_MS = 420;
const OUTCOME_MS = 440;
/** The story is complete a little before the next decision is due. */
const SHARE_OF_BUDGET = 0.94;
/** Largest share of the time for showing the outcome. */
const VERDICT_SHARE = 0.36;

/** The timeline of a decision with `draws` draws, which ends within `budget_ms`. */
export function timeline(draws: number, budget_ms: number): Timeline {
  const drawEvery = draws === 0 ? 0 : Math.min(DRAW_MS * 0.85, (ALL_DRAWS_MS - DRAW_MS) / Math.max(1, draws - 1));
  const drawsFor = draws === 0 ? 0 : (draws - 1) * drawEvery + DRAW_MS;
  const natural = ARRIVE_MS + drawsFor + VERDICT_MS + OUTCOME_MS;
  const budget = Math.min(natural, budget_ms * SHARE_OF_BUDGET);
  // The verdict matters most: it keeps its time, and the other steps are shortened.
  const verdict = Math.min(VERDICT_MS, budget * VERDICT_SHARE);
  const scale = (budget - verdict) / (natural - VERDICT_MS);
  const drawsEnd = (ARRIVE_MS + drawsFor) * scale;
  return {
    arriveEnd: ARRIVE_MS * scale,
    drawEvery: drawEvery * scale,
    drawFor: DRAW_MS * scale,
    drawsEnd,
    outcomeAt: drawsEnd + verdict,
    end: budget,
  };
}

interface Draw {
  /** Place in the queue before the decision. */
  readonly place: number;
  readonly packet: number;
  readonly isMatch: boolean;
}

export interface Victim {
  readonly place: number;
  readonly packet: number;
  readonly flow: number;
  readonly flags: number;
  readonly reason: number;
}

/** A decision with places resolved to packets, as the stage animates it. */
export interface Story {
  readonly serial: number;
  /** Otherwise it is about packets that wait: one was to leave, or a timer ran out. */
  readonly isArrival: boolean;
  readonly packet: number;
  readonly flow: number;
  readonly draws: readonly Draw[];
  readonly victims: readonly Victim[];
  /** Reason of the arrival's drop; undefined: it was admitted. */
  readonly arrivalReason: number | undefined;
  readonly markReason: number | undefined;
}

/**
 * Follows a decision through its steps. Places in a record hold at the moment of the step. A removed packet moves
 * those behind it up, so each place is traced back to the one before the decision.
 */
export function tellStory(record: DecisionRecord): Story {
  const before = record.before;
  const count = before?.packet.length ?? 0;
  const standing = Array.from({ length: count }, (_, place) => place);
  const draws: Draw[] = [];
  const victims: Victim[] = [];
  let arrivalReason: number | undefined;
  let markReason: number | undefined;
  for (const step of record.steps) {
    if (step.kind === 'draw') {
      const place = standing[step.place];
      if (before !== undefined && place !== undefined)
        draws.push({ place, packet: before.packet[place] ?? -1, isMatch: step.isMatch });
    } else if (step.kind === 'drop' && step.place >= 0) {
      const [place] = standing.splice(step.place, 1);
      if (before !== undefined && place !== undefined)
        victims.push({
          place,
          packet: before.packet[place] ?? -1,
          flow: before.flow[place] ?? 0,
          flags: before.flags[place] ?? 0,
          reason: step.reason,
        });
    } else if (step.kind === 'drop') arrivalReason = step.reason;
    else if (step.kind === 'mark') markReason = step.reason;
  }
  return {
    serial: record.serial,
    isArrival: record.trigger === undefined,
    packet: record.packet,
    flow: record.flow,
    draws,
    victims,
    arrivalReason,
    markReason,
  };
}

/** Starts and ends softly. */
export function ease(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}

/** Starts at once, ends softly. */
export function easeOut(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return 1 - (1 - t) ** 3;
}

/** Falls: starts slowly, gains speed. */
export function easeIn(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t;
}

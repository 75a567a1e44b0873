/** Timing of the animation of a decision: arrival at the entrance, each draw, the outcome, the drops. Pure. */

import type { DecisionRecord } from '../run/run-buffer';

/** Timing of the phases of the animation [ms], from the time when the decision is shown. */
export interface Timeline {
  /**
   * End of the first phase. In this phase, the arrival moves to the entrance, and waiting packets move forward into the
   * positions of packets sent since the previous decision.
   */
  readonly arriveEnd: number;
  /** Draw number i begins at `arriveEnd + i * drawEvery` and lasts `drawFor`. */
  readonly drawEvery: number;
  readonly drawFor: number;
  readonly drawsEnd: number;
  /**
   * Start of the last phase: dropped packets fall, the queue closes its gaps, and an admitted packet enters. Between
   * `drawsEnd` and this time the outcome is named.
   */
  readonly outcomeAt: number;
  readonly end: number;
}

const ARRIVE_MS = 260;
const DRAW_MS = 300;
/** Maximum time for all draws together [ms]. */
const ALL_DRAWS_MS = 1300;
const NAMING_MS = 420;
const OUTCOME_MS = 440;
/** Maximum fraction of the time until the next decision that the animation may fill. */
const SHARE_OF_BUDGET = 0.94;
/** Maximum fraction of the animation spent on naming the outcome, before packets fall or enter. */
const NAMING_SHARE = 0.36;

/** Timing for a decision with `draws` draws. The animation ends within `budget_ms`. */
export function timeline(draws: number, budget_ms: number): Timeline {
  const drawEvery = draws === 0 ? 0 : Math.min(DRAW_MS * 0.85, (ALL_DRAWS_MS - DRAW_MS) / Math.max(1, draws - 1));
  const drawsFor = draws === 0 ? 0 : (draws - 1) * drawEvery + DRAW_MS;
  const natural = ARRIVE_MS + drawsFor + NAMING_MS + OUTCOME_MS;
  const budget = Math.min(natural, budget_ms * SHARE_OF_BUDGET);
  // A long animation is shortened to the budget. The naming of the outcome is the most important part, so the other
  // parts are shortened first.
  const naming_ms = Math.min(NAMING_MS, budget * NAMING_SHARE);
  const scale = (budget - naming_ms) / (natural - NAMING_MS);
  const drawsEnd = (ARRIVE_MS + drawsFor) * scale;
  return {
    arriveEnd: ARRIVE_MS * scale,
    drawEvery: drawEvery * scale,
    drawFor: DRAW_MS * scale,
    drawsEnd,
    outcomeAt: drawsEnd + naming_ms,
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

/** A decision prepared for the animation: it refers to packets instead of positions in the queue. */
export interface Story {
  readonly serial: number;
  /** False for a decision without an arrival, made at a departure or by a timer. */
  readonly isArrival: boolean;
  readonly packet: number;
  readonly flow: number;
  readonly draws: readonly Draw[];
  readonly victims: readonly Victim[];
  /** Reason of the arrival's drop. Undefined if the arrival was admitted. */
  readonly arrivalReason: number | undefined;
  readonly markReason: number | undefined;
}

/**
 * Resolves the positions in a decision to packets. A step records a position at the time of the step. Earlier steps may
 * have removed packets, so that those behind them moved forward. Each position is therefore translated back to the
 * queue before the decision.
 */
export function storyOf(record: DecisionRecord): Story {
  const before = record.before;
  const count = before?.packet.length ?? 0;
  const remaining = Array.from({ length: count }, (_, place) => place);
  const draws: Draw[] = [];
  const victims: Victim[] = [];
  let arrivalReason: number | undefined;
  let markReason: number | undefined;
  for (const step of record.steps) {
    if (step.kind === 'draw') {
      const place = remaining[step.place];
      if (before !== undefined && place !== undefined)
        draws.push({ place, packet: before.packet[place] ?? -1, isMatch: step.isMatch });
    } else if (step.kind === 'drop' && step.place >= 0) {
      const [place] = remaining.splice(step.place, 1);
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

/** Easing with a slow start and a slow end. */
export function ease(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}

/** Easing with an immediate start and a slow end. */
export function easeOut(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return 1 - (1 - t) ** 3;
}

/** Easing of a fall: a slow start and a fast end. */
export function easeIn(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t;
}

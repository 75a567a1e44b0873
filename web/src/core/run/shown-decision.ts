/**
 * Chooses the displayed decision while the run makes hundreds of decisions a second. Panels show the time of the
 * decision, and whether it is the latest one of the run. Pure.
 */

import { type DecisionRecord, drewMatch } from './decision';

/** Minimum time between two changes while decisions come in quick succession [ms]. */
export const CALM_MS = 260;

interface Shown {
  readonly serial: number;
  readonly since_ms: number;
  /** Serial number of the newest known decision, and the time at which it was first known. */
  readonly newest: number;
  readonly newest_ms: number;
}

export const NOTHING_SHOWN: Shown = { serial: 0, since_ms: Number.NEGATIVE_INFINITY, newest: 0, newest_ms: 0 };

/**
 * Single decisions are shown at once. Of decisions in quick succession, at most four a second are shown, preferably
 * matches. When no more decisions follow, the last one is shown.
 */
export function chooseDecision(
  shown: Shown,
  last: DecisionRecord | undefined,
  latestMatch: DecisionRecord | undefined,
  now_ms: number,
): { readonly shown: Shown; readonly decision: DecisionRecord | undefined; readonly isOneByOne: boolean } {
  if (last === undefined) return { shown: NOTHING_SHOWN, decision: undefined, isOneByOne: true };
  // In a new scene, serial numbers begin at 1 again.
  const isNewRun = last.serial < shown.newest;
  const before = isNewRun ? NOTHING_SHOWN : shown;
  const look: Shown = last.serial === before.newest ? before : { ...before, newest: last.serial, newest_ms: now_ms };
  const show = (decision: DecisionRecord, isOneByOne = false): ReturnType<typeof chooseDecision> => ({
    shown: { ...look, serial: decision.serial, since_ms: now_ms },
    decision,
    isOneByOne,
  });
  const keep: ReturnType<typeof chooseDecision> = { shown: look, decision: undefined, isOneByOne: false };

  const isOneStep = look !== before && last.serial === before.newest + 1;
  if (isNewRun || before.newest === 0 || (isOneStep && before.serial === before.newest)) return show(last, true);
  if (look === before) {
    const isAtRest = now_ms - look.newest_ms >= CALM_MS;
    return isAtRest && look.serial !== last.serial ? show(last, true) : keep;
  }
  if (now_ms - look.since_ms < CALM_MS) return keep;
  const isNewMatch = latestMatch !== undefined && latestMatch.serial > look.serial && latestMatch.serial <= last.serial;
  return show(isNewMatch ? latestMatch : last);
}

/** Label before the time of a displayed decision that is no longer the latest. */
export function ofLateDecision(decision: DecisionRecord): string {
  return drewMatch(decision) ? 'a match at ' : 'a decision at ';
}

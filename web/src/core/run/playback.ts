/**
 * The playback clock. From the real time, it computes the simulated time, or the number of decisions, that the run
 * should have reached. Pure: real time goes in, and requests to the engine come out.
 */

export type Pace =
  | { readonly kind: 'decisions'; readonly per_s: number }
  | { readonly kind: 'time'; readonly rate: number }
  | { readonly kind: 'max' };

/** Speeds from slow to fast. Links contain the index of a speed in this list, so new speeds must be appended. */
const CHOICES = [
  { id: '1 packet', name: '1 packet at a time', meaning: 'every 1.25 s', pace: { kind: 'decisions', per_s: 0.8 } },
  { id: '2 packets', name: '2 packets/s', meaning: 'step by step', pace: { kind: 'decisions', per_s: 2 } },
  { id: '5 packets', name: '5 packets/s', meaning: 'quick steps', pace: { kind: 'decisions', per_s: 5 } },
  { id: '1/50', name: '1/50 ×', meaning: 'packet by packet', pace: { kind: 'time', rate: 1 / 50 } },
  { id: '1/20', name: '1/20 ×', meaning: 'slow motion', pace: { kind: 'time', rate: 1 / 20 } },
  { id: '1/10', name: '1/10 ×', meaning: 'slow motion', pace: { kind: 'time', rate: 1 / 10 } },
  { id: '1/4', name: '1/4 ×', meaning: 'slowed down', pace: { kind: 'time', rate: 1 / 4 } },
  { id: '1/2', name: '1/2 ×', meaning: 'slowed down', pace: { kind: 'time', rate: 1 / 2 } },
  { id: '1', name: '1 ×', meaning: 'real time', pace: { kind: 'time', rate: 1 } },
  { id: '2', name: '2 ×', meaning: 'sped up', pace: { kind: 'time', rate: 2 } },
  { id: '5', name: '5 ×', meaning: 'sped up', pace: { kind: 'time', rate: 5 } },
  { id: '10', name: '10 ×', meaning: 'time lapse', pace: { kind: 'time', rate: 10 } },
  { id: '20', name: '20 ×', meaning: 'time lapse', pace: { kind: 'time', rate: 20 } },
  { id: 'max', name: 'max', meaning: 'as fast as this machine can', pace: { kind: 'max' } },
] as const;

/** Id of a speed in lessons and in this code. The engine's `LessonPace` is the same list. */
export type PaceId = (typeof CHOICES)[number]['id'];

interface PaceChoice {
  readonly id: PaceId;
  /** Short name, as shown in the transport. */
  readonly name: string;
  /** Effect of the speed in plain words. */
  readonly meaning: string;
  readonly pace: Pace;
}

/** The speeds of the transport, links, public parameters, lessons and clips. */
export const PACES: readonly PaceChoice[] = CHOICES;

/** Index of a speed in `PACES`. */
export function placeOfPace(id: PaceId): number {
  return PACES.findIndex((choice) => choice.id === id);
}

export const DEFAULT_PACE = placeOfPace('1');

export interface Playback {
  readonly state: 'playing' | 'paused' | 'finished';
  /** Index in `PACES`. */
  readonly pace: number;
  readonly direction: 'forward' | 'backward';
  /** Real time of the previous tick [ms]. Undefined before the first tick after a pause. */
  readonly ticked_ms: number | undefined;
  /**
   * Simulated time that the run should reach next [s]. Used only at speeds in simulated time per real time, not in
   * decisions.
   */
  readonly target_s: number;
  /** Number of decisions that are due to be shown. The fraction is the progress towards the next one. */
  readonly due: number;
}

export type EngineRequest =
  | { readonly kind: 'step' }
  | { readonly kind: 'advance'; readonly until_s: number; readonly budget_ms: number }
  | { readonly kind: 'step-back' }
  | { readonly kind: 'seek'; readonly at_s: number };

/** Maximum real time counted for one tick [ms], so that a tab that was suspended does not jump. */
const LONGEST_TICK_MS = 250;
/** Maximum lead of the requested time over the run when the machine is too slow, in real time [s]. */
const LONGEST_LEAD_S = 0.25;
/**
 * Limits of the time that the engine may spend on one request [ms]. Between the limits, the engine gets the fraction
 * `BUDGET_SHARE` of the time between two ticks. The fraction is large, so that the run keeps its speed while a slow
 * page paints. The upper limit bounds the time that the page waits for a response.
 */
const LEAST_BUDGET_MS = { time: 25, max: 10 } as const;
const MOST_BUDGET_MS = 45;
const BUDGET_SHARE = 0.8;
/** Maximum speed of backward playback [times real time]. At unlimited speed the start would be reached at once. */
const FASTEST_BACK = 20;

export function pausedAt(now_s: number, pace: number = DEFAULT_PACE): Playback {
  const state = 'paused';
  return { state, pace: clampPace(pace), direction: 'forward', ticked_ms: undefined, target_s: now_s, due: 0 };
}

/**
 * Starts playback. At a speed in packets, the first decision is shown at once. At the end of the run, only backward
 * playback is possible.
 */
export function play(playback: Playback, now_s: number, direction: Playback['direction'] = 'forward'): Playback {
  if (playback.state === 'playing' && playback.direction === direction) return playback;
  if (playback.state === 'finished' && direction === 'forward') return playback;
  return { ...playback, state: 'playing', direction, ticked_ms: undefined, target_s: now_s, due: 1 };
}

export function pause(playback: Playback): Playback {
  if (playback.state !== 'playing') return playback;
  return { ...playback, state: 'paused', direction: 'forward', ticked_ms: undefined };
}

export function finish(playback: Playback): Playback {
  return { ...playback, state: 'finished', direction: 'forward', ticked_ms: undefined };
}

export function withPace(playback: Playback, pace: number, now_s: number): Playback {
  return { ...playback, pace: clampPace(pace), target_s: now_s, due: Math.min(playback.due, 1) };
}

/**
 * One tick of real time. `request` is the next request to the engine, if one should be sent. While a response is
 * pending (`isWaiting`), there is no request, and the target time leads the run's current time by at most
 * `LONGEST_LEAD_S`.
 */
export function tick(
  playback: Playback,
  now_ms: number,
  now_s: number,
  isWaiting: boolean,
): { readonly playback: Playback; readonly request: EngineRequest | undefined } {
  if (playback.state !== 'playing') return { playback, request: undefined };
  const elapsed_s = Math.min(LONGEST_TICK_MS, Math.max(0, now_ms - (playback.ticked_ms ?? now_ms))) / 1000;
  const pace = paceOf(playback);
  const budget_ms = (kind: 'time' | 'max'): number =>
    Math.min(MOST_BUDGET_MS, Math.max(LEAST_BUDGET_MS[kind], elapsed_s * 1000 * BUDGET_SHARE));
  const isBackward = playback.direction === 'backward';

  if (pace.kind === 'decisions') {
    const due = Math.min(2, playback.due + elapsed_s * pace.per_s);
    const isDue = due >= 1 && !isWaiting;
    return {
      playback: { ...playback, ticked_ms: now_ms, due: isDue ? due - 1 : due },
      request: isDue ? { kind: isBackward ? 'step-back' : 'step' } : undefined,
    };
  }
  if (isBackward) {
    const rate = pace.kind === 'time' ? pace.rate : FASTEST_BACK;
    const target_s = Math.max(0, playback.target_s - elapsed_s * rate, now_s - LONGEST_LEAD_S * rate);
    return {
      playback: { ...playback, ticked_ms: now_ms, target_s },
      request: isWaiting || target_s >= now_s ? undefined : { kind: 'seek', at_s: target_s },
    };
  }
  if (pace.kind === 'max') {
    // At the speed `max`, the engine runs as far as it can, however much real time has passed. If no real time has
    // passed, the page's clock is stopped, and no request is sent.
    const isStopped = playback.ticked_ms === now_ms;
    return {
      playback: { ...playback, ticked_ms: now_ms },
      request:
        isWaiting || isStopped
          ? undefined
          : { kind: 'advance', until_s: Number.MAX_VALUE, budget_ms: budget_ms('max') },
    };
  }
  const target_s = Math.min(playback.target_s + elapsed_s * pace.rate, now_s + LONGEST_LEAD_S * pace.rate);
  return {
    playback: { ...playback, ticked_ms: now_ms, target_s },
    request:
      isWaiting || target_s <= now_s ? undefined : { kind: 'advance', until_s: target_s, budget_ms: budget_ms('time') },
  };
}

export function paceOf(playback: Playback): Pace {
  return PACES[playback.pace]?.pace ?? FALLBACK;
}

export function clampPace(pace: number): number {
  return Number.isFinite(pace) ? Math.min(PACES.length - 1, Math.max(0, Math.round(pace))) : DEFAULT_PACE;
}

const FALLBACK: Pace = { kind: 'time', rate: 1 };

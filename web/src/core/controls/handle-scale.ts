/** The value of a handle on the stage after a movement. Pure. */

import type { SettingSpec } from '../run/run-buffer';

/** How a movement changes the value: by one per position in the queue, or by a factor. */
export type HandleKind = 'places' | 'factor';

/** Distance over which dragging a handle of kind `factor` doubles its value [px]. */
const DOUBLING_PX = 80;
/** Factor by which an arrow key changes the value. */
const KEY_FACTOR = 1.1;

export interface HandleScale {
  readonly kind: HandleKind;
  /** Distance between adjacent positions in the queue [px]. The front is at the right, so a queue grows to the left. */
  readonly pitch: number;
  /**
   * Smallest allowed value [unit of the setting]. It may be the value of a neighbouring handle, which this handle must
   * not pass.
   */
  readonly least: number;
  readonly most: number;
}

/** The new value of a handle that was moved to the right by `right_px`. */
export function movedBy(scale: HandleScale, from: number, right_px: number): number {
  return scale.kind === 'places'
    ? within(scale, Math.round(from - right_px / scale.pitch))
    : within(scale, Number((from * 2 ** (right_px / DOUBLING_PX)).toPrecision(3)));
}

/**
 * The new value after a key press. Undefined if the key has no effect. Arrow keys move the handle in their direction.
 */
export function movedByKey(scale: HandleScale, from: number, key: string): number | undefined {
  const steps = KEYS[key];
  if (steps === undefined) return key === 'Home' ? scale.least : key === 'End' ? scale.most : undefined;
  if (scale.kind === 'factor') {
    const up = key === 'ArrowRight' || key === 'ArrowUp' || key === 'PageUp' ? 1 : -1;
    return within(scale, Number((from * KEY_FACTOR ** (up * Math.abs(steps))).toPrecision(3)));
  }
  return within(scale, Math.round(from) + steps);
}

/**
 * The step of each key. A positive step makes the queue longer and moves the handle left, because the queue grows to
 * the left.
 */
const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: 1,
  ArrowUp: 1,
  ArrowRight: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

function within({ least, most }: HandleScale, value: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Bounds of a threshold: the thresholds beside it and the end of the buffer. */
export function boundsOf(
  spec: Pick<SettingSpec, 'kind'>,
  value: number,
  others: readonly number[],
  limit: number,
): Pick<HandleScale, 'least' | 'most'> {
  const { kind } = spec;
  const allowed = kind.kind === 'integer' || kind.kind === 'real' ? kind : { min: value, max: value };
  const below = others.filter((other) => other < value).map((other) => other + 1);
  const above = others.filter((other) => other > value).map((other) => other - 1);
  return {
    least: Math.min(value, Math.max(allowed.min, ...below)),
    most: Math.max(value, Math.min(allowed.max, limit, ...above)),
  };
}

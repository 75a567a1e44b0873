/**
 * The scale of a slider. A slider covers the usual range around the initial value of the scene. The number field beside
 * it accepts every allowed value. Positions are whole numbers, because a native range input requires them.
 */

import type { SettingSpec } from '../run/run-buffer';

export interface SliderScale {
  /** The highest position; the lowest is 0. */
  readonly positions: number;
  readonly positionOf: (value: number) => number;
  readonly valueAt: (position: number) => number;
}

const LOG_POSITIONS = 400;
/** Ratio between the initial value and either end of a logarithmic slider. */
const LOG_REACH = 100;
/** End of a linear slider, as a multiple of the initial value of the scene. */
const LINEAR_REACH = 2.5;

/** The scale for a setting. Undefined if a slider does not suit the setting, for example a seed. */
export function sliderScale(spec: SettingSpec, baseline: number, current: number): SliderScale | undefined {
  if (spec.kind.kind !== 'integer' && spec.kind.kind !== 'real') return undefined;
  const isWhole = spec.kind.kind === 'integer';
  // A seed has up to 2^53 values, too many for a slider.
  if (isWhole && spec.kind.max > 1e12) return undefined;
  return spec.is_logarithmic && baseline > 0 && !(isWhole && baseline < 1)
    ? logarithmic(spec.kind, isWhole, baseline, current)
    : linear(spec.kind, isWhole, baseline, current);
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function logarithmic(allowed: Range, isWhole: boolean, baseline: number, current: number): SliderScale {
  const smallest = isWhole ? 1 : baseline / LOG_REACH;
  const low = Math.max(allowed.min, Math.min(Math.max(smallest, baseline / LOG_REACH), positive(current, baseline)));
  const high = Math.min(allowed.max, Math.max(baseline * LOG_REACH, current));
  const bottom = Math.max(low, isWhole ? 1 : Number.MIN_VALUE);
  const span = Math.log(high / bottom);
  // A logarithmic scale cannot contain 0. If 0 is allowed, the first position of the slider means 0.
  const hasZero = allowed.min === 0 && isWhole;
  const first = hasZero ? 1 : 0;
  return {
    positions: LOG_POSITIONS + first,
    positionOf: (value) =>
      hasZero && value <= 0
        ? 0
        : Math.round((Math.log(Math.max(value, bottom) / bottom) / span) * LOG_POSITIONS) + first,
    valueAt: (position) => {
      if (hasZero && position === 0) return 0;
      if (position >= LOG_POSITIONS + first) return high;
      return settle(bottom * Math.exp((span * (position - first)) / LOG_POSITIONS), allowed, isWhole);
    },
  };
}

function linear(allowed: Range, isWhole: boolean, baseline: number, current: number): SliderScale {
  const reach = Math.max(baseline * LINEAR_REACH, baseline === 0 ? allowed.min + 10 : 0, current);
  const high = Math.min(allowed.max, isWhole ? Math.ceil(reach) : reach);
  const low = Math.min(Math.max(allowed.min, Math.min(0, current)), current);
  const step = isWhole ? Math.max(1, roundStep((high - low) / 400)) : roundStep((high - low) / 200);
  return {
    positions: Math.max(1, Math.ceil((high - low) / step - 1e-9)),
    positionOf: (value) => Math.round((value - low) / step),
    valueAt: (position) => settle(Math.min(high, low + position * step), allowed, isWhole),
  };
}

/** Rounds to three digits, about as precise as dragging by hand. */
function settle(value: number, allowed: Range, isWhole: boolean): number {
  const digits = Number(value.toPrecision(3));
  const rounded = isWhole ? Math.round(digits) : digits;
  return Math.min(allowed.max, Math.max(allowed.min, rounded));
}

function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const digit = step / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

function positive(value: number, otherwise: number): number {
  return value > 0 ? value : otherwise;
}

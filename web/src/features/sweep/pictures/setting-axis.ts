/** The axis of a varied setting: the positions of its values, and their labels. Pure. */

import { formatNumber, formatValue, unitScale } from '../../../base/format';
import type { SettingValue } from '../../../core/border/scenario';
import type { SweepAxis } from '../../../core/experiment/sweep';
import { fewTicks, logarithmicTicks } from '../../../ui/figure/ticks';

/** Relative difference below which steps count as equal, since the engine rounds factors to six digits. */
const EQUAL = 1e-4;

export interface SettingAxis {
  readonly path: string;
  /** Name such as "UDP rate". */
  readonly name: string;
  /** Title such as "UDP rate [Mb/s]". */
  readonly title: string;
  /** `words` is a categorical axis: its options are listed in order, without distances between them. */
  readonly scale: 'linear' | 'log' | 'words';
  /** The axis in ascending order, as indices in the sweep's list of values. Options keep the order of that list. */
  readonly order: readonly number[];
  /** The values in the order of `order`. */
  readonly values: readonly SettingValue[];
  /**
   * Position of a value on the axis: 0 for the smallest and 1 for the largest value of the setting, beyond this range
   * for values outside. An option's position is the middle of its slot. Undefined for an unknown option.
   */
  readonly partOf: (value: SettingValue) => number | undefined;
  /**
   * Position of a value on an axis with cells of equal size: 0 in the first cell, 1 in the second, and fractions for
   * values between two cells.
   */
  readonly stepOf: (value: SettingValue) => number | undefined;
  /** The value with its unit, such as "2 Mb/s". */
  readonly text: (value: SettingValue) => string;
  /** The value in the title's unit, such as "2". */
  readonly short: (value: SettingValue) => string;
  /** At most `most` round values. */
  readonly ticks: (most: number) => readonly number[];
  /**
   * True if the values differ by equal steps or equal factors. An axis of equally wide cells, each for one value, can
   * then also have ticks at round values between the cells.
   */
  readonly isEven: boolean;
}

/** `name` is the page's name for the setting. */
export function settingAxis(axis: SweepAxis, name: string = axis.name || axis.path): SettingAxis {
  const { path, unit, values: given } = axis;
  const numbers = axis.is_number && given.every((value) => typeof value === 'number') ? (given as number[]) : [];
  const order = given.map((_, place) => place);
  if (numbers.length > 0) order.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  const values = order.map((place) => given[place] as SettingValue);
  const sorted = order.flatMap((place) => numbers[place] ?? []);
  const scale = sorted.length < 2 ? 'words' : scaleOf(sorted, axis.is_logarithmic);
  const { factor, name: shown } = unitScale(Math.max(0, ...sorted.map(Math.abs)), unit);
  const onScale = scale === 'log' ? Math.log : (value: number): number => value;
  const [least = 0, greatest = 1] = [sorted[0], sorted.at(-1)];
  const stepOf = (value: SettingValue): number | undefined => {
    const place = values.indexOf(value);
    if (place >= 0 || scale === 'words' || typeof value !== 'number') return place < 0 ? undefined : place;
    if (scale === 'log' && value <= 0) return Number.NEGATIVE_INFINITY;
    const above = sorted.findIndex((other) => other > value);
    const next = above < 0 ? sorted.length - 1 : Math.max(1, above);
    const [from = 0, to = 1] = [sorted[next - 1], sorted[next]];
    return next - 1 + (onScale(value) - onScale(from)) / (onScale(to) - onScale(from));
  };
  return {
    path,
    name,
    title: numbers.length === 0 || shown === '' ? name : `${name} [${shown}]`,
    scale,
    order,
    values,
    partOf: (value) => {
      if (scale === 'words' || typeof value !== 'number') {
        const place = values.indexOf(value);
        return place < 0 ? undefined : (place + 0.5) / values.length;
      }
      if (scale === 'log' && value <= 0) return Number.NEGATIVE_INFINITY;
      return (onScale(value) - onScale(least)) / (onScale(greatest) - onScale(least));
    },
    stepOf,
    text: (value) => (typeof value === 'number' ? formatValue(value, unit) : word(value)),
    short: (value) => (typeof value === 'number' ? formatNumber(value / factor) : word(value)),
    ticks: (most) => roundValues(least, greatest, scale, Math.max(2, most), factor),
    isEven: scale === 'log' ? isEven(sorted.map(Math.log)) : scale === 'linear' && isEven(sorted),
  };
}

/** A value as a word; "on" for a switch. */
function word(value: SettingValue): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

/**
 * A list's scale. A list with equal factors is logarithmic even if it is not declared as such, because a stored sweep
 * lists its values.
 */
function scaleOf(sorted: readonly number[], isLogarithmic: boolean): 'linear' | 'log' {
  const [least = 0] = sorted;
  if (least <= 0) return 'linear';
  return isLogarithmic || (sorted.length > 2 && isEven(sorted.map(Math.log)) && !isEven(sorted)) ? 'log' : 'linear';
}

function isEven(values: readonly number[]): boolean {
  const whole = (values.at(-1) ?? 0) - (values[0] ?? 0);
  const step = whole / (values.length - 1);
  return values.every((value, place) => Math.abs(value - (values[0] ?? 0) - place * step) <= EQUAL * whole);
}

function roundValues(
  least: number,
  greatest: number,
  scale: SettingAxis['scale'],
  most: number,
  factor: number,
): readonly number[] {
  if (scale === 'words') return [];
  if (scale === 'log') {
    const rounds = logarithmicTicks(least / factor, greatest / factor, most);
    if (rounds.length > 1) return rounds.map((value) => value * factor);
  }
  return fewTicks(least / factor, greatest / factor, most).map((value) => value * factor);
}

/** Axes as data: names, positions and texts, shared by canvas and SVG. Pure. */

import { formatNumber } from '../../base/format';
import type { Ink } from '../marks/ink';
import type { Rule } from '../marks/rule-mark';
import type { PlacedText } from './paint-text';
import { type Scale, within } from './scale';
import { linearTicks, logarithmicTicks } from './ticks';

export interface Tick {
  /** Position along the axis [px]. */
  readonly at: number;
  readonly text: string;
}

/** The area of the figure's marks within its surface [CSS px]. */
export interface Region {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Gap between a vertical axis and its numbers [font sizes]. */
export const NUMBER_GAP = 0.5;
/** Distances from a figure's bottom to the middle of its numbers, and to that of the title below [font sizes]. */
export const NUMBER_ROW = 1.1;
export const TITLE_ROW = 2.45;

interface TickWish {
  /** A value's text; by default `formatNumber`. */
  readonly text?: ((value: number) => string) | undefined;
  /** Values that get ticks, for scales on which the automatic choice is unsuitable. */
  readonly values?: readonly number[] | undefined;
}

/** Round values on a scale with their texts, about one every `apart` pixels. */
export function ticksOn(scale: Scale, apart: number, { text = formatNumber, values }: TickWish = {}): Tick[] {
  const { from, to, begin, end, toPixel } = scale;
  const pixels = Math.abs(end - begin);
  const round = (): number[] =>
    scale.scale === 'log'
      ? logarithmicTicks(from, to, Math.max(2, Math.floor(pixels / apart)))
      : linearTicks(to, pixels, apart, from);
  const listed = values?.filter((value) => value >= from && value <= to) ?? round();
  const ticks = listed.map((value) => ({ at: toPixel(value), text: text(value) }));
  // Ticks at listed values or on a square-root scale may be too close together, so some are left out, but never the
  // first. Automatic ticks on other scales have equal distances.
  const isEven = values === undefined && scale.scale !== 'root';
  return isEven ? ticks : keptApart(ticks.toReversed(), () => apart * 0.45).reverse();
}

/**
 * The ticks whose texts overlap neither each other nor other texts in their row. The last tick has priority, since it
 * often has the unit. `room` is the length of a text along the axis, including the gap to the next [px].
 */
export function keptApart(
  ticks: readonly Tick[],
  room: (text: string) => number,
  taken: readonly (readonly [from: number, to: number])[] = [],
): Tick[] {
  const reaches = [...taken];
  return ticks
    .toReversed()
    .filter(({ at, text }) => {
      const half = room(text) / 2;
      if (reaches.some(([from, to]) => at - half < to && at + half > from)) return false;
      reaches.push([at - half, at + half]);
      return true;
    })
    .reverse();
}

/**
 * The stride at which labels fit on an axis of equally wide slots: 1 if every slot gets its label, 2 if every second
 * slot does.
 */
export function everyWithRoom(count: number, pixels: number, room: number): number {
  return Math.max(1, Math.ceil((count * room) / Math.max(1, pixels)));
}

/** Centre of a text near a position, shifted just enough that the text stays between two ends [px]. */
export function textInside(at: number, width: number, from: number, to: number): number {
  return to - from < width ? (from + to) / 2 : within(at, from + width / 2, to - width / 2);
}

/** A title with its unit, such as "UDP rate [Mb/s]". A title that already contains the unit is unchanged. */
export function withUnit(title: string, unit: string): string {
  return unit === '' || title.split(/[\s,()]+/).includes(unit) ? title : `${title} [${unit}]`;
}

export interface Axes {
  readonly region: Region;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
}

/** Axis lines for a canvas: a horizontal grid, and tick marks below. */
export function axisRules({ region, xTicks, yTicks }: Axes, ink: Ink = 'grid'): Rule[] {
  const { left, right, bottom } = region;
  return [
    ...yTicks.map(({ at }) => level(left, right, at, 'grid')),
    ...xTicks.map(({ at }): Rule => {
      const x = Math.round(at) + 0.5;
      return { x1: x, x2: x, y1: bottom, y2: bottom + 4, ink, width: 1 };
    }),
  ];
}

/** A horizontal line on whole pixels. */
export function level(x1: number, x2: number, at: number, ink: Ink): Rule {
  const y = Math.round(at) + 0.5;
  return { x1, x2, y1: y, y2: y, ink, width: 1 };
}

/** Numbers of axes for a canvas. */
export function axisTexts({ region, xTicks, yTicks }: Axes, fontSize: number): PlacedText[] {
  const { left, bottom } = region;
  return [
    ...yTicks.map(
      ({ at, text }): PlacedText => ({ text, x: left - fontSize * NUMBER_GAP, y: at, align: 'right', ink: 'textSoft' }),
    ),
    ...xTicks.map(
      ({ at, text }): PlacedText => ({
        text,
        x: at,
        y: bottom + fontSize * NUMBER_ROW,
        align: 'center',
        ink: 'textSoft',
      }),
    ),
  ];
}

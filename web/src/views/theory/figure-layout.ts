/** Where everything of a picture stands in pixels: axes, labels beside their curves, texts of guides. Pure. */

import { scaleLinear } from 'd3-scale';
import type { Size } from '../../base/use-size';
import { spreadLabels } from '../../marks/line-labels';
import { type Axis, type ColourName, type Dot, type Guide, type Picture, partOf } from './picture';

export interface FigureLayout {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly toX: (value: number) => number;
  readonly toY: (value: number) => number;
  readonly xTicks: readonly { readonly at: number; readonly text: string }[];
  readonly yTicks: readonly { readonly at: number; readonly text: string }[];
  readonly labels: readonly {
    readonly key: string;
    readonly y: number;
    readonly text: string;
    readonly colour: ColourName;
  }[];
  readonly guides: readonly PlacedGuide[];
  readonly dots: readonly PlacedDot[];
}

/** A dot with its name where it covers no other, or without one. */
export interface PlacedDot {
  readonly dot: Dot;
  readonly x: number;
  readonly y: number;
  /** From the dot. */
  readonly name: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' } | undefined;
}

export interface PlacedGuide {
  readonly guide: Guide;
  readonly at: number;
  readonly textX: number;
  readonly textY: number;
  readonly anchor: 'start' | 'end';
}

/** Width of a letter, in font sizes. */
const LETTER = 0.62;

export function figureLayout(picture: Picture, { width, height, fontSize }: Size): FigureLayout {
  const names = picture.curves.map(({ name }) => name);
  const gutter = Math.min(width * 0.3, fontSize * (1.2 + LETTER * Math.max(4, ...names.map((name) => name.length))));
  const left = fontSize * 4.6;
  const right = Math.max(left + 40, width - gutter);
  const top = fontSize * 1.2;
  const bottom = Math.max(top + 40, height - fontSize * 3.4);
  const toX = (value: number): number => left + (right - left) * partOf(picture.x, value);
  const toY = (value: number): number => bottom - (bottom - top) * partOf(picture.y, value);
  const ticks = (axis: Axis, place: (value: number) => number, apart: number): { at: number; text: string }[] => {
    const placed = ticksOf(axis, Math.abs(place(axis.to) - place(axis.from)), apart).map((value) => ({
      at: place(value),
      text: axis.text(value),
    }));
    return placed.filter(
      ({ at }, index) =>
        index === 0 || placed.slice(0, index).every((other) => Math.abs(other.at - at) >= apart * 0.45),
    );
  };
  const ends = picture.curves.map((it) => it.points.at(-1));
  const centres = spreadLabels(
    ends.map((end) => (end === undefined ? Number.NaN : toY(end[1]))),
    ends.map(() => fontSize * 1.35),
    top - fontSize,
    bottom + fontSize * 0.5,
  );
  return {
    left,
    right,
    top,
    bottom,
    toX,
    toY,
    xTicks: ticks(picture.x, toX, fontSize * 5),
    yTicks: ticks(picture.y, toY, fontSize * 4),
    labels: picture.curves.flatMap(({ id, name, colour }, place) => {
      const y = centres[place];
      return y === undefined || Number.isNaN(y) ? [] : [{ key: id, y, text: name, colour }];
    }),
    guides: placedGuides(picture, { left, right, top, bottom, toX, toY }, fontSize),
    dots: placedDots(picture, { left, right, top, bottom, toX, toY }, fontSize),
  };
}

/** Texts of upright guides stand at the top, one under the other where they would meet; those of level ones over their line. */
function placedGuides(
  { guides }: Picture,
  { left, right, top, bottom, toX, toY }: Pick<FigureLayout, 'left' | 'right' | 'top' | 'bottom' | 'toX' | 'toY'>,
  fontSize: number,
): PlacedGuide[] {
  const taken: { from: number; to: number; y: number }[] = [];
  return guides.map((guide): PlacedGuide => {
    const width = guide.text.length * fontSize * LETTER;
    if (guide.along === 'y') {
      const at = toY(guide.at);
      const isHigh = at - fontSize * 1.4 < top;
      const textY = isHigh ? at + fontSize * 1.1 : at - fontSize * 0.4;
      return guide.isTextFirst === true
        ? { guide, at, textX: left + 4, textY, anchor: 'start' }
        : { guide, at, textX: right - 4, textY, anchor: 'end' };
    }
    const at = toX(guide.at);
    const fits = at + 4 + width <= right;
    const [from, to] = fits ? [at + 4, at + 4 + width] : [at - 4 - width, at - 4];
    if (guide.isTextFirst === true)
      return { guide, at, textX: at + 4, textY: bottom - fontSize * 0.5, anchor: 'start' };
    let y = top + fontSize;
    while (taken.some((other) => other.y === y && from < other.to && other.from < to)) y += fontSize * 1.3;
    taken.push({ from, to, y });
    return { guide, at, textX: fits ? at + 4 : Math.max(left, at - 4), textY: y, anchor: fits ? 'start' : 'end' };
  });
}

/** The first dots of the list choose first where their names stand; all keep clear of the dots themselves. */
function placedDots(
  { dots }: Picture,
  { left, right, top, bottom, toX, toY }: Pick<FigureLayout, 'left' | 'right' | 'top' | 'bottom' | 'toX' | 'toY'>,
  fontSize: number,
): PlacedDot[] {
  const places = dots.map((dot) => ({ dot, x: toX(dot.x), y: toY(dot.y) }));
  const taken = places.map(({ x, y }) => box(x - fontSize * 0.4, y - fontSize * 0.4, fontSize * 0.8, fontSize * 0.8));
  return places.map(({ dot, x, y }, own): PlacedDot => {
    const width = dot.name.length * fontSize * LETTER;
    const aside = fontSize * 0.75;
    // Over the dot first, but not where the top of the picture is near.
    const rows = y - top < (bottom - top) * 0.2 ? [1.3, -0.6] : [-0.6, 1.3];
    const candidates = rows.flatMap((row) =>
      (['start', 'end'] as const).map((anchor) => {
        const from = anchor === 'start' ? x + aside : x - aside - width;
        return { anchor, at: box(from, y + (row - 0.85) * fontSize, width, fontSize * 1.15), dy: row * fontSize };
      }),
    );
    const isFree = (at: Box): boolean => taken.every((other, place) => place === own || !meet(other, at));
    const free = candidates.find(({ at }) => at.left >= left && at.right <= right && at.bottom <= bottom && isFree(at));
    if (dot.name === '' || free === undefined) return { dot, x, y, name: undefined };
    taken.push(free.at);
    return { dot, x, y, name: { x: free.anchor === 'start' ? aside : -aside, y: free.dy, anchor: free.anchor } };
  });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function box(left: number, top: number, width: number, height: number): Box {
  return { left, right: left + width, top, bottom: top + height };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function ticksOf(axis: Axis, pixels: number, apart: number): readonly number[] {
  const listed = axis.ticks?.filter((tick) => tick >= axis.from && tick <= axis.to);
  return listed ?? scaleLinear([axis.from, axis.to], [0, 1]).ticks(Math.max(2, Math.floor(pixels / apart)));
}

/** The path of a curve. */
export function pathOf(points: readonly (readonly [number, number])[], { toX, toY }: FigureLayout): string {
  return points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${toX(x).toFixed(1)} ${toY(y).toFixed(1)}`).join('');
}

/** The path of a histogram: a stair over parts of equal width. */
export function stairsOf(values: readonly number[], { left, right, toY }: FigureLayout): string {
  const width = (right - left) / Math.max(1, values.length);
  return values
    .map((value, part) => {
      const y = toY(value).toFixed(1);
      return `${part === 0 ? 'M' : 'L'}${(left + part * width).toFixed(1)} ${y}H${(left + (part + 1) * width).toFixed(1)}`;
    })
    .join('');
}

/** Where everything of a picture stands in pixels: axes, labels beside their curves, texts of guides. Pure. */

import { scaleLinear } from 'd3-scale';
import { type Box, Occupied } from '../../ui/marks/free-place';
import { spreadLabels } from '../../ui/marks/line-labels';
import type { Size } from '../../ui/use-size';
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
interface PlacedDot {
  readonly dot: Dot;
  readonly x: number;
  readonly y: number;
  /** From the dot. */
  readonly name: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' } | undefined;
}

interface PlacedGuide {
  readonly guide: Guide;
  readonly at: number;
  /** The beginning of its text, on the base line; none where everything else has the room. */
  readonly text: { readonly x: number; readonly y: number } | undefined;
}

/** Width of a letter, in font sizes. */
const LETTER = 0.62;

export function figureLayout(picture: Picture, { width, height, fontSize }: Size): FigureLayout {
  const names = picture.curves.map(({ name }) => name);
  const gutter = Math.min(width * 0.45, fontSize * (1.2 + LETTER * Math.max(4, ...names.map((name) => name.length))));
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
    ...placedTexts(picture, { left, right, top, bottom, toX, toY }, fontSize),
  };
}

type Plot = Pick<FigureLayout, 'left' | 'right' | 'top' | 'bottom' | 'toX' | 'toY'>;

/** Names of guides and of dots where nothing else is drawn; those of guides choose first. */
function placedTexts(picture: Picture, plot: Plot, fontSize: number): Pick<FigureLayout, 'guides' | 'dots'> {
  const { left, right, top, bottom, toX, toY } = plot;
  const occupied = new Occupied();
  for (const { points } of picture.curves)
    occupied.addPath({ x: points.map(([x]) => toX(x)), y: points.map(([, y]) => toY(y)), length: points.length });
  for (const { values } of picture.histograms) {
    const step = (right - left) / Math.max(1, values.length);
    for (const [part, value] of values.entries()) occupied.addBox(box(left + part * step, toY(value) - 2, step, 4));
  }
  for (const { along, at } of picture.guides)
    occupied.addBox(along === 'y' ? box(left, toY(at) - 1, right - left, 2) : box(toX(at) - 1, top, 2, bottom - top));
  const reach = fontSize * 0.45;
  for (const { x, y } of picture.dots) occupied.addBox(box(toX(x) - reach, toY(y) - reach, 2 * reach, 2 * reach));
  return {
    guides: placedGuides(picture, plot, fontSize, occupied),
    dots: placedDots(picture, plot, fontSize, occupied),
  };
}

/** Texts of level guides stand over or under their line, at the end or before it; those of upright ones beside it, high up. */
function placedGuides({ guides }: Picture, plot: Plot, fontSize: number, occupied: Occupied): PlacedGuide[] {
  const { left, right, top, bottom, toX, toY } = plot;
  const height = fontSize * 1.1;
  return guides.map((guide): PlacedGuide => {
    const width = guide.text.length * fontSize * LETTER;
    const at = guide.along === 'y' ? toY(guide.at) : toX(guide.at);
    const room = right - left - width - 8;
    const steps = Array.from({ length: 9 }, (_, step) => step / 8);
    const candidates =
      guide.along === 'y'
        ? steps.flatMap((step) =>
            [at - height - 2, at + 3].map((y) =>
              box(
                guide.isTextFirst === true ? left + 4 + room * step : right - 4 - width - room * step,
                y,
                width,
                height,
              ),
            ),
          )
        : steps.flatMap((step) => {
            const down = (bottom - top - height - 4) * step;
            const y = guide.isTextFirst === true ? bottom - 2 - height - down : top + 2 + down;
            return [at + 5, at - 5 - width].map((x) => box(x, y, width, height));
          });
    const inside = candidates.filter(
      (it) => it.left >= left && it.right <= right && it.top >= 0 && it.bottom <= bottom,
    );
    const place = occupied.take(inside.map((it) => ({ box: it })));
    return { guide, at, text: place && { x: place.box.left, y: place.box.bottom - fontSize * 0.25 } };
  });
}

/** The first dots of the list choose first where their names stand; all keep clear of the dots themselves. */
function placedDots({ dots }: Picture, plot: Plot, fontSize: number, occupied: Occupied): PlacedDot[] {
  const { left, right, top, bottom, toX, toY } = plot;
  const places = dots.map((dot) => ({ dot, x: toX(dot.x), y: toY(dot.y) }));
  return places.map(({ dot, x, y }): PlacedDot => {
    const width = dot.name.length * fontSize * LETTER;
    const aside = fontSize * 0.75;
    // Over the dot first, but not where the top of the picture is near.
    const rows = y - top < (bottom - top) * 0.2 ? [1.3, -0.6] : [-0.6, 1.3];
    const candidates = rows.flatMap((row) =>
      (['start', 'end'] as const).map((anchor) => {
        const from = anchor === 'start' ? x + aside : x - aside - width;
        return { anchor, box: box(from, y + (row - 0.85) * fontSize, width, fontSize * 1.15), dy: row * fontSize };
      }),
    );
    if (dot.name === '') return { dot, x, y, name: undefined };
    const inside = candidates.filter(({ box: at }) => at.left >= left && at.right <= right && at.bottom <= bottom);
    const free = occupied.take(inside);
    if (free === undefined) return { dot, x, y, name: undefined };
    return { dot, x, y, name: { x: free.anchor === 'start' ? aside : -aside, y: free.dy, anchor: free.anchor } };
  });
}

function box(left: number, top: number, width: number, height: number): Box {
  return { left, right: left + width, top, bottom: top + height };
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

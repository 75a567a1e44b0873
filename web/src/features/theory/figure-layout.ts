/** Positions in a picture [px]: axes, labels beside their curves, texts of guides. Pure. */

import { type Region, type Tick, ticksOn } from '../../ui/figure/axis';
import { type Box, Occupied } from '../../ui/figure/free-place';
import { spreadLabels } from '../../ui/figure/line-labels';
import { scaleOver } from '../../ui/figure/scale';
import type { Ink } from '../../ui/marks/ink';
import { textWidth } from '../../ui/marks/text-mark';
import type { Size } from '../../ui/use-size';
import type { Dot, Guide, Picture } from './picture';

export interface FigureLayout {
  readonly region: Region;
  readonly toX: (value: number) => number;
  readonly toY: (value: number) => number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly labels: readonly { readonly key: string; readonly y: number; readonly text: string; readonly colour: Ink }[];
  readonly guides: readonly PlacedGuide[];
  readonly dots: readonly PlacedDot[];
}

/** A dot, with its name if there is room for it. */
interface PlacedDot {
  readonly dot: Dot;
  readonly x: number;
  readonly y: number;
  /** Position of the name relative to the dot [px]. */
  readonly name: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' } | undefined;
}

interface PlacedGuide {
  readonly guide: Guide;
  readonly at: number;
  /** Start of the text on its baseline. Undefined if there is no room. */
  readonly text: { readonly x: number; readonly y: number } | undefined;
}

export function figureLayout(picture: Picture, { width, height, fontSize }: Size): FigureLayout {
  const names = Math.max(fontSize * 2.5, ...picture.curves.map(({ name }) => nameWidth(name, fontSize)));
  const left = fontSize * 4.6;
  const top = fontSize * 1.2;
  const region = {
    left,
    right: Math.max(left + 40, width - Math.min(width * 0.45, names + fontSize * 1.2)),
    top,
    bottom: Math.max(top + 40, height - fontSize * 3.4),
  };
  const x = scaleOver(picture.x, region.left, region.right, { isClamped: true });
  const y = scaleOver(picture.y, region.bottom, top, { isClamped: true });
  const [toX, toY] = [x.toPixel, y.toPixel];
  const ends = picture.curves.map(({ points }) => points.at(-1));
  const centres = spreadLabels(
    ends.map((end) => (end === undefined ? Number.NaN : toY(end[1]))),
    ends.map(() => fontSize * 1.35),
    top - fontSize,
    region.bottom + fontSize * 0.5,
  );
  return {
    ...{ region, toX, toY },
    xTicks: ticksOn(x, fontSize * 5, { text: picture.x.text, values: picture.x.ticks }),
    yTicks: ticksOn(y, fontSize * 4, { text: picture.y.text, values: picture.y.ticks }),
    labels: picture.curves.flatMap(({ id, name, colour }, place) => {
      const at = centres[place];
      return at === undefined || Number.isNaN(at) ? [] : [{ key: id, y: at, text: name, colour }];
    }),
    ...placedTexts(picture, { ...region, toX, toY }, fontSize),
  };
}

/** Width of a name in bold type [px]. */
function nameWidth(name: string, fontSize: number): number {
  return textWidth(name, fontSize, 'text', 600);
}

type Plot = Region & Pick<FigureLayout, 'toX' | 'toY'>;

/** Names of guides and of dots, where there is free space. Guides' names are placed first. */
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

/**
 * Texts of guides. For a horizontal guide, the text is above or below the line, at its end or before it. For a vertical
 * guide, the text is beside the line, near its top.
 */
function placedGuides({ guides }: Picture, plot: Plot, fontSize: number, occupied: Occupied): PlacedGuide[] {
  const { left, right, top, bottom, toX, toY } = plot;
  const height = fontSize * 1.1;
  return guides.map((guide): PlacedGuide => {
    const width = nameWidth(guide.text, fontSize);
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

/** Dots' names, placed in list order. No name covers a dot. */
function placedDots({ dots }: Picture, plot: Plot, fontSize: number, occupied: Occupied): PlacedDot[] {
  const { left, right, top, bottom, toX, toY } = plot;
  const places = dots.map((dot) => ({ dot, x: toX(dot.x), y: toY(dot.y) }));
  return places.map(({ dot, x, y }): PlacedDot => {
    const width = nameWidth(dot.name, fontSize);
    const aside = fontSize * 0.75;
    // The position above the dot is tried first, except near the top of the picture.
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

/** A histogram's path: steps over bins of equal width. */
export function stairsOf(values: readonly number[], { region: { left, right }, toY }: FigureLayout): string {
  const width = (right - left) / Math.max(1, values.length);
  return values
    .map((value, part) => {
      const y = toY(value).toFixed(1);
      return `${part === 0 ? 'M' : 'L'}${(left + part * width).toFixed(1)} ${y}H${(left + (part + 1) * width).toFixed(1)}`;
    })
    .join('');
}

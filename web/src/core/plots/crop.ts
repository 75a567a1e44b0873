/** Clips a drawing to the ends of a time axis. Pure. */

import type { Region } from '../../ui/figure/axis';
import type { PlotDisplay } from './plot-display';

type Shapes = Partial<Pick<PlotDisplay, 'areas' | 'bars' | 'lines' | 'dots'>>;

/** Clips lines and areas at the left and right edges. */
export function cropped<Drawing extends Shapes>(drawing: Drawing, { left, right }: Region): Drawing {
  const { areas, bars, lines, dots } = drawing;
  return {
    ...drawing,
    ...(lines && { lines: lines.map((line) => ({ ...line, ...cutPath(line, ['y'], left, right) })) }),
    ...(areas && { areas: areas.map((area) => ({ ...area, ...cutPath(area, ['low', 'high'], left, right) })) }),
    ...(bars && { bars: bars.map((layer) => ({ ...layer, ...cutBars(layer, left, right) })) }),
    ...(dots && { dots: dots.map((group) => ({ ...group, ...inside(group, left, right) })) }),
  };
}

type Path<Name extends string> = { readonly x: Float32Array; readonly length: number } & Readonly<
  Record<Name, Float32Array>
>;

/** The points between the edges, and a point on each edge that the path crosses. `x` must not decrease. */
export function cutPath<Name extends string>(
  path: Path<Name>,
  names: readonly Name[],
  left: number,
  right: number,
): { readonly x: Float32Array; readonly length: number } & Readonly<Record<Name, Float32Array>> {
  const { x, length } = path;
  const kept: number[] = [];
  const values = names.map((): number[] => []);
  const add = (at: number, heights: readonly number[]): void => {
    kept.push(at);
    for (const [place, height] of heights.entries()) values[place]?.push(height);
  };
  const heightsAt = (point: number): readonly number[] => names.map((name) => path[name][point] as number);
  for (let point = 0; point < length; point += 1) {
    const at = x[point] as number;
    const before = point === 0 ? at : (x[point - 1] as number);
    for (const edge of [left, right]) {
      if (!(before < edge && at > edge)) continue;
      const part = (edge - before) / (at - before);
      const from = heightsAt(point - 1);
      add(
        edge,
        heightsAt(point).map((height, place) => (from[place] as number) * (1 - part) + height * part),
      );
    }
    if (at >= left && at <= right) add(at, heightsAt(point));
  }
  const cut = Object.fromEntries(names.map((name, place) => [name, Float32Array.from(values[place] ?? [])]));
  return { x: Float32Array.from(kept), length: kept.length, ...(cut as Readonly<Record<Name, Float32Array>>) };
}

function cutBars(
  bars: {
    readonly x: Float32Array;
    readonly width: Float32Array;
    readonly y: Float32Array;
    readonly height: Float32Array;
    readonly length: number;
  },
  left: number,
  right: number,
) {
  const shown = places(bars.length, (bar) => {
    const begin = bars.x[bar] as number;
    return begin < right && begin + (bars.width[bar] as number) > left;
  });
  const begins = shown.map((bar) => Math.max(left, bars.x[bar] as number));
  const ends = shown.map((bar) => Math.min(right, (bars.x[bar] as number) + (bars.width[bar] as number)));
  return {
    x: Float32Array.from(begins),
    width: Float32Array.from(ends, (end, place) => end - (begins[place] as number)),
    y: chosen(bars.y, shown),
    height: chosen(bars.height, shown),
    length: shown.length,
  };
}

function inside(
  dots: { readonly x: Float32Array; readonly y: Float32Array; readonly length: number },
  left: number,
  right: number,
): { readonly x: Float32Array; readonly y: Float32Array; readonly length: number } {
  const shown = places(dots.length, (dot) => (dots.x[dot] as number) >= left && (dots.x[dot] as number) <= right);
  return { x: chosen(dots.x, shown), y: chosen(dots.y, shown), length: shown.length };
}

function places(length: number, isShown: (place: number) => boolean): number[] {
  return Array.from({ length }, (_, place) => place).filter(isShown);
}

function chosen(values: Float32Array, shown: readonly number[]): Float32Array {
  return Float32Array.from(shown, (place) => values[place] as number);
}

/**
 * The colours of a GIF, which has 256 at most: those of the theme exactly, since they tell classes and reasons apart, their
 * mixtures at edges, and what else the first frame needs. Pure.
 */

import type { Rgb } from 'gifenc';

/** Stands for "as in the frame before". */
export const UNCHANGED = 255;

/** "#5da7da" */
export function rgbOf(colour: string): Rgb | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** `others`: the colours that a picture needs most, so many at most. */
export function gifPalette(theme: readonly string[], ground: string, others: (most: number) => readonly Rgb[]): Rgb[] {
  const behind = rgbOf(ground);
  if (behind === undefined) throw new Error(`the ground ${ground} is no colour`);
  const pure = theme.map(rgbOf).filter((rgb) => rgb !== undefined);
  const edges = pure.map((rgb) => mix(rgb, behind));
  const fixed = once([...pure, ...edges]).slice(0, UNCHANGED);
  const left = UNCHANGED - fixed.length;
  return once([...fixed, ...(left > 0 ? others(left) : [])]).slice(0, UNCHANGED);
}

function mix([red, green, blue]: Rgb, [otherRed, otherGreen, otherBlue]: Rgb): Rgb {
  return [(red + otherRed) >> 1, (green + otherGreen) >> 1, (blue + otherBlue) >> 1];
}

function once(colours: readonly Rgb[]): Rgb[] {
  return [
    ...new Map(colours.map(([red, green, blue]) => [`${red},${green},${blue}`, [red, green, blue] as Rgb])).values(),
  ];
}

/** Turns pixels into places in a palette: a colour that the palette has stays exactly what it is. */
export class PaletteIndex {
  private readonly known = new Map<number, number>();
  private before: Uint8Array | undefined;

  constructor(private readonly palette: readonly Rgb[]) {
    for (const [place, [red, green, blue]] of palette.entries()) this.known.set(key(red, green, blue), place);
  }

  /** The next frame; what has not changed since the one before is `UNCHANGED`. */
  next(rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
    const pixels = rgba.length / 4;
    const index = new Uint8Array(pixels);
    let colour = -1;
    let place = 0;
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      const at = 4 * pixel;
      const red = rgba[at] as number;
      const green = rgba[at + 1] as number;
      const blue = rgba[at + 2] as number;
      const own = key(red, green, blue);
      if (own !== colour) {
        colour = own;
        place = this.known.get(own) ?? this.learn(own, red, green, blue);
      }
      index[pixel] = place;
    }
    const { before } = this;
    this.before = index;
    return before === undefined ? index : index.map((now, pixel) => (now === before[pixel] ? UNCHANGED : now));
  }

  private learn(own: number, red: number, green: number, blue: number): number {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [place, [r, g, b]] of this.palette.entries()) {
      const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (distance >= least) continue;
      least = distance;
      nearest = place;
    }
    this.known.set(own, nearest);
    return nearest;
  }
}

function key(red: number, green: number, blue: number): number {
  return (red << 16) | (green << 8) | blue;
}

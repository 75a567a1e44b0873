/**
 * Colours that represent numbers, for maps of many values. Lightness alone gives the order, so that colour-blind
 * readers and readers of greyscale prints can see it, on dark and light backgrounds. The tables are published; colours
 * between their steps are interpolated. Pure.
 */

/** Viridis, every 17th of its 256 colours. Source: van der Walt & Smith 2015, from Matplotlib (CC0). */
const VIRIDIS: readonly number[] = [
  0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e, 0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779,
  0x54c568, 0x7ad151, 0xa5db36, 0xd2e21b, 0xfde725,
];

/**
 * PuOr with 11 steps, from purple over grey to orange. Source: Brewer & Harrower, ColorBrewer 2.0, which lists it as
 * safe for dichromats.
 */
const PURPLE_ORANGE: readonly number[] = [
  0x2d004b, 0x542788, 0x8073ac, 0xb2abd2, 0xd8daeb, 0xf7f7f7, 0xfee0b6, 0xfdb863, 0xe08214, 0xb35806, 0x7f3b08,
];

/**
 * Number of colours of a map. The eye distinguishes fewer, and a map with few colours is painted faster, since it is
 * painted one colour at a time.
 */
export const NUMBER_LEVELS = 128;

type NumberScale = 'sequential' | 'diverging';

/** All colours of a scale, from the colour of the smallest number to that of the largest. */
export function numberColours(scale: NumberScale): readonly string[] {
  const table = scale === 'sequential' ? VIRIDIS : PURPLE_ORANGE;
  return Array.from({ length: NUMBER_LEVELS }, (_, level) => mixed(table, level / (NUMBER_LEVELS - 1)));
}

/** The level (0 to `NUMBER_LEVELS` − 1) for a position on the scale from 0 to 1. */
export function numberLevel(part: number): number {
  return Math.max(0, Math.min(NUMBER_LEVELS - 1, Math.floor(part * NUMBER_LEVELS)));
}

/** Black or white, whichever has the greater WCAG contrast with `colour`. */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const light = luminance(colour);
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? '#000000' : '#ffffff';
}

/** Relative luminance as defined by WCAG. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(Number.parseInt(colour.slice(1), 16)).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(table: readonly number[], part: number): string {
  const at = part * (table.length - 1);
  const step = Math.min(table.length - 2, Math.floor(at));
  const below = channels(table[step] ?? 0);
  const above = channels(table[step + 1] ?? 0);
  const both = below.map((value, place) => Math.round(value + (at - step) * ((above[place] ?? 0) - value)));
  return `#${both.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: number): readonly number[] {
  return [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
}

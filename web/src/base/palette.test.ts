import { describe, expect, it } from 'vitest';
import { type Colours, flowColour, PALETTE, shareColour, type ThemeName } from './palette';

const THEMES: readonly ThemeName[] = ['dark', 'light', 'projector'];
const VISIONS = ['full', 'protanopia', 'deuteranopia', 'tritanopia'] as const;
const TEXT_CONTRAST = { dark: 4.5, light: 4.5, projector: 7 } as const;
/**
 * Colours that may occur together in one picture: of the classes of flows, of the families of drop and mark reasons,
 * and of the lanes.
 */
const DISTINCT = [
  'responsive',
  'unresponsive',
  'sparse',
  'match',
  'early',
  'forced',
  'overflow',
  'penalty',
  'ecn',
  'lane0',
  'lane1',
  'lane2',
  'lane3',
] as const satisfies readonly (keyof Colours)[];
/** The smallest allowed distance between the colours of two lanes. Lines of lanes also differ by their dashes. */
const LANES_APART = { dark: 0.105, light: 0.08, projector: 0.06 } as const;
const TEXTS = [
  'text',
  'textSoft',
  'textFaint',
  'problem',
  'good',
  'responsive',
  'unresponsive',
  'sparse',
  'match',
  'early',
  'forced',
  'overflow',
  'penalty',
  'ecn',
  'miss',
  'rear',
  'front',
  'link',
  'average',
  'guide',
  'lane0',
  'lane1',
  'lane2',
  'lane3',
] as const satisfies readonly (keyof Colours)[];

describe.each(THEMES)('the %s palette', (theme) => {
  const colours = PALETTE[theme];

  it.each(TEXTS)('has enough contrast for %s as text', (name) => {
    for (const ground of [colours.page, colours.panel, colours.raised])
      expect(contrast(colours[name], ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST[theme]);
  });

  it('has enough contrast on buttons, problems and region labels', () => {
    expect(contrast(colours.onAccent, colours.accent)).toBeGreaterThanOrEqual(TEXT_CONTRAST[theme]);
    expect(contrast(colours.onAccent, colours.accentHover)).toBeGreaterThanOrEqual(TEXT_CONTRAST[theme]);
    expect(contrast(colours.text, colours.raisedHover)).toBeGreaterThanOrEqual(TEXT_CONTRAST[theme]);
    expect(contrast(colours.problem, colours.problemGround)).toBeGreaterThanOrEqual(TEXT_CONTRAST[theme]);
    expect(contrast(colours.onUnresponsive, colours.unresponsive)).toBeGreaterThanOrEqual(TEXT_CONTRAST[theme]);
    expect(contrast(colours.onSparse, colours.sparse)).toBeGreaterThanOrEqual(TEXT_CONTRAST[theme]);
  });

  it('draws packets, control borders and focus rings with enough contrast', () => {
    for (const shade of [...colours.responsiveShades, colours.unresponsive, colours.sparse])
      for (const ground of [colours.page, colours.well, colours.rearGround, colours.frontGround])
        expect(contrast(shade, ground)).toBeGreaterThanOrEqual(2.9);
    for (const ground of [colours.page, colours.panel]) {
      expect(contrast(colours.border, ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(colours.focus, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(VISIONS)('keeps all classes, reasons and lanes distinguishable with %s vision', (vision) => {
    const seen = (colour: string): Triple => oklab(simulate(rgb(colour), vision));
    const least = vision === 'full' ? 0.08 : 0.05;
    const close = pairs(DISTINCT).filter(([a, b]) => apart(seen(colours[a]), seen(colours[b])) < least);
    expect(close).toEqual([]);
    // Responsive and unresponsive flows need the largest colour distance.
    for (const shade of [...colours.responsiveShades, colours.responsive])
      expect(apart(seen(shade), seen(colours.unresponsive)), shade).toBeGreaterThan(0.12);
    // A sparse flow must look different from both unresponsive and responsive flows.
    for (const other of [...colours.responsiveShades, colours.responsive, colours.unresponsive, colours.link])
      expect(apart(seen(other), seen(colours.sparse)), other).toBeGreaterThan(0.1);
    for (const [a, b] of pairs(lanesOf(colours)))
      expect(apart(seen(a), seen(b)), `${a} and ${b}`).toBeGreaterThan(LANES_APART[theme]);
  });

  it('has at most one lane colour that is nearly black', () => {
    const dark = lanesOf(colours).filter((lane) => (oklab(rgb(lane))[0] ?? 0) < 0.35);
    expect(dark.length).toBeLessThanOrEqual(1);
  });

  it('distinguishes waiting times by lightness alone, and all of them from the background', () => {
    const steps = [0, 0.2, 0.4, 0.6, 0.99].map((share) => shareColour(colours, share));
    expect(new Set(steps).size).toBe(5);
    expect(shareColour(colours, 1)).toBe(steps[4]);
    const fromGround = steps.map((colour) => contrast(colour, colours.well));
    expect(fromGround).toEqual(fromGround.toSorted((a, b) => a - b));
    for (const colour of steps)
      for (const ground of [colours.page, colours.well, colours.rearGround, colours.frontGround])
        expect(contrast(colour, ground)).toBeGreaterThanOrEqual(2.9);
  });

  it('always gives a flow the same shade, and all shades are used', () => {
    const seen = new Set(Array.from({ length: 33 }, (_, row) => flowColour(colours, row, true)));
    expect(seen.size).toBe(colours.responsiveShades.length);
    expect(flowColour(colours, 3, true)).toBe(flowColour(colours, 3, true));
    expect(flowColour(colours, 0, false)).toBe(colours.unresponsive);
    expect(flowColour(colours, 0, false, true)).toBe(colours.sparse);
  });
});

type Triple = readonly [number, number, number];

/** Linear light, 0 to 1. */
function rgb(hex: string): Triple {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** WCAG 2 contrast ratio. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [r, g, b_] = rgb(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b_;
  };
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Machado, Oliveira, Fernandes 2009, with severity 1, in linear RGB. */
function simulate([r, g, b]: Triple, vision: (typeof VISIONS)[number]): Triple {
  if (vision === 'full') return [r, g, b];
  const m = DICHROMACIES[vision];
  // Colours outside of a screen's gamut are clipped.
  const row = (i: number): number =>
    Math.max(0, Math.min(1, (m[i] ?? 0) * r + (m[i + 1] ?? 0) * g + (m[i + 2] ?? 0) * b));
  return [row(0), row(3), row(6)];
}

const DICHROMACIES = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

function pairs<Thing>(things: readonly Thing[]): (readonly [Thing, Thing])[] {
  return things.flatMap((a, place) => things.slice(place + 1).map((b) => [a, b] as const));
}

function apart(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Colour space OKLab (Ottosson). */
function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(Math.max(0, 0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b));
  const m = Math.cbrt(Math.max(0, 0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b));
  const s = Math.cbrt(Math.max(0, 0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b));
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function lanesOf({ lane0, lane1, lane2, lane3 }: Colours): readonly string[] {
  return [lane0, lane1, lane2, lane3];
}

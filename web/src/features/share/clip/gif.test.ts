/** What is encoded is read again: the colours of the theme come out exactly, and what stands still is not written twice. */

import type { Rgb } from 'gifenc';
import { expect, it } from 'vitest';
import { PALETTE } from '../../../base/palette';
import { gifPalette, PaletteIndex, rgbOf, UNCHANGED } from './gif-colours';
import { GifHost } from './gif-host';

const { page, ...others } = PALETTE.dark;
const THEME = [page, ...Object.values(others).flat()];

function pixelsOf(colours: readonly Rgb[]): Uint8ClampedArray<ArrayBuffer> {
  return Uint8ClampedArray.from(colours.flatMap(([red, green, blue]) => [red, green, blue, 255]));
}

it('every colour of every theme has a place of its own, and there is room for others', () => {
  for (const colours of Object.values(PALETTE)) {
    const all = Object.values(colours).flat();
    const palette = gifPalette(all, colours.page, (most) => Array.from({ length: most }, (_, at) => [at, 1, 2]));
    expect(palette.length).toBeLessThanOrEqual(UNCHANGED);
    expect(palette.length).toBeGreaterThan(200);
    for (const rgb of all.flatMap((colour) => (rgbOf(colour) === undefined ? [] : [rgbOf(colour)])))
      expect(palette).toContainEqual(rgb);
  }
});

it('a colour that the palette lacks becomes the nearest one, and what stays is unchanged', () => {
  const index = new PaletteIndex([
    [0, 0, 0],
    [200, 0, 0],
    [0, 0, 200],
  ]);
  expect([
    ...index.next(
      pixelsOf([
        [0, 0, 0],
        [190, 20, 0],
        [10, 10, 210],
      ]),
    ),
  ]).toEqual([0, 1, 2]);
  expect([
    ...index.next(
      pixelsOf([
        [0, 0, 0],
        [0, 0, 200],
        [0, 0, 200],
      ]),
    ),
  ]).toEqual([UNCHANGED, 2, UNCHANGED]);
});

it('the file has the header, the delay, the comment and the end of a GIF', () => {
  const host = new GifHost();
  const colours = ['#0f1419', '#5da7da'];
  host.perform({
    kind: 'begin',
    ...{ width: 2, height: 1, delay_ms: 100, theme: THEME, ground: page },
    comment: `from ${'x'.repeat(300)} to the end`,
  });
  const frame = pixelsOf(colours.map((colour) => rgbOf(colour) ?? [0, 0, 0]));
  expect(host.perform({ kind: 'frame', rgba: frame })).toEqual({ kind: 'taken' });
  expect(host.perform({ kind: 'frame', rgba: frame })).toEqual({ kind: 'taken' });
  const finished = host.perform({ kind: 'finish' });
  if (finished.kind !== 'finished') throw new Error('it is not finished');
  const { bytes } = finished;
  const text = new TextDecoder('latin1').decode(bytes);
  expect(text.slice(0, 6)).toBe('GIF89a');
  expect([bytes[6], bytes[8]]).toEqual([2, 1]);
  // Graphic control: the second frame lets the first one shine through where nothing changed.
  const controls = [...bytes.keys()].filter(
    (at) => bytes[at] === 0x21 && bytes[at + 1] === 0xf9 && bytes[at + 2] === 4,
  );
  expect(controls.map((at) => [bytes[at + 3], bytes[at + 4]])).toEqual([
    [4, 10],
    [5, 10],
  ]);
  const comment = text.indexOf('!\u00fe');
  // The first block is full: its length stands before it.
  expect(bytes[comment + 2]).toBe(255);
  expect(text.slice(comment + 3, comment + 8)).toBe('from ');
  expect(text).toContain('to the end');
  expect(bytes.at(-1)).toBe(0x3b);
});

it('nothing can be added before it was begun', () => {
  expect(() => new GifHost().perform({ kind: 'finish' })).toThrow('no GIF was begun');
});

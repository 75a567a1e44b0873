/** What the worker of a GIF does: choosing among colours takes longer than a frame of the page may. */

import { GIFEncoder, quantize } from 'gifenc';
import { gifPalette, PaletteIndex, UNCHANGED } from './gif-colours';

export interface GifBegin {
  readonly kind: 'begin';
  readonly width: number;
  readonly height: number;
  /** How long a frame stands [ms]. */
  readonly delay_ms: number;
  readonly theme: readonly string[];
  readonly ground: string;
  readonly comment: string;
}

export type GifQuestion =
  | GifBegin
  | { readonly kind: 'frame'; readonly rgba: Uint8ClampedArray<ArrayBuffer> }
  | { readonly kind: 'finish' };

export type GifAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'finished'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly reason: string };

/** Takes one question after the other. */
export class GifHost {
  private readonly encoder = GIFEncoder();
  private settings: GifBegin | undefined;
  private index: PaletteIndex | undefined;

  perform(question: GifQuestion): GifAnswer {
    if (question.kind === 'begin') {
      this.settings = question;
      return { kind: 'taken' };
    }
    const { encoder, settings } = this;
    if (settings === undefined) throw new Error('no GIF was begun');
    if (question.kind === 'finish') {
      encoder.finish();
      return { kind: 'finished', bytes: encoder.bytes() };
    }
    const { width, height, delay_ms: delay, theme, ground, comment } = settings;
    if (this.index === undefined) {
      const palette = gifPalette(theme, ground, (most) => quantize(question.rgba, most));
      this.index = new PaletteIndex(palette);
      // The table has room for 256: the last place, which no pixel has, stands for what has not changed.
      encoder.writeFrame(this.index.next(question.rgba), width, height, { palette: full(palette), delay, dispose: 1 });
      writeComment(encoder.stream, comment);
    } else {
      const transparency = { transparent: true, transparentIndex: UNCHANGED };
      encoder.writeFrame(this.index.next(question.rgba), width, height, { delay, dispose: 1, ...transparency });
    }
    return { kind: 'taken' };
  }
}

function full<Colour>(palette: readonly Colour[]): Colour[] {
  const last = palette.at(-1);
  if (last === undefined) throw new Error('a palette has colours');
  return [...palette, ...Array.from({ length: 256 - palette.length }, () => last)];
}

/** A comment extension: blocks of at most 255 bytes. */
function writeComment(
  stream: { writeByte(byte: number): void; writeBytes(bytes: Uint8Array): void },
  text: string,
): void {
  const bytes = new TextEncoder().encode(text);
  stream.writeBytes(Uint8Array.of(0x21, 0xfe));
  for (let from = 0; from < bytes.length; from += 255) {
    const block = bytes.subarray(from, from + 255);
    stream.writeByte(block.length);
    stream.writeBytes(block);
  }
  stream.writeByte(0);
}

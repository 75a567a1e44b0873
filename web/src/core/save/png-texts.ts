/**
 * Writes text metadata into a PNG file, as `iTXt` chunks after its header. These are the only text chunks that allow
 * UTF-8. The existing libraries write only Latin-1, and have been unmaintained since 2018. A chunk consists of a
 * length, a type of four letters, data and a checksum. Pure.
 */

const SIGNATURE = 8;
/** Length of the header chunk [bytes]. It is always the first chunk. */
const HEAD = 25;

/** The PNG with text metadata added. The keywords are those of the PNG standard: `Title`, `Source`, `Software`, … */
export function withTexts(png: Uint8Array, texts: readonly (readonly [keyword: string, text: string])[]): Uint8Array {
  const chunks = texts.map(([keyword, text]) => textChunk(keyword, text));
  const begin = SIGNATURE + HEAD;
  const parts = [png.subarray(0, begin), ...chunks, png.subarray(begin)];
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function textChunk(keyword: string, text: string): Uint8Array {
  // The zeros after the keyword mean: no compression, no method, no language, no translated keyword.
  const data = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(4 + data.length + 4);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length - 4);
  chunk.set(data, 4);
  view.setUint32(4 + data.length, crc32(data));
  return chunk;
}

/** The checksum that the PNG standard prescribes (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return (crc ^ 0xffffffff) >>> 0;
}

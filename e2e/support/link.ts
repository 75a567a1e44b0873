/** Makes links without the lab, in version 1 of the format: deflated JSON with its checksum. */

import { deflateRawSync } from 'node:zlib';

/** `content`: the preset id, the differences as pairs of path and value, and the view. */
export function linkOf(content: unknown): string {
  return `1.${packed(JSON.stringify(content))}`;
}

export function packed(text: string): string {
  const bytes = Buffer.from(text);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(checkNumber(bytes));
  return deflateRawSync(Buffer.concat([bytes, check]), { level: 9 }).toString('base64url');
}

/** The checksum of a link: an FNV-1a hash. */
function checkNumber(bytes: Buffer): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

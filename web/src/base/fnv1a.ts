/**
 * The 32-bit hash FNV-1a, which detects accidental damage but not attacks. Browsers offer their own hashes only to
 * encrypted pages, and a page in a local network often is not encrypted. Pure.
 */

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** Another `basis` gives another, independent hash of the same bytes. */
export function fnv1a(bytes: Uint8Array, basis = BASIS): number {
  let hash = basis;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}

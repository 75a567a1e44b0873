/**
 * The 32-bit hash FNV-1a. It detects accidental damage but not attacks. Browsers offer their built-in hashes only to
 * encrypted pages, and a page in a local network is often not encrypted. Pure.
 */

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** A different `basis` gives a second hash of the same bytes that is independent of the first. */
export function fnv1a(bytes: Uint8Array, basis = BASIS): number {
  let hash = basis;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}

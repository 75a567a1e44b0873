/**
 * The 32-bit FNV-1a hash. It detects accidental damage but not attacks. Browsers offer their built-in hashes only to
 * secure pages, and a page on a local network often is not. Pure.
 */

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** A different `basis` gives a second, independent hash of the same bytes. */
export function fnv1a(bytes: Uint8Array, basis = BASIS): number {
  let hash = basis;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}

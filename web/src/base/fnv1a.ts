/**
 * The hash FNV-1a of 32 bits: against damage and chance, not against attackers. The browser has hashes of its own only where
 * the page is served with encryption, which it is not in a local network. Pure.
 */

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** `basis`: another one gives another, independent hash of the same bytes. */
export function fnv1a(bytes: Uint8Array, basis = BASIS): number {
  let hash = basis;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}

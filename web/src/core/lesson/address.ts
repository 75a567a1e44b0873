/**
 * The address of a lesson and of a step in it. `lesson.1.ID/STEP` is a lesson of this page. `lesson.1.~TEXT/STEP`
 * contains the whole text. `lesson.1.@FINGERPRINT/STEP` refers to a text that is too long for an address and is stored
 * in this browser. Steps count from 1. Without a step, the introduction opens.
 *
 * TEXT is the UTF-8 text and its checksum, compressed with raw deflate and encoded as base64url, as in the links of
 * scenes.
 */

import { fnv1a } from '../../base/fnv1a';
import { bytesOfBase64url, textOfBase64url } from './base64url';
import { MOST_BYTES } from './limits';

type LessonAddress = { readonly step: number } & (
  | { readonly kind: 'built-in'; readonly id: string }
  | { readonly kind: 'own'; readonly packed: string }
  | { readonly kind: 'kept'; readonly fingerprint: string }
);

/** The error for an address that opens no lesson. The message gives the reason. */
export class BadLessonAddress extends Error {}

const START = 'lesson.1.';
/** Maximum length of an address [characters]. Mail and chat programs truncate longer ones. */
export const LONGEST_LINK = 8_000;
/** Index of the introduction among the steps. */
export const INTRODUCTION = -1;
/** Maximum number of digits in a step number. Lessons have far fewer steps. */
const MOST_DIGITS = 4;
/** Initial value of the second 32-bit hash. The two hashes together give 64 bits. */
const SECOND_BASIS = 0x9747b28c;

export function builtInFragment(id: string, step: number): string {
  return `${START}${id}${stepInFragment(step)}`;
}

export function keptFragment(fingerprint: string, step: number): string {
  return `${START}@${fingerprint}${stepInFragment(step)}`;
}

/** Address that contains the whole text of a lesson. `packed` is the result of `packText` for this text. */
export function ownFragment(packed: string, step: number): string {
  return `${START}~${packed}${stepInFragment(step)}`;
}

function stepInFragment(step: number): string {
  return step === INTRODUCTION ? '' : `/${step + 1}`;
}

/** Parses an address. Throws `BadLessonAddress`. Does not check that the lesson and the step exist. */
export function readLessonFragment(fragment: string): LessonAddress {
  if (!fragment.startsWith(START))
    throw new BadLessonAddress('It is not the address of a lesson, or it comes from a newer version of this page.');
  if (fragment.length > LONGEST_LINK)
    throw new BadLessonAddress(
      `It has ${fragment.length} characters; the address of a lesson has at most ${LONGEST_LINK}.`,
    );
  const rest = fragment.slice(START.length);
  const slash = rest.indexOf('/');
  const what = slash < 0 ? rest : rest.slice(0, slash);
  const isOwn = what.startsWith('~');
  const isKept = what.startsWith('@');
  const name = isKept ? what.slice(1) : what;
  if (!isOwn && !/^[\w-]{1,80}$/.test(name)) throw new BadLessonAddress('It contains a damaged lesson name.');
  const step = slash < 0 ? INTRODUCTION : stepOf(rest.slice(slash + 1));
  if (isOwn) return { kind: 'own', packed: what.slice(1), step };
  return isKept ? { kind: 'kept', fingerprint: name, step } : { kind: 'built-in', id: name, step };
}

function stepOf(text: string): number {
  if (!/^\d+$/.test(text) || text.length > MOST_DIGITS || Number(text) === 0)
    throw new BadLessonAddress(`“${text.slice(0, 20)}” after its last slash is not a step number.`);
  return Number(text) - 1;
}

/** Compresses text and encodes it for an address. */
export async function packText(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const checked = new Uint8Array(bytes.length + 4);
  checked.set(bytes);
  new DataView(checked.buffer).setUint32(bytes.length, fnv1a(bytes));
  const stream = new Blob([checked]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return textOfBase64url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** Decodes the text of an address. Throws `BadLessonAddress`. */
export async function unpackText(packed: string): Promise<string> {
  const compressed = bytesOfBase64url(packed);
  if (compressed === undefined)
    throw new BadLessonAddress('It contains characters that no lesson address has, or a part of it is missing.');
  const bytes = await inflate(compressed);
  if (bytes.length < 4) throw new BadLessonAddress('It contains no text.');
  const text = bytes.subarray(0, bytes.length - 4);
  const { buffer, byteOffset } = bytes;
  if (new DataView(buffer, byteOffset).getUint32(text.length) !== fnv1a(text))
    throw new BadLessonAddress('It is damaged: its checksum does not match.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    throw new BadLessonAddress('It contains no text.');
  }
}

/** Decompresses text. Stops at the size limit for lessons, since a few characters can expand a thousandfold. */
async function inflate(compressed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw new BadLessonAddress('It is damaged, or a part of it is missing.');
    });
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > MOST_BYTES + 4) {
      await reader.cancel().catch(() => undefined);
      throw new BadLessonAddress('Its text is longer than a lesson may be.');
    }
    parts.push(value);
  }
}

/** Key under which this browser stores a text: 64 bits of hash, and the length. */
export function textFingerprint(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const hashes = [fnv1a(bytes), fnv1a(bytes, SECOND_BASIS)];
  return [...hashes.map((hash) => hash.toString(16).padStart(8, '0')), bytes.length.toString(36)].join('-');
}

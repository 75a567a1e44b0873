/**
 * The code of an answer, which is carried from a phone to the lecturer's page and is short enough to be read aloud or
 * typed. Pure.
 *
 * A code has 65 bits, the most significant first: 14 bits for the question's fingerprint, 24 for the seed, 10 for the
 * prediction (0 if there is none), and 17 for the measured value. Three check characters of a Reed–Solomon code over
 * GF(32) follow. Two codes differ in at least four characters. So up to three wrong characters, or two swapped
 * characters, never give another valid code. The characters are Crockford's base32, without I, L, O and U.
 */

import { fnv1a } from '../../base/fnv1a';

/** Scale of a question: the range of predictions and of values. */
export interface Scale {
  readonly from: number;
  readonly to: number;
}

export interface HallAnswer {
  readonly seed: number;
  /** Prediction on the scale. Undefined if the phone made none. */
  readonly prediction: number | undefined;
  /** Measured value, as the index of a step of the scale (see `valueStep`). */
  readonly step: number;
}

type ReadCode =
  | { readonly kind: 'answer'; readonly answer: HallAnswer }
  /** `why` is the reason, as a sentence for the user. */
  | { readonly kind: 'refused'; readonly why: string };

const FINGERPRINT_BITS = 14;
const SEED_BITS = 24;
const PREDICTION_BITS = 10;
const VALUE_BITS = 17;
const SYMBOL_BITS = 5;
const CHECK_SYMBOLS = 3;
const DATA_SYMBOLS = (FINGERPRINT_BITS + SEED_BITS + PREDICTION_BITS + VALUE_BITS) / SYMBOL_BITS;
const GROUP = 4;

/** First seed that phones use. It is larger than the seeds of the lab, which count from 1. */
const FIRST_SEED = 1_000_000;
/**
 * Number of steps into which the scale of a prediction is divided. It is a multiple of 100, so that hundredths of the
 * scale are exact.
 */
const PREDICTION_STEPS = 1000;
const LAST_STEP = 2 ** VALUE_BITS - 1;
/**
 * How far below and above the scale of the question a measured value may lie, in widths of the scale. The scale is that
 * of predictions.
 */
const BELOW = 1;
const ABOVE = 6;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The seed of a phone, made from a 32-bit random number. */
export function seedOf(random32: number): number {
  return FIRST_SEED + (random32 >>> (32 - SEED_BITS));
}

/** Index of a value in the code. A value out of range is clamped to the first or the last index. */
export function valueStep(value: number, { from, to }: Scale): number {
  const share = (value - from) / (to - from);
  const step = Math.round(((share + BELOW) / (BELOW + 1 + ABOVE)) * LAST_STEP);
  return Math.min(LAST_STEP, Math.max(0, step));
}

/** Value in the middle of the step that an index in the code stands for. */
export function valueOfStep(step: number, { from, to }: Scale): number {
  return from + ((step / LAST_STEP) * (BELOW + 1 + ABOVE) - BELOW) * (to - from);
}

/** Largest error of a value that is read from a code. */
export function valueError({ from, to }: Scale): number {
  return (((BELOW + 1 + ABOVE) / LAST_STEP) * (to - from)) / 2;
}

/** Fingerprint of a question in its codes: the hash of the poll's address, folded to 14 bits. */
export function questionFingerprint(fragment: string): number {
  const hash = fnv1a(new TextEncoder().encode(fragment));
  return (hash ^ (hash >>> FINGERPRINT_BITS)) & (2 ** FINGERPRINT_BITS - 1);
}

/** Writes the code of an answer. `fingerprint` is the `questionFingerprint` of the question. */
export function writeCode({ seed, prediction, step }: HallAnswer, fingerprint: number, scale: Scale): string {
  const fields: readonly (readonly [value: number, bits: number])[] = [
    [fingerprint, FINGERPRINT_BITS],
    [seed - FIRST_SEED, SEED_BITS],
    [prediction === undefined ? 0 : predictionStep(prediction, scale), PREDICTION_BITS],
    [step, VALUE_BITS],
  ];
  let packed = 0n;
  for (const [value, bits] of fields) packed = (packed << BigInt(bits)) | BigInt(value);
  const data = Array.from({ length: DATA_SYMBOLS }, (_, place) =>
    Number((packed >> BigInt(SYMBOL_BITS * (DATA_SYMBOLS - 1 - place))) & 31n),
  );
  const letters = [...data, ...checkSymbols(data)].map((symbol) => ALPHABET[symbol]).join('');
  return grouped(letters);
}

/** The code as it is displayed, in groups of four characters. */
export function grouped(letters: string): string {
  return letters.replace(new RegExp(`(.{${GROUP}})(?=.)`, 'g'), '$1-');
}

/** Reads a typed, pasted or scanned code. Groups, spaces and case are ignored. O is read as 0, and I and L as 1. */
export function readCode(text: string, fingerprint: number, scale: Scale): ReadCode {
  const letters = text
    .toUpperCase()
    .replace(/[\s\u00a0\-–—_.]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const wrong = [...letters].find((letter) => !ALPHABET.includes(letter));
  if (wrong !== undefined) return refused(`No code contains “${wrong}”. Codes use digits and letters, except U.`);
  const wanted = DATA_SYMBOLS + CHECK_SYMBOLS;
  if (letters.length !== wanted)
    return refused(`A code has ${wanted} characters in groups of ${GROUP}; this one has ${letters.length}.`);
  const symbols = [...letters].map((letter) => ALPHABET.indexOf(letter));
  const data = symbols.slice(0, DATA_SYMBOLS);
  if (checkSymbols(data).some((check, place) => check !== symbols[DATA_SYMBOLS + place]))
    return refused('A character is wrong, or two are swapped. Please read the code again.');
  let packed = data.reduce((sum, symbol) => (sum << BigInt(SYMBOL_BITS)) | BigInt(symbol), 0n);
  const take = (bits: number): number => {
    const value = Number(packed & ((1n << BigInt(bits)) - 1n));
    packed >>= BigInt(bits);
    return value;
  };
  const step = take(VALUE_BITS);
  const predicted = take(PREDICTION_BITS);
  const seed = FIRST_SEED + take(SEED_BITS);
  if (take(FINGERPRINT_BITS) !== fingerprint) return refused('This code belongs to another question.');
  if (predicted > PREDICTION_STEPS + 1) return refused('This code was made by another version of the lab.');
  const prediction = predicted === 0 ? undefined : predictionOfStep(predicted, scale);
  return { kind: 'answer', answer: { seed, prediction, step } };
}

function refused(why: string): ReadCode {
  return { kind: 'refused', why };
}

/** Index of a prediction in the code. 1 is the lower end of the scale, since 0 means "no prediction". */
function predictionStep(prediction: number, { from, to }: Scale): number {
  const share = Math.min(1, Math.max(0, (prediction - from) / (to - from)));
  return 1 + Math.round(share * PREDICTION_STEPS);
}

function predictionOfStep(step: number, { from, to }: Scale): number {
  return from + ((step - 1) / PREDICTION_STEPS) * (to - from);
}

/** Powers of α, a primitive element of GF(32) with the field polynomial x⁵ + x² + 1. */
const POWERS: readonly number[] = Array.from({ length: 30 }).reduce<number[]>(
  (powers) => {
    const next = (powers.at(-1) ?? 0) << 1;
    powers.push(next & 32 ? next ^ 0b100101 : next);
    return powers;
  },
  [1],
);

function times(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % POWERS.length] ?? 0;
}

/** Coefficients of (x − α)(x − α²)(x − α³) without the leading one, highest power first. */
const GENERATOR: readonly number[] = generator().slice(1);

function generator(): readonly number[] {
  let product: readonly number[] = [1];
  for (let power = 1; power <= CHECK_SYMBOLS; power += 1) {
    const factors = product;
    const root = POWERS[power] ?? 0;
    product = [...factors, 0].map((own, place) => own ^ times(root, factors[place - 1] ?? 0));
  }
  return product;
}

/** Remainder of the data, as a polynomial, after division by the generator. */
function checkSymbols(data: readonly number[]): readonly number[] {
  let rest: readonly number[] = GENERATOR.map(() => 0);
  for (const symbol of data) {
    const factor = symbol ^ (rest[0] ?? 0);
    rest = GENERATOR.map((coefficient, place) => (rest[place + 1] ?? 0) ^ times(factor, coefficient));
  }
  return rest;
}

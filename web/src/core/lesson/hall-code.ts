/**
 * The code of an answer: from a phone to the lecturer's page, short enough to be read out or typed. Pure.
 *
 * 65 bits, most significant first: 14 of the question's fingerprint, 24 of the seed, 10 of the prediction (0: none), 17 of
 * the measured value; then three check characters of a Reed–Solomon code over GF(32). Two codes differ in at least four
 * places, so that up to three wrong characters, among them any swap of two, never make another code of one.
 * Written in Crockford's base32, which leaves out I, L, O and U.
 */

import { fnv1a } from '../../base/fnv1a';

/** The scale of the question: the range of predictions, and the steps of values. */
export interface Scale {
  readonly from: number;
  readonly to: number;
}

export interface HallAnswer {
  readonly seed: number;
  /** Undefined: none was given. */
  readonly prediction: number | undefined;
  /** Step of `valueStep`. */
  readonly step: number;
}

type ReadCode =
  | { readonly kind: 'answer'; readonly answer: HallAnswer }
  /** `why`: a sentence for the user. */
  | { readonly kind: 'refused'; readonly why: string };

const FINGERPRINT_BITS = 14;
const SEED_BITS = 24;
const PREDICTION_BITS = 10;
const VALUE_BITS = 17;
const SYMBOL_BITS = 5;
const CHECK_SYMBOLS = 3;
const DATA_SYMBOLS = (FINGERPRINT_BITS + SEED_BITS + PREDICTION_BITS + VALUE_BITS) / SYMBOL_BITS;
const GROUP = 4;

/** Seeds of phones begin behind those that the lab itself counts up from 1. */
const FIRST_SEED = 1_000_000;
/** Thousandths of the scale fit beside 0, which means "no prediction", and hundredths keep their exact value. */
const PREDICTION_STEPS = 1000;
const LAST_STEP = 2 ** VALUE_BITS - 1;
/** Widths of the scale that codes cover below and above it, so that unexpected values have codes, too. */
const BELOW = 1;
const ABOVE = 6;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A seed of its own for a phone; `random32` is one of 32 random bits. */
export function seedOf(random32: number): number {
  return FIRST_SEED + (random32 >>> (32 - SEED_BITS));
}

/** The step of a value in the code; beyond the range, the last step. */
export function valueStep(value: number, { from, to }: Scale): number {
  const share = (value - from) / (to - from);
  const step = Math.round(((share + BELOW) / (BELOW + 1 + ABOVE)) * LAST_STEP);
  return Math.min(LAST_STEP, Math.max(0, step));
}

/** The value in the middle of a step. */
export function valueOfStep(step: number, { from, to }: Scale): number {
  return from + ((step / LAST_STEP) * (BELOW + 1 + ABOVE) - BELOW) * (to - from);
}

/** The greatest error of a value from a code. */
export function valueError({ from, to }: Scale): number {
  return (((BELOW + 1 + ABOVE) / LAST_STEP) * (to - from)) / 2;
}

/** The key of a question in its codes: 14 bits of the poll's address, the halves of a hash folded. */
export function questionFingerprint(fragment: string): number {
  const hash = fnv1a(new TextEncoder().encode(fragment));
  return (hash ^ (hash >>> FINGERPRINT_BITS)) & (2 ** FINGERPRINT_BITS - 1);
}

/** `fingerprint`: `questionFingerprint` of the question. */
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

/** The code in groups of four letters, as the page shows it. */
export function grouped(letters: string): string {
  return letters.replace(new RegExp(`(.{${GROUP}})(?=.)`, 'g'), '$1-');
}

/** Reads a typed, pasted or scanned code: groups, spaces and case do not matter, O is 0, I and L are 1. */
export function readCode(text: string, fingerprint: number, scale: Scale): ReadCode {
  const letters = text
    .toUpperCase()
    .replace(/[\s\u00a0\-–—_.]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const wrong = [...letters].find((letter) => !ALPHABET.includes(letter));
  if (wrong !== undefined) return refused(`“${wrong}” is in no code. Codes are of digits and letters, without U.`);
  const wanted = DATA_SYMBOLS + CHECK_SYMBOLS;
  if (letters.length !== wanted)
    return refused(`A code has ${wanted} characters in groups of ${GROUP}; this one has ${letters.length}.`);
  const symbols = [...letters].map((letter) => ALPHABET.indexOf(letter));
  const data = symbols.slice(0, DATA_SYMBOLS);
  if (checkSymbols(data).some((check, place) => check !== symbols[DATA_SYMBOLS + place]))
    return refused('A character is wrong, or two have changed places. Please read it once more.');
  let packed = data.reduce((sum, symbol) => (sum << BigInt(SYMBOL_BITS)) | BigInt(symbol), 0n);
  const take = (bits: number): number => {
    const value = Number(packed & ((1n << BigInt(bits)) - 1n));
    packed >>= BigInt(bits);
    return value;
  };
  const step = take(VALUE_BITS);
  const predicted = take(PREDICTION_BITS);
  const seed = FIRST_SEED + take(SEED_BITS);
  if (take(FINGERPRINT_BITS) !== fingerprint) return refused('This is the code of another question.');
  if (predicted > PREDICTION_STEPS + 1) return refused('This code was made by another version of the lab.');
  const prediction = predicted === 0 ? undefined : predictionOfStep(predicted, scale);
  return { kind: 'answer', answer: { seed, prediction, step } };
}

function refused(why: string): ReadCode {
  return { kind: 'refused', why };
}

/** 1 is the step of `from`. */
function predictionStep(prediction: number, { from, to }: Scale): number {
  const share = Math.min(1, Math.max(0, (prediction - from) / (to - from)));
  return 1 + Math.round(share * PREDICTION_STEPS);
}

function predictionOfStep(step: number, { from, to }: Scale): number {
  return from + ((step - 1) / PREDICTION_STEPS) * (to - from);
}

/** Powers of a primitive element of GF(32), x⁵ + x² + 1. */
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

/** Coefficients of (x − α)(x − α²)(x − α³) behind the leading one, highest power first. */
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

/** The remainder of the data as a polynomial, by the generator. */
function checkSymbols(data: readonly number[]): readonly number[] {
  let rest: readonly number[] = GENERATOR.map(() => 0);
  for (const symbol of data) {
    const factor = symbol ^ (rest[0] ?? 0);
    rest = GENERATOR.map((coefficient, place) => (rest[place + 1] ?? 0) ^ times(factor, coefficient));
  }
  return rest;
}

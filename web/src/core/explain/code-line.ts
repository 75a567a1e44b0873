/**
 * A displayed line of pseudo-code, as a list of words without line breaks inside. It contains a packet's values if they
 * are known. Pure.
 */

import { formatShort } from '../../base/format';
import type { QuantityAbout } from '../border/border.gen';
import { cutLine, type LinePart, quantityMeaning } from '../run/pseudo-code';

export interface CodeSegment {
  readonly key: string;
  readonly text: string;
  /** `value`: a quantity that has a value for this packet. `symbol`: a quantity without a value for this packet. */
  readonly kind: 'text' | 'value' | 'symbol';
  /** Meaning of the quantity. */
  readonly meaning: string | undefined;
}

/** The value of a quantity, by its index in the discipline's list. */
type ValueAt = (quantity: number) => number | undefined;

/**
 * The segments of a line with a packet's values. Without values the line states the computation or comparison only
 * once: "if u < p_a:", not "if u = u < p_a:", and "count ← count + 1", not "count ← count + 1 = count".
 */
export function segmentsOf(text: string, quantities: readonly QuantityAbout[], valueAt: ValueAt): CodeSegment[] {
  const parts = cutLine(text, quantities);
  const segments: CodeSegment[] = [];
  const add = (shown: string, kind: CodeSegment['kind'], meaning?: string): void => {
    if (shown !== '') segments.push({ key: `${segments.length} ${kind}`, text: shown, kind, meaning });
  };
  let isSaid = false;
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'quantity') {
      const value = valueAt(part.place);
      const meaning = quantityMeaning(part.quantity);
      if (value !== undefined) add(valueText(value, part.quantity), 'value', meaning);
      else if (!isSaid) add(part.quantity.symbol, 'symbol', meaning);
      isSaid = false;
      continue;
    }
    const previous = parts[at - 1];
    const words = previous?.kind === 'quantity' ? withoutUnit(part.text, previous.quantity) : part.text;
    const next = parts[at + 1];
    if (next?.kind !== 'quantity' || valueAt(next.place) !== undefined) add(words, 'text');
    else {
      const before = bare(words, next.quantity.symbol, isLast(parts, at + 1), isAlone(parts[at + 2]));
      add(before.words, 'text');
      isSaid = before.isSaid;
    }
  }
  return segments;
}

/** Segments grouped into words, so that no line break separates, for example, a bracket from its value. */
export function wordsOf(segments: readonly CodeSegment[]): CodeSegment[][] {
  const words: CodeSegment[][] = [[]];
  for (const segment of segments) {
    if (segment.kind !== 'text') {
      words.at(-1)?.push(segment);
      continue;
    }
    for (const [at, text] of segment.text.split(' ').entries()) {
      if (at > 0) words.push([]);
      if (text !== '') words.at(-1)?.push({ ...segment, key: `${segment.key} ${at}`, text });
    }
  }
  return words.filter((word) => word.length > 0);
}

/**
 * A text as wide as the line with its widest values. The page reserves this width, so that the parts below do not move
 * when the packet changes.
 */
export function roomOf(text: string, quantities: readonly QuantityAbout[]): string {
  const widest = cutLine(text, quantities).map((part) =>
    part.kind === 'text' ? part.text : '0'.repeat(Math.max(part.quantity.symbol.length, mostCharacters(part.quantity))),
  );
  return widest.join('').replace(/\S/g, '0');
}

/** Units that the words beside a value already name. Any other unit is shown with the value. */
const COUNTED: readonly string[] = ['', '1', 'packets', 'hits', 'flows', 'strikes'];

/** Largest number of characters of a value, plus one for the margin of its background. */
function mostCharacters({ unit }: QuantityAbout): number {
  return (unit === 'packets' ? 5 : COUNTED.includes(unit) ? 9 : Math.max(11, unit.length + 7)) + 1;
}

function valueText(value: number, { unit }: QuantityAbout): string {
  // With this number of digits, a value of any size fits.
  return formatShort(value, COUNTED.includes(unit) ? '' : unit, Math.abs(value) < 1e-3 ? 3 : 4);
}

/** The words after a value, without a unit that the value already shows: without "bytes" in "{own} bytes long". */
function withoutUnit(words: string, { unit }: QuantityAbout): string {
  if (COUNTED.includes(unit) || !words.startsWith(` ${unit}`)) return words;
  const rest = words.slice(unit.length + 1);
  return /^\w/.test(rest) ? words : rest;
}

/**
 * The words before a quantity that has no value. Repetitions and the introduction of a result (", p_f = ") are removed.
 * `isSaid` is true if the symbol of the quantity must not follow the words.
 */
interface Bare {
  readonly words: string;
  readonly isSaid: boolean;
}

function bare(words: string, symbol: string, isEnd: boolean, isAlone: boolean): Bare {
  // Removes repetitions such as "bin bin", "p_b ← p_b" and "delay is delay".
  for (const link of isAlone ? [' ', ' ← ', ' is '] : [' ']) {
    const said = `${symbol}${link}`;
    if (words.endsWith(said) && /^$|[\s([]$/.test(words.slice(0, -said.length)))
      return { words: words.slice(0, -said.length), isSaid: false };
  }
  // Removes the text "= " in a line such as "= A".
  if (words === '= ') return { words, isSaid: false };
  const [, said = '', left = '', beginning = ''] = /^(|.*?[\s([])([^\s([]*) = (\S*)$/.exec(words) ?? [];
  const isOutcome = words.endsWith(' = ');
  if (left !== `${beginning}${symbol}`)
    return isOutcome ? { words: words.replace(/,? = $/, ''), isSaid: true } : { words, isSaid: false };
  // Shortens texts such as "2·avgcq = 2·" to "2·avgcq".
  if (!isOutcome) return { words: `${said}${left}`, isSaid: true };
  // Removes the text ", p_f = " or ": count = " at the end of a line.
  if (isEnd && /[,:] $/.test(said)) return { words: said.replace(/, $| $/, ''), isSaid: true };
  return { words: said, isSaid: false };
}

/** True if no words follow this part, except a colon or the introduction of a result, such as ", p_f = ". */
function isLast(parts: readonly LinePart[], at: number): boolean {
  return parts.slice(at + 1).every((part) => part.kind === 'quantity' || /^(:|, \S+ = )$/.test(part.text));
}

/**
 * True if the following text does not continue a computation with the quantity: true in "p_b ← {p_b}, 1 at 2·max_th",
 * but false in "avg ← {avg}·2".
 */
function isAlone(following: LinePart | undefined): boolean {
  return following === undefined || (following.kind === 'text' && /^( |[,;:)])/.test(following.text));
}

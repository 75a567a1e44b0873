/**
 * A displayed line of pseudo-code as a list of unbreakable words, with the packet's values where they are known. Pure.
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
 * Splits a line into segments and fills in the packet's values. Where a value is unknown, the computation or comparison
 * is stated only once: "if u < p_a:", not "if u = u < p_a:", and "count ← count + 1", not "count ← count + 1 = count".
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
 * Placeholder text as wide as the line with its widest values. The page reserves this width, so that the content below
 * does not move when the packet changes.
 */
export function roomOf(text: string, quantities: readonly QuantityAbout[]): string {
  const widest = cutLine(text, quantities).map((part) =>
    part.kind === 'text' ? part.text : '0'.repeat(Math.max(part.quantity.symbol.length, mostCharacters(part.quantity))),
  );
  return widest.join('').replace(/\S/g, '0');
}

/** Units that the words of a line already name. Any other unit is shown with the value. */
const COUNTED: readonly string[] = ['', '1', 'packets', 'hits', 'flows', 'strikes'];

/** Width reserved for a value: its longest text, plus one for the padding of its background [characters]. */
function mostCharacters({ unit }: QuantityAbout): number {
  return (unit === 'packets' ? 5 : COUNTED.includes(unit) ? 9 : Math.max(11, unit.length + 7)) + 1;
}

function valueText(value: number, { unit }: QuantityAbout): string {
  // With at most four digits, a value of any magnitude fits into `mostCharacters`.
  return formatShort(value, COUNTED.includes(unit) ? '' : unit, Math.abs(value) < 1e-3 ? 3 : 4);
}

/** The words after a value, minus a unit that the value already shows, such as "bytes" in "{own} bytes long". */
function withoutUnit(words: string, { unit }: QuantityAbout): string {
  if (COUNTED.includes(unit) || !words.startsWith(` ${unit}`)) return words;
  const rest = words.slice(unit.length + 1);
  return /^\w/.test(rest) ? words : rest;
}

/**
 * The text of a line before a quantity that has no value for this packet: the line shows the symbol instead. `words` is
 * the text, without repetitions of the symbol and without lead-ins such as ", p_f = ". `isSaid`: `words` already names
 * the quantity, so its symbol is not added.
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
  // A line such as "= A" keeps its "= ".
  if (words === '= ') return { words, isSaid: false };
  const [, said = '', left = '', beginning = ''] = /^(|.*?[\s([])([^\s([]*) = (\S*)$/.exec(words) ?? [];
  const isOutcome = words.endsWith(' = ');
  if (left !== `${beginning}${symbol}`)
    return isOutcome ? { words: words.replace(/,? = $/, ''), isSaid: true } : { words, isSaid: false };
  // Shortens "2·avgcq = 2·" to "2·avgcq".
  if (!isOutcome) return { words: `${said}${left}`, isSaid: true };
  // Drops ", p_f = " at the end of a line, or "count = " after a colon.
  if (isEnd && /[,:] $/.test(said)) return { words: said.replace(/, $| $/, ''), isSaid: true };
  return { words: said, isSaid: false };
}

/** True if only colons, values and lead-ins such as ", p_f = " follow the part with this index in the line. */
function isLast(parts: readonly LinePart[], at: number): boolean {
  return parts.slice(at + 1).every((part) => part.kind === 'quantity' || /^(:|, \S+ = )$/.test(part.text));
}

/**
 * True if the text after a quantity does not continue a computation with it: true in "p_b ← {p_b}, 1 at 2·max_th", but
 * false in "avg ← {avg}·2".
 */
function isAlone(following: LinePart | undefined): boolean {
  return following === undefined || (following.kind === 'text' && /^( |[,;:)])/.test(following.text));
}

/**
 * The conditions in a discipline's pseudo-code as sentences with their values. For example, "if avg < min_th:" becomes
 * "avg 52.2 is at least min_th 40" if the condition did not hold. A test that is not a plain comparison is quoted with its
 * values, and negated if it did not hold. No sentence contradicts the values. Pure.
 */

import { formatNumber } from '../../base/format';
import type { SettingValue } from '../border/scenario';

/** A part of a sentence. A term is a quantity or parameter with its meaning. */
export type Words =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string; readonly meaning: string };

/** A quantity or parameter with its value at the time of the test. */
export interface Known {
  /** Symbol or name of the quantity; empty for a number. */
  readonly label: string;
  readonly value: SettingValue;
  readonly meaning: string;
}

/** Finds a quantity or parameter by its placeholder `{id}`, by its symbol, or by the id of the parameter. */
export type Lookup = (name: string) => Known | undefined;

interface Condition {
  readonly test: string;
  /** Action on the same line as the condition; empty if a block follows. */
  readonly action: string;
  readonly isLoop: boolean;
}

/** A true statement, such as "avg 52.2 is at least min_th 40". */
export interface Finding {
  /** Grammatical subject, such as "avg 52.2". Statements about the same subject become one clause. */
  readonly subject: readonly Words[];
  /** Predicate, without "is". */
  readonly predicate: readonly Words[];
}

/**
 * Condition of a line. Undefined if the line has no test. Also undefined if its action only assigns a value, because
 * the test then does not affect the packet's outcome.
 */
export function conditionOf(line: string): Condition | undefined {
  const match = /^(?:(?:arrival|exit): )?(?:else )?(if|elif|while) (.+?):\s*(.*)$/.exec(line);
  const [, word, test, action] = match ?? [];
  if (word === undefined || test === undefined || action === undefined || IS_ASSIGNMENT.test(action)) return undefined;
  return { test, action, isLoop: word === 'while' };
}

/** Matches "avg ← 3" and "p = {p}". */
const IS_ASSIGNMENT = /←|^\S+ = /;

/** Statements that follow from the result of a test. Undefined if the test contains no plain comparison. */
export function findings(test: string, held: boolean, lookup: Lookup): Finding[] | undefined {
  const isEither = / or /.test(test);
  const judged = test.split(/ or | and /).map((part) => judge(part, held, lookup));
  // For a true "a or b" and for a false "a and b", one part explains the result.
  const decisive = isEither === held || judged.length === 1 ? judged.filter((part) => part?.isTrue === held) : judged;
  const agree = decisive.length > 0 && decisive.every((part) => part?.isTrue === held);
  if (!agree) return undefined;
  const found = decisive.flatMap((part) => (part === undefined ? [] : [part.finding]));
  return isEither && held ? found.slice(0, 1) : found;
}

/**
 * Splits a test into parts that each had the result of the whole test: a true "a and b", or a false "a or b". Any other
 * test is returned whole.
 */
export function partsAlike(test: string, held: boolean): readonly string[] {
  const [joins, splits] = held ? [' and ', / or /] : [' or ', / and /];
  return splits.test(test) ? [test] : test.split(joins);
}

/** The test, with the values of this decision in place of names in braces and of single capital letters, such as P. */
export function filledIn(test: string, lookup: Lookup): string {
  const isKnown = (name: string): boolean => lookup(name) !== undefined;
  const plain = test
    // Omits quantities that have no value in this decision.
    .replace(/, \S+ = (\{\w+\})/g, (all, name) => (isKnown(name) ? all : ''))
    // Removes the symbol and the "=" before a value: "n = {n} packets wait" becomes "{n} packets wait".
    .replace(/\S+ = (\{\w+\})(?= \w)/g, (all, name) => (isKnown(name) ? name : all));
  return plain.replace(/\{\w+\}|\b[A-Z]\b/g, (name) => {
    const known = lookup(name);
    return known === undefined ? name.replace(/[{}]/g, '') : valueText(known.value);
  });
}

/** The negation of a test: "the buffer is full" becomes "the buffer is not full". */
export function denied(words: string): string {
  const isCompound = /,| or /.test(words);
  const [pattern, replacement] = (isCompound ? undefined : DENIALS.find(([said]) => said.test(words))) ?? [];
  return pattern === undefined || replacement === undefined
    ? `“${words}” does not hold`
    : words.replace(pattern, replacement);
}

/** Phrases that occur in tests, with their negations. The first match is used. */
const DENIALS: readonly (readonly [RegExp, string])[] = [
  [/^fewer than /, 'at least '],
  [/^(\S+) packets wait(?! and )/, 'fewer than $1 packets wait'],
  [/^packets wait/, 'no packets wait'],
  [/^any is /, 'none is '],
  [/^none matched/, 'some matched'],
  [/^(?:no more than|at most) /, 'more than '],
  [/ has no /, ' has '],
  [/ (is|are) /, ' $1 not '],
  [/ fill /, ' do not fill '],
  [/ holds (\S+) > /, ' holds $1 ≤ '],
  [/ (cover|last)s(?= |$)/, ' does not $1'],
];

interface Judged {
  readonly isTrue: boolean;
  readonly finding: Finding;
}

function judge(part: string, held: boolean, lookup: Lookup): Judged | undefined {
  const plain = part
    .replace(/\s*\(.*\)/, '')
    // Drops the symbol before the value in "u = {u} < p_a".
    .replace(/\S+ = (\{\w+\})/g, '$1')
    .trim();
  const [, left, sign, right] = /^(\S+)\s*([<≤≥>=])\s*(\S+)$/.exec(plain) ?? [];
  if (left === undefined || sign === undefined || right === undefined) return judgeSwitch(plain, lookup);
  const one = lookup(left) ?? multiple(left, lookup) ?? literal(left);
  const other = lookup(right) ?? multiple(right, lookup) ?? literal(right);
  const only = one === undefined ? other : other === undefined ? one : undefined;
  if (only !== undefined) return only.label === '' ? undefined : decidedAlone(only, held);
  if (typeof one?.value !== 'number' || typeof other?.value !== 'number') return undefined;
  const isTrue = compare(one.value, sign, other.value);
  const relation = isTrue ? HOLDS[sign] : FAILS[sign];
  if (relation === undefined) return undefined;
  return { isTrue, finding: { subject: [term(one)], predicate: [{ kind: 'text', text: relation }, term(other)] } };
}

/**
 * States only the probability. A probability of 0 or 1 draws no random number, so there is nothing to compare it with.
 */
function decidedAlone(known: Known, held: boolean): Judged {
  const subject: Words[] = [{ kind: 'term', text: known.label, meaning: known.meaning }];
  return { isTrue: held, finding: { subject, predicate: [{ kind: 'text', text: valueText(known.value) }] } };
}

function judgeSwitch(name: string, lookup: Lookup): Judged | undefined {
  const known = lookup(name);
  if (typeof known?.value !== 'boolean') return undefined;
  const predicate: Words[] = [{ kind: 'text', text: known.value ? 'on' : 'off' }];
  return {
    isTrue: known.value,
    finding: { subject: [{ kind: 'term', text: known.label, meaning: known.meaning }], predicate },
  };
}

function compare(one: number, sign: string, other: number): boolean {
  if (sign === '<') return one < other;
  if (sign === '≤') return one <= other;
  if (sign === '>') return one > other;
  if (sign === '≥') return one >= other;
  return one === other;
}

const HOLDS: Readonly<Record<string, string>> = {
  '<': 'below',
  '≤': 'at most',
  '>': 'above',
  '≥': 'at least',
  '=': 'equal to',
};
const FAILS: Readonly<Record<string, string>> = {
  '<': 'at least',
  '≤': 'above',
  '>': 'at most',
  '≥': 'below',
  '=': 'not equal to',
};

/** Multiples of a quantity, for example "2·max_th" and "target/2". */
function multiple(text: string, lookup: Lookup): Known | undefined {
  const [, times, of = '', by] = /^(?:(\d+)·)?([^·/]+)(?:\/(\d+))?$/.exec(text) ?? [];
  const known = times === undefined && by === undefined ? undefined : lookup(of);
  if (typeof known?.value !== 'number') return undefined;
  const label = `${times === undefined ? '' : `${times}·`}${known.label}${by === undefined ? '' : `/${by}`}`;
  return { ...known, label, value: (Number(times ?? 1) * known.value) / Number(by ?? 1) };
}

function literal(text: string): Known | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? { label: '', value, meaning: '' } : undefined;
}

function term(known: Known): Words {
  const value = valueText(known.value);
  if (known.label === '') return { kind: 'text', text: value };
  return { kind: 'term', text: `${known.label}\u00a0${value}`, meaning: known.meaning };
}

function valueText(value: SettingValue): string {
  return typeof value === 'number' ? formatNumber(value) : String(value);
}

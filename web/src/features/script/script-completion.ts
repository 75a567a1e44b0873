/** Completion at a position in a script. Pure. */

import { quantityMeaning } from '../../core/run/pseudo-code';
import { KEYWORDS, ROOTS } from './rhai-tokens';
import { behind, helpAt, helpOf, isField, type Known, signature } from './script-help';
import { functionsOf, placeOf, propertiesOf, receiverOf, variablesAt } from './script-text';

export interface Choice {
  readonly label: string;
  /** Text in the list, such as a name with its arguments, in place of the label. */
  readonly shown?: string;
  readonly kind: 'function' | 'property' | 'variable' | 'keyword' | 'text' | 'entry';
  readonly meaning: string;
  /** Text that replaces the typed word; the label if absent. `‸` marks the position of the cursor afterwards. */
  readonly writes?: string;
}

interface Choices {
  /** Start of the text that the chosen name replaces. The replaced text ends at the cursor. */
  readonly from: number;
  readonly choices: readonly Choice[];
}

/** Reasons that most disciplines give, offered until the script declares its own. */
const REASONS: readonly string[] = ['overflow', 'early', 'forced', 'match_arriving', 'match_victim'];
const MARKS: readonly string[] = ['mark_early', 'mark_sojourn'];

/**
 * The choices at a position. Undefined if there are none. `isAsked` is true if the user requested the list with a key.
 */
export function choicesAt(text: string, at: number, known: Known, isAsked = false): Choices | undefined {
  const before = text.slice(0, at);
  const place = placeOf(before);
  if (place.kind === 'comment') return undefined;
  if (place.kind === 'text') return reasonsIn(text, place.from, known);
  const word = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? '';
  if (word === '' && /\d$/.test(before)) return undefined;
  const from = at - word.length;
  const head = text.slice(0, from);
  const receiver = receiverOf(head);
  if (receiver !== undefined) return { from, choices: members(receiver, head, text, from, known) };
  if (/\bfn\s+$/.test(head)) return { from, choices: entriesLeft(text, known) };
  if (word === '' && !isAsked) return undefined;
  // After `let`, `const` or `for` the user makes up a new name, so there is nothing to choose.
  if (/\b(?:let|const|for)\s+\(?$/.test(head)) return undefined;
  return { from, choices: isInFunction(head) ? names(text, at, from, known) : headWords(text, known) };
}

function reasonsIn(text: string, from: number, { facts }: Known): Choices | undefined {
  const call = /\b(drop|mark)\s*\((?:[^"()]*|[^"]*,\s*)"$/.exec(text.slice(Math.max(0, from - 200), from));
  if (call === null) return undefined;
  const isMark = call[1] === 'mark';
  const own = (facts?.reasons ?? []).filter((reason) => reason.is_mark === isMark);
  const others = (isMark ? MARKS : REASONS).filter((id) => !own.some((reason) => reason.id === id));
  return {
    from,
    choices: [
      ...own.map(({ id, name, meaning }): Choice => ({ label: id, kind: 'text', meaning: `${name}: ${meaning}` })),
      ...others.map((id): Choice => ({ label: id, kind: 'text', meaning: 'a built-in reason' })),
    ],
  };
}

function members(receiver: string, head: string, text: string, from: number, known: Known): readonly Choice[] {
  const here = behind(receiver, head);
  if (here.kind === 'params')
    return (known.facts?.about.params ?? []).map(({ id, meaning, name }) => ({
      label: id,
      kind: 'property',
      meaning: meaning || name,
    }));
  if (here.kind === 'this')
    return propertiesOf(`${text.slice(0, from)} ${text.slice(from).replace(/^\w+/, '')}`).map((label) => ({
      label,
      kind: 'property',
      meaning: meaningOf(label, known),
    }));
  return (known.texts?.callables ?? [])
    .filter((callable) => here.of.includes(callable.before))
    .map((callable) => called(callable.name, signature(callable), helpOf(callable).meaning, isField(callable)));
}

function names(text: string, at: number, from: number, known: Known): readonly Choice[] {
  // Names are collected from the text without the word being typed, which is not a name yet.
  const others = `${text.slice(0, from)}${' '.repeat(at - from)}${text.slice(at)}`;
  const functions = functionsOf(others).filter(
    ({ name }) => !known.texts?.entries.some((entry) => entry.name === name),
  );
  const callables = (known.texts?.callables ?? []).filter(({ before }) => before === 'nothing');
  return [
    ...variablesAt(others, at).map((label): Choice => ({ label, kind: 'variable', meaning: meaningOf(label, known) })),
    ...ROOTS.map((label): Choice => ({ label, kind: 'variable', meaning: helpAt(label, 0, known)?.meaning ?? '' })),
    ...functions.map(({ name, arguments: given }) =>
      called(name, `${name}(${given})`, 'a function of this script', false),
    ),
    ...callables.map((callable) => called(callable.name, signature(callable), helpOf(callable).meaning, false)),
    ...[...KEYWORDS, 'true', 'false'].map(
      (label): Choice => ({ label, kind: 'keyword', meaning: helpAt(label, 0, known)?.meaning ?? '' }),
    ),
  ].filter(({ label }, place, all) => all.findIndex((other) => other.label === label) === place);
}

/** The words allowed outside functions, where only constants and functions may be. */
function headWords(text: string, known: Known): readonly Choice[] {
  return [
    { label: 'const', kind: 'keyword', meaning: helpAt('const', 0, known)?.meaning ?? '' },
    { label: 'fn', kind: 'keyword', meaning: helpAt('fn', 0, known)?.meaning ?? '' },
    ...entriesLeft(text, known).map(
      (entry): Choice => ({ ...entry, label: `fn ${entry.label}`, writes: `fn ${entry.writes}` }),
    ),
  ];
}

/** The functions that the engine calls and that the script does not define yet. */
function entriesLeft(text: string, { texts }: Known): readonly Choice[] {
  const defined = new Set(functionsOf(text).map(({ name }) => name));
  return (texts?.entries ?? [])
    .filter(({ name }) => !defined.has(name))
    .map(({ name, count, meaning, is_needed }) => {
      const shown = `${name}(${count === 1 ? 'packet' : ''})`;
      return {
        label: name,
        shown,
        kind: 'entry',
        meaning: is_needed ? `${meaning} (needed)` : meaning,
        writes: `${shown} {\n    ‸\n}`,
      };
    });
}

function called(label: string, shown: string, meaning: string, isField: boolean): Choice {
  if (isField) return { label, kind: 'property', meaning };
  return { label, shown, kind: 'function', meaning, writes: shown.endsWith('()') ? shown : `${label}(‸)` };
}

function meaningOf(name: string, { facts }: Known): string {
  const all = [...(facts?.about.gauges ?? []), ...(facts?.about.quantities ?? [])];
  const declared = all.find(({ id, meaning }) => id === name && meaning !== '');
  return declared === undefined ? '' : quantityMeaning(declared);
}

/** True if a position is inside a function's braces. */
function isInFunction(head: string): boolean {
  const start = head.lastIndexOf('\nfn ');
  if (start < 0 && !head.startsWith('fn ')) return false;
  // A function ends with a closing brace at the beginning of a line.
  return !/\n\}/.test(head.slice(Math.max(0, start)));
}

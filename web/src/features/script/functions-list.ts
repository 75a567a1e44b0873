/** Functions that a script may call or define, as a list for searching and inserting. Pure. */

import type { ScriptTexts } from '../../core/border/script';
import { type Help, helpAt, helpOf, isField, type Known } from './script-help';
import { functionsOf } from './script-text';

type Callable = ScriptTexts['callables'][number];

export interface ListedName extends Help {
  /** The text inserted at the cursor, after `receiver`. `‸` marks where the cursor goes. */
  readonly writes: string;
  /**
   * The object before the function's name: "queue.", or "x." for a value that the script computes. '' for a function
   * without an object.
   */
  readonly receiver: string;
  /** True if the text is a whole function, which is inserted at the end of the script. */
  readonly isFunction: boolean;
}

export interface NameGroup {
  readonly title: string;
  readonly names: readonly ListedName[];
}

const GROUPS: readonly { readonly title: string; readonly of: readonly Callable['before'][] }[] = [
  { title: 'The arriving packet, chance, time, mathematics', of: ['nothing'] },
  { title: 'A packet', of: ['packet'] },
  { title: 'The waiting packets', of: ['queue', 'any-queue'] },
  { title: 'One queue of several', of: ['one-queue'] },
  { title: 'The link', of: ['link'] },
  { title: 'Arrays, maps and ranges', of: ['value'] },
];

const WORDS: readonly string[] = ['let', 'const', 'fn', 'for', 'while', 'loop', 'break', 'continue', 'return'];
const VALUES: readonly string[] = ['packet', 'queue', 'link', 'params', 'this'];

/** All names that the text may use, the most frequent first. Functions that it already defines are left out. */
export function namesToWrite(text: string, known: Known): readonly NameGroup[] {
  const defined = new Set(functionsOf(text).map(({ name }) => name));
  const { texts, facts } = known;
  const word = (name: string): ListedName => ({
    ...{ head: name, meaning: helpAt(name, 0, known)?.meaning ?? '' },
    ...{ writes: name, receiver: '', isFunction: false },
  });
  const groups: readonly NameGroup[] = [
    ...GROUPS.map(({ title, of }) => ({
      title,
      names: (texts?.callables ?? []).filter(({ before }) => of.includes(before)).map(listed),
    })),
    { title: 'Values', names: VALUES.map(word) },
    {
      title: 'Parameters of this script',
      names: (facts?.about.params ?? []).map(({ id, name, meaning }) => ({
        ...{ head: `params.${id}`, meaning: meaning || name, writes: id, receiver: 'params.', isFunction: false },
      })),
    },
    {
      title: 'Functions that the lab calls',
      names: (texts?.entries ?? [])
        .filter(({ name }) => !defined.has(name))
        .map(({ name, count, meaning }) => {
          const head = `fn ${name}(${count === 1 ? 'packet' : ''})`;
          return { head, meaning, writes: `${head} {\n    ‸\n}\n`, receiver: '', isFunction: true };
        }),
    },
    { title: 'Keywords', names: WORDS.map(word) },
  ];
  return groups.filter(({ names }) => names.length > 0);
}

function listed(callable: Callable): ListedName {
  const help = helpOf(callable);
  const name = callable.name;
  const writes = isField(callable) ? name : callable.arguments === '' ? `${name}()` : `${name}(‸)`;
  return { ...help, writes, receiver: /^(?:\w+(?:\(k\))?\.)*/.exec(help.head)?.[0] ?? '', isFunction: false };
}

/** The names that match all words of a search: first those that match by name, then those that match by meaning. */
export function searchedNames(groups: readonly NameGroup[], query: string): readonly NameGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const hasAll = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const names = groups.flatMap((group) => group.names);
  const byName = names.filter(({ head }) => hasAll(head));
  const byMeaning = names.filter((name) => !byName.includes(name) && hasAll(`${name.head} ${name.meaning}`));
  return [
    { title: 'In the name', names: byName },
    { title: 'In the meaning', names: byMeaning },
  ].filter((group) => group.names.length > 0);
}

/** The text to insert at the cursor for a chosen name. The receiver is left out if it is already before the cursor. */
export function textToInsert({ writes, receiver }: ListedName, before: string): string {
  if (receiver === '') return writes;
  if (/(?:^|[^.])\.$/.test(before)) return writes;
  // The value before the cursor is the receiver: after `hits`, `.len()` is inserted.
  if (receiver === 'x.' && /[\w\])]$/.test(before)) return `.${writes}`;
  return `${receiver}${writes}`;
}

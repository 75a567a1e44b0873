/** The meaning of a name in a script, for completion, for tooltips and for the line below the editor. Pure. */

import type { ScriptFacts, ScriptTexts } from '../../core/border/script';
import { quantityMeaning } from '../../core/run/pseudo-code';
import { bareText, functionsOf, givenTo, placeOf, receiverOf } from './script-text';

type Callable = ScriptTexts['callables'][number];

/** The names that scripts can use, and those in this script when it was last parsed. */
export interface Known {
  readonly texts: ScriptTexts | undefined;
  readonly facts: ScriptFacts | undefined;
}

export interface Help {
  /** The name with its arguments, such as "queue.draw(n, from, to)". */
  readonly head: string;
  readonly meaning: string;
}

/**
 * The names that may follow a dot: functions and fields of the reference after certain values (`callables`), the
 * script's own parameters, or its properties of `this`.
 */
type Behind =
  | { readonly kind: 'callables'; readonly of: readonly Callable['before'][] }
  | { readonly kind: 'params' }
  | { readonly kind: 'this' };

const QUEUE: Behind = { kind: 'callables', of: ['queue', 'any-queue'] };
const ONE_QUEUE: Behind = { kind: 'callables', of: ['one-queue', 'any-queue'] };
const PACKET: Behind = { kind: 'callables', of: ['packet'] };
const LINK: Behind = { kind: 'callables', of: ['link'] };
const VALUE: Behind = { kind: 'callables', of: ['value'] };

/** The names that may follow `receiver.`. `before` is the text before the receiver. */
export function behind(receiver: string, before: string): Behind {
  switch (receiver) {
    case 'queue':
      return QUEUE;
    case 'queue.of()':
      return ONE_QUEUE;
    case 'packet':
    case 'queue.at()':
    case 'queue.of().at()':
      return PACKET;
    case 'link':
      return LINK;
    case 'params':
    case 'this':
      return { kind: receiver };
    default:
      return behindVariable(receiver, before);
  }
}

function behindVariable(receiver: string, before: string): Behind {
  if (!/^\w+$/.test(receiver)) return VALUE;
  const given = givenTo(receiver, before) ?? '';
  const call = receiverOf(`${given}.`);
  // A variable has the type of the value last assigned to it: after `let head = queue.at(0);`, a packet.
  return call === 'queue.at()' || call === 'queue.of().at()' || call === 'packet'
    ? PACKET
    : call === 'queue.of()'
      ? ONE_QUEUE
      : VALUE;
}

/** True for a field. False for a function, which must be called. */
export function isField({ before, arguments: given, count }: Callable): boolean {
  return before === 'packet' || (before === 'link' && count[1] === 0 && given === '');
}

export function signature(callable: Callable): string {
  return isField(callable) ? callable.name : `${callable.name}(${callable.arguments})`;
}

const BEFORE: Readonly<Record<Callable['before'], string>> = {
  nothing: '',
  packet: 'packet.',
  value: 'x.',
  queue: 'queue.',
  'any-queue': 'queue.',
  'one-queue': 'queue.of(k).',
  link: 'link.',
};

export function helpOf(callable: Callable): Help {
  return { head: BEFORE[callable.before] + signature(callable), meaning: callable.meaning.replaceAll('`', '') };
}

/** Help for the name at a position in the text, and the name's range. */
export function helpAt(
  text: string,
  at: number,
  known: Known,
): (Help & { readonly from: number; readonly to: number }) | undefined {
  const start = /\w*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  const from = at - start;
  const name = /^\w+/.exec(text.slice(from))?.[0];
  if (name === undefined || /^\d/.test(name)) return undefined;
  const before = text.slice(0, from);
  const place = placeOf(before);
  const help =
    place.kind === 'comment'
      ? undefined
      : place.kind === 'text'
        ? reasonHelp(name, known)
        : nameHelp(name, before, text, known);
  return help === undefined ? undefined : { ...help, from, to: from + name.length };
}

function nameHelp(name: string, before: string, text: string, known: Known): Help | undefined {
  const receiver = receiverOf(before);
  if (receiver !== undefined) return memberHelp(name, behind(receiver, before), known);
  const { texts } = known;
  const entry = texts?.entries.find((one) => one.name === name);
  if (entry !== undefined && /\bfn\s+$/.test(before))
    return { head: `fn ${entry.name}(${entry.count === 1 ? 'packet' : ''})`, meaning: entry.meaning };
  const own = functionsOf(text).find((one) => one.name === name);
  if (own !== undefined) return { head: `fn ${own.name}(${own.arguments})`, meaning: commentAbove(text, own.name) };
  const isCalled = /^\s*\(/.test(text.slice(before.length + name.length));
  const callable = texts?.callables.find((one) => one.before === 'nothing' && one.name === name);
  if (callable !== undefined && isCalled) return helpOf(callable);
  const word = WORDS[name];
  if (word !== undefined) return { head: name, meaning: word };
  return quantityHelp(name, known);
}

function memberHelp(name: string, here: Behind, known: Known): Help | undefined {
  if (here.kind === 'params') {
    const spec = known.facts?.about.params.find(({ id }) => id === name);
    if (spec === undefined) return undefined;
    const { kind, unit } = spec;
    const range = kind.kind === 'integer' || kind.kind === 'real' ? `, from ${kind.min} to ${kind.max}` : '';
    const of = unit === '' || unit === '1' ? '' : ` [${unit}]`;
    return { head: `params.${name}${of}`, meaning: `${spec.meaning || spec.name}${range}` };
  }
  if (here.kind === 'this')
    return quantityHelp(name, known) ?? { head: `this.${name}`, meaning: 'what the script remembers' };
  const found = known.texts?.callables.find((one) => one.name === name && here.of.includes(one.before));
  return found && helpOf(found);
}

function quantityHelp(name: string, { facts }: Known): Help | undefined {
  const declared = [...(facts?.about.gauges ?? []), ...(facts?.about.quantities ?? [])].find(
    ({ id, meaning }) => id === name && meaning !== '',
  );
  if (declared === undefined) return undefined;
  const [head = name, ...meaning] = quantityMeaning(declared).split(': ');
  return { head, meaning: meaning.join(': ') };
}

function reasonHelp(name: string, { facts }: Known): Help | undefined {
  const reason = facts?.reasons.find(({ id }) => id === name);
  return reason && { head: `"${reason.id}": ${reason.name}`, meaning: reason.meaning };
}

/** The comment lines directly above a function. */
function commentAbove(text: string, name: string): string {
  const start = bareText(text).search(new RegExp(`\\bfn\\s+${name}\\s*\\(`));
  const lines = text.slice(0, Math.max(0, start)).split('\n').slice(0, -1);
  const comment: string[] = [];
  for (let line = lines.pop(); line !== undefined && /^\s*\/\//.test(line); line = lines.pop())
    comment.unshift(line.replace(/^\s*\/\/+\s*/, ''));
  return comment.join(' ') || 'a function of this script';
}

/** The language's keywords, and the names that exist in every function. */
const WORDS: Readonly<Record<string, string>> = {
  queue: 'the waiting packets; a single queue has number 0',
  packet: 'the arriving packet',
  link: 'the link behind the queue',
  params: 'the current values of the parameters',
  this: 'what the script remembers from packet to packet, the same in all functions',
  let: 'declares a variable',
  const: 'declares a constant; name, idea, params, reasons, quantities, gauges and view have a meaning for the lab',
  fn: 'defines a function',
  for: 'loops over a range or an array: for i in 0..n, for x in array, for (x, place) in array',
  loop: 'repeats until break or return',
  while: 'repeats while a condition holds',
  return: 'ends the function and returns the value that follows, if any',
  break: 'leaves the loop',
  continue: 'starts the next round of the loop',
};

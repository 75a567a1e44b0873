/**
 * Queue lengths at which a discipline changes its behaviour. The ruler and the plots show lines at these lengths. Pure.
 */

import type { RunBuffer } from './run-buffer';

interface QueueLength {
  /** Short name: "min", "B/6". */
  readonly name: string;
  /** Queue length [packets]. */
  readonly value: number;
  /** Id of the parameter with this value. Absent if the length is a fraction of the buffer. */
  readonly parameter?: string;
}

/**
 * Queue lengths of a discipline: its parameters that are queue lengths, and fractions of the buffer in its pseudo-code,
 * such as "B/6". The buffer B itself is not included.
 */
export function queueLengths({ about, facts }: Pick<RunBuffer, 'about' | 'facts'>): QueueLength[] {
  const lengths = about.params.flatMap(({ id, name, symbol, is_on_ruler }): QueueLength[] => {
    const value = is_on_ruler && id !== 'limit' ? facts.params[id] : undefined;
    return typeof value === 'number' ? [{ name: shortName(id, name, symbol), value, parameter: id }] : [];
  });
  for (const part of partsNamed(about)) lengths.push({ name: `B/${part}`, value: facts.limit / part });
  return lengths;
}

/** Matches "B/6" in a line of code. */
const PART = /\bB\/([1-9])\b/g;

/** Cache, because every picture needs the lengths. */
const known = new WeakMap<RunBuffer['about'], ReadonlySet<number>>();

function partsNamed(about: RunBuffer['about']): ReadonlySet<number> {
  const before = known.get(about);
  if (before !== undefined) return before;
  const parts = new Set(about.code.flatMap(({ text }) => [...text.matchAll(PART)].map(([, part]) => Number(part))));
  known.set(about, parts);
  return parts;
}

/** Shortens "minimum threshold" to "min". If only a letter would be left, the symbol is used. */
function shortName(id: string, name: string, symbol: string): string {
  const stem = /^(.+)_th(reshold)?$/.exec(id)?.[1];
  return stem === undefined ? name : stem.length > 1 ? stem : symbol;
}

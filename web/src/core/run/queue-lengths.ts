/** The queue lengths at which a discipline changes its mind: where the ruler and the plots draw a line. Pure. */

import type { RunBuffer } from './run-buffer';

interface QueueLength {
  /** Short: "min", "B/6". */
  readonly name: string;
  /** [packets] */
  readonly value: number;
  /** Id of the parameter that it is; absent: it follows from the buffer. */
  readonly parameter?: string;
}

/** Parameters that are queue lengths, and the parts of the buffer that the pseudo-code names; the buffer itself is not one. */
export function queueLengths({ about, facts }: Pick<RunBuffer, 'about' | 'facts'>): QueueLength[] {
  const lengths = about.params.flatMap(({ id, name, symbol, is_on_ruler }): QueueLength[] => {
    const value = is_on_ruler && id !== 'limit' ? facts.params[id] : undefined;
    return typeof value === 'number' ? [{ name: shortName(id, name, symbol), value, parameter: id }] : [];
  });
  for (const part of partsNamed(about)) lengths.push({ name: `B/${part}`, value: facts.limit / part });
  return lengths;
}

/** "B/6" in a line of code. */
const PART = /\bB\/([1-9])\b/g;

/** Looked up for every picture, read once a discipline. */
const known = new WeakMap<RunBuffer['about'], ReadonlySet<number>>();

function partsNamed(about: RunBuffer['about']): ReadonlySet<number> {
  const before = known.get(about);
  if (before !== undefined) return before;
  const parts = new Set(about.code.flatMap(({ text }) => [...text.matchAll(PART)].map(([, part]) => Number(part))));
  known.set(about, parts);
  return parts;
}

/** "min" rather than "minimum threshold": the dashed line says the rest. A letter alone says too little. */
function shortName(id: string, name: string, symbol: string): string {
  const stem = /^(.+)_th(reshold)?$/.exec(id)?.[1];
  return stem === undefined ? name : stem.length > 1 ? stem : symbol;
}

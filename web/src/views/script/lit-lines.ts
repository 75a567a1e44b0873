/** Which lines of a script ran in a decision, what was decided on them, and the values that they had. Pure. */

import { formatNumber } from '../../base/format';
import type { ScriptFacts } from '../../engine/script';
import type { DecisionRecord } from '../../run/run-buffer';
import { type Verdict, verdictsByLine } from '../../run/verdict';
import { bareText } from './script-text';

export interface LitLine {
  /** Of the text, from 1. */
  readonly line: number;
  readonly verdict: Verdict | undefined;
  /** "avg = 41.2", at the end of the line; "yes" and "no" for what it tested. */
  readonly words: readonly string[];
}

/** Most values behind a line: more are not read. */
const MOST_VALUES = 3;

type Source = Parameters<typeof verdictsByLine>[1];

/** The lines in the order of the text. `text` is what runs. */
export function litLines(
  decision: Pick<DecisionRecord, 'steps'> | undefined,
  facts: Pick<ScriptFacts, 'about' | 'lines'>,
  text: string,
  source: Source,
): readonly LitLine[] {
  if (decision === undefined) return [];
  const { quantities } = facts.about;
  const code = bareText(text).split('\n');
  const mentions = (place: number, quantity: number): boolean =>
    namesIn(code[(facts.lines[place] ?? 0) - 1] ?? '').includes(quantities[quantity]?.id ?? '');

  const lit = new Map<number, { held: boolean | undefined; readonly values: Map<number, number> }>();
  // Lines by when they ran last, and the latest values: a line shows those that it gives and those that it reads.
  const ran: number[] = [];
  const latest = new Map<number, number>();
  for (const step of decision.steps) {
    if (step.kind === 'line') {
      const values = new Map([...latest].filter(([quantity]) => mentions(step.line, quantity)));
      // In the order in which it says them, a line that runs again shows its last round.
      lit.set(step.line, { held: step.held, values });
      ran.push(step.line);
    } else if (step.kind === 'value') {
      latest.set(step.quantity, step.value);
      // What a function gives back is told after the lines of the function: it belongs to the line that asked.
      const place = ran.findLast((line) => mentions(line, step.quantity)) ?? ran.at(-1);
      if (place !== undefined) lit.get(place)?.values.set(step.quantity, step.value);
    }
  }
  const verdicts = verdictsByLine(decision as DecisionRecord, source);
  return [...lit]
    .map(([place, { held, values }]) => ({
      line: facts.lines[place] ?? 0,
      verdict: verdicts.get(place),
      words: [
        ...(held === undefined ? [] : [held ? 'yes' : 'no']),
        ...[...values].slice(0, MOST_VALUES).map(([quantity, value]) => {
          const { symbol = '', id = '' } = quantities[quantity] ?? {};
          return `${symbol || id} = ${valueWords(value)}`;
        }),
      ],
    }))
    .filter(({ line }) => line > 0)
    .sort((one, other) => one.line - other.line);
}

function valueWords(value: number): string {
  // Times in nanoseconds and counts in full.
  if (Number.isSafeInteger(value)) return String(value).replace('-', '\u2212');
  return formatNumber(value, 4);
}

/** Names of variables and properties of `this` on a line: not those of fields, functions and parameters. */
function namesIn(line: string): readonly string[] {
  return [...line.matchAll(/(?<![\w.])(?:this\s*\.\s*)?([A-Za-z_]\w*)(?!\w|\s*\()/g)].map(([, name = '']) => name);
}

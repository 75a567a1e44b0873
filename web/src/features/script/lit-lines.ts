/** The lines of a script that ran in a decision, their verdicts, and their values. Pure. */

import { formatNumber } from '../../base/format';
import type { ScriptFacts } from '../../core/border/script';
import type { DecisionRecord } from '../../core/run/run-buffer';
import { type Verdict, verdictsByLine } from '../../core/run/verdict';
import { bareText } from './script-text';

interface LitLine {
  /** The line of the text, from 1. */
  readonly line: number;
  readonly verdict: Verdict | undefined;
  /** "avg = 41.2", at the end of the line; "yes" and "no" for its test. */
  readonly words: readonly string[];
}

interface Ran {
  readonly held: boolean | undefined;
  readonly read: readonly (readonly [quantity: number, value: number])[];
  readonly given: Map<number, number>;
}

/** Most values behind a line: more are not read. */
const MOST_VALUES = 3;

type Source = Parameters<typeof verdictsByLine>[1];

/** The lines in the order of the text. `text` is the one that runs. */
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

  const lit = new Map<number, Ran>();
  // Lines by when they ran last, and the latest values.
  const ran: number[] = [];
  const latest = new Map<number, number>();
  for (const step of decision.steps) {
    if (step.kind === 'line') {
      // A line that runs again shows its last round.
      const read = [...latest].filter(([quantity]) => mentions(step.line, quantity));
      lit.set(step.line, { held: step.held, read, given: new Map() });
      ran.push(step.line);
    } else if (step.kind === 'value') {
      latest.set(step.quantity, step.value);
      // The result of a function is recorded after its lines: it belongs to the line that called it.
      const place = ran.findLast((line) => mentions(line, step.quantity)) ?? ran.at(-1);
      if (place !== undefined) lit.get(place)?.given.set(step.quantity, step.value);
    }
  }
  const verdicts = verdictsByLine(decision as DecisionRecord, source);
  return [...lit]
    .map(([place, { held, read, given }]) => ({
      line: facts.lines[place] ?? 0,
      verdict: verdicts.get(place),
      words: [
        ...(held === undefined ? [] : [held ? 'yes' : 'no']),
        // A line shows its results; one that only tests, its inputs.
        ...(given.size > 0 || held === undefined ? [...given] : read).slice(0, MOST_VALUES).map(([quantity, value]) => {
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

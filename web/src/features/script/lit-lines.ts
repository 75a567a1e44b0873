/** The lines of a script that a decision executed, with their outcomes and values. Pure. */

import { formatNumber } from '../../base/format';
import type { ScriptFacts } from '../../core/border/script';
import { type Outcome, outcomesByLine } from '../../core/run/outcome';
import type { DecisionRecord } from '../../core/run/run-buffer';
import { bareText } from './script-text';

interface LitLine {
  /** Line number, counted from 1. */
  readonly line: number;
  readonly outcome: Outcome | undefined;
  /** Values shown at the end of the line, such as "avg = 41.2". For a test, "yes" or "no". */
  readonly words: readonly string[];
}

interface Ran {
  readonly held: boolean | undefined;
  readonly read: readonly (readonly [quantity: number, value: number])[];
  readonly given: Map<number, number>;
}

/** Maximum number of values shown after a line. */
const MOST_VALUES = 3;

type Source = Parameters<typeof outcomesByLine>[1];

/** The highlighted lines in text order. `text` is the running text. */
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
  // `ran`: the executed lines, the latest last. `latest`: the latest value of each quantity.
  const ran: number[] = [];
  const latest = new Map<number, number>();
  for (const step of decision.steps) {
    if (step.kind === 'line') {
      // A line that was executed several times shows its last execution.
      const read = [...latest].filter(([quantity]) => mentions(step.line, quantity));
      lit.set(step.line, { held: step.held, read, given: new Map() });
      ran.push(step.line);
    } else if (step.kind === 'value') {
      latest.set(step.quantity, step.value);
      // The engine records a function's result after the lines of the function. The result is shown on the line with
      // the call.
      const place = ran.findLast((line) => mentions(line, step.quantity)) ?? ran.at(-1);
      if (place !== undefined) lit.get(place)?.given.set(step.quantity, step.value);
    }
  }
  const outcomes = outcomesByLine(decision as DecisionRecord, source);
  return [...lit]
    .map(([place, { held, read, given }]) => ({
      line: facts.lines[place] ?? 0,
      outcome: outcomes.get(place),
      words: [
        ...(held === undefined ? [] : [held ? 'yes' : 'no']),
        // A line that assigned values shows them. A line that only tests a condition shows the quantities that it read.
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
  // Times in nanoseconds and counts are shown in full.
  if (Number.isSafeInteger(value)) return String(value).replace('-', '\u2212');
  return formatNumber(value, 4);
}

/** Names of variables and of properties of `this` on a line. Fields, functions and parameters are left out. */
function namesIn(line: string): readonly string[] {
  return [...line.matchAll(/(?<![\w.])(?:this\s*\.\s*)?([A-Za-z_]\w*)(?!\w|\s*\()/g)].map(([, name = '']) => name);
}

/** One decision beside the discipline's pseudo-code: the executed lines, their values, and the result. Pure. */

import { type Outcome, outcomesByLine } from '../run/outcome';
import { isInForce, valuesAt, wordingUnder } from '../run/pseudo-code';
import type { DecisionRecord, RunBuffer } from '../run/run-buffer';
import { type CodeSegment, segmentsOf } from './code-line';

export type ExplainSource = Pick<RunBuffer, 'catalog' | 'facts' | 'about'>;

/** A line of the pseudo-code as it is displayed. */
export interface CodeDisplay {
  /** Index of the line in the discipline's code. */
  readonly line: number;
  readonly indent: number;
  /** Text of the line, as it reads with the settings at the time of the decision. Values are placeholders in braces. */
  readonly text: string;
  readonly segments: readonly CodeSegment[];
  readonly didRun: boolean;
  /** The latest departure or timer event in which the line ran. Set only if the line did not run in this decision. */
  readonly turn?: DecisionRecord | undefined;
  /** The outcome, if this line decided it. */
  readonly outcome: Outcome | undefined;
}

/** The displayed lines: those that apply under the settings at the time of the decision, and all executed lines. */
export function explainCode(
  decision: DecisionRecord | undefined,
  source: ExplainSource,
  turns: readonly DecisionRecord[] = [],
): CodeDisplay[] {
  const { about, facts } = source;
  const settings = valuesAt(about, facts, decision?.time_s);
  const values = new Map([decision, ...turns].map((record) => [record, valuesOf(record)]));
  const ran = linesOf(decision);
  const outcomes = outcomesByLine(decision, source);
  return about.code.flatMap((codeLine, line) => {
    const didRun = ran.has(line);
    const turn = didRun ? undefined : turns.find((other) => linesOf(other).has(line));
    if (!didRun && turn === undefined && !isInForce(codeLine, settings)) return [];
    const { indent } = codeLine;
    const text = wordingUnder(codeLine, settings);
    const segments = segmentsOf(text, about.quantities, (place) =>
      didRun || turn !== undefined ? values.get(turn ?? decision)?.get(place) : undefined,
    );
    return [{ line, indent, text, segments, didRun, turn, outcome: outcomes.get(line) }];
  });
}

function linesOf(record: DecisionRecord | undefined): ReadonlySet<number> {
  return new Set(record?.steps.flatMap((step) => (step.kind === 'line' ? [step.line] : [])));
}

/** Latest value of each quantity, by its index in the discipline's list. */
function valuesOf(decision: DecisionRecord | undefined): Map<number, number> {
  const values = new Map<number, number>();
  for (const step of decision?.steps ?? []) if (step.kind === 'value') values.set(step.quantity, step.value);
  return values;
}

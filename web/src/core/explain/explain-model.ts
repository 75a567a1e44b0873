/** One decision beside the discipline's pseudo-code: which lines ran, with which values, and what came of it. Pure. */

import { isInForce, valuesAt } from '../run/pseudo-code';
import type { DecisionRecord, RunBuffer } from '../run/run-buffer';
import { type Verdict, verdictsByLine } from '../run/verdict';
import { type CodeSegment, segmentsOf } from './code-line';

export type ExplainSource = Pick<RunBuffer, 'catalog' | 'facts' | 'about'>;

/** A line of the pseudo-code as it is shown. */
export interface CodeDisplay {
  /** Place in the discipline's code. */
  readonly line: number;
  readonly indent: number;
  readonly segments: readonly CodeSegment[];
  readonly didRun: boolean;
  /** What was decided on this line, if it was here. */
  readonly verdict: Verdict | undefined;
}

/** The lines of the rule under the settings of that moment, and whatever ran. */
export function explainCode(decision: DecisionRecord | undefined, source: ExplainSource): CodeDisplay[] {
  const { about, facts } = source;
  const settings = valuesAt(about, facts, decision?.time_s);
  const values = valuesOf(decision);
  const ran = new Set(decision?.steps.flatMap((step) => (step.kind === 'line' ? [step.line] : [])) ?? []);
  const verdicts = verdictsByLine(decision, source);
  return about.code.flatMap((codeLine, line) => {
    const didRun = ran.has(line);
    if (!didRun && !isInForce(codeLine, settings)) return [];
    const { indent, text } = codeLine;
    const segments = segmentsOf(text, about.quantities, (place) => (didRun ? values.get(place) : undefined));
    return [{ line, indent, segments, didRun, verdict: verdicts.get(line) }];
  });
}

/** The latest value of each quantity, by its place in the discipline's list. */
function valuesOf(decision: DecisionRecord | undefined): Map<number, number> {
  const values = new Map<number, number>();
  for (const step of decision?.steps ?? []) if (step.kind === 'value') values.set(step.quantity, step.value);
  return values;
}

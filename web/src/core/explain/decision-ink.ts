/** Name of the colour that marks a decision beside its rule. Pure. */

import type { DecisionRecord } from '../run/run-buffer';
import { type VerdictSource, verdictInk, verdictOf } from '../run/verdict';

/** `whole`: the complete decision, if the run has stopped after a match. */
export function decisionInk(
  decision: DecisionRecord | undefined,
  whole: DecisionRecord | undefined,
  source: VerdictSource,
): string {
  if (whole !== undefined) return 'match';
  const verdict = decision && verdictOf(decision, source);
  return verdict === undefined ? 'border' : verdictInk(verdict, source.catalog);
}

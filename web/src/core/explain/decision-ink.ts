/** Name of the colour that marks a decision beside its rule. Pure. */

import { type OutcomeSource, outcomeInk, outcomeOf } from '../run/outcome';
import type { DecisionRecord } from '../run/run-buffer';

/** `whole`: the complete decision, if the run has stopped after a match. */
export function decisionInk(
  decision: DecisionRecord | undefined,
  whole: DecisionRecord | undefined,
  source: OutcomeSource,
): string {
  if (whole !== undefined) return 'match';
  const outcome = decision && outcomeOf(decision, source);
  return outcome === undefined ? 'border' : outcomeInk(outcome, source.catalog);
}

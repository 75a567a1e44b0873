/** Name of the colour in which the rule of a discipline shows the result of a decision. Pure. */

import { type OutcomeSource, outcomeInk, outcomeOf } from '../run/outcome';
import type { DecisionRecord } from '../run/run-buffer';

/** `whole`: while the run is stopped at a match, the complete decision, with the steps after the match. */
export function decisionInk(
  decision: DecisionRecord | undefined,
  whole: DecisionRecord | undefined,
  source: OutcomeSource,
): string {
  if (whole !== undefined) return 'match';
  const outcome = decision && outcomeOf(decision, source);
  return outcome === undefined ? 'border' : outcomeInk(outcome, source.catalog);
}

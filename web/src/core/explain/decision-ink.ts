/** Name of the colour in which the rule of a discipline shows the result of a decision. Pure. */

import { type OutcomeSource, outcomeInk, outcomeOf } from '../run/outcome';
import type { DecisionRecord } from '../run/run-buffer';

/**
 * The colour of a decision: that of its outcome. `whole` is the complete decision while the run is stopped at a match,
 * otherwise undefined.
 */
export function decisionInk(
  decision: DecisionRecord | undefined,
  whole: DecisionRecord | undefined,
  source: OutcomeSource,
): string {
  if (whole !== undefined) return 'match';
  const outcome = decision && outcomeOf(decision, source);
  return outcome === undefined ? 'border' : outcomeInk(outcome, source.catalog);
}

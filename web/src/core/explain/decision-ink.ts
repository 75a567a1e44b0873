/** The name of the colour in which a decision is shown beside its rule. Pure. */

import type { DecisionRecord } from '../run/run-buffer';
import { type VerdictSource, verdictInk, verdictOf } from '../run/verdict';

/** `whole`: all of the decision where the run is held at a match. */
export function decisionInk(
  decision: DecisionRecord | undefined,
  whole: DecisionRecord | undefined,
  source: VerdictSource,
): string {
  if (whole !== undefined) return 'match';
  const verdict = decision && verdictOf(decision, source);
  return verdict === undefined ? 'border' : verdictInk(verdict, source.catalog);
}

/** The outcome for a packet: its line of pseudo-code, colour and glyph. Pure. */

import { reasonGlyph, reasonInk } from '../../base/palette';
import { type Catalog, reasonFamily } from '../border/catalog';
import type { DecisionRecord, StepEntry } from './decision';

/** Outcome for a packet. `reason` is an id in the catalog. */
export type Outcome = { readonly kind: 'admit' } | { readonly kind: 'drop' | 'mark'; readonly reason: string };

export interface OutcomeSource {
  readonly catalog: Catalog;
}

/** The strongest outcome among the steps of a decision. */
export function outcomeOf(decision: DecisionRecord, source: OutcomeSource): Outcome | undefined {
  let outcome: Outcome | undefined;
  for (const step of decision.steps) outcome = strongerOutcome(outcome, outcomeOfStep(step, source));
  return outcome;
}

/** Name of the colour in the palette. */
export function outcomeInk(outcome: Outcome, catalog: Catalog): string {
  return outcome.kind === 'admit' ? 'link' : reasonInk(reasonFamily(catalog, outcome.reason));
}

/** Glyph that shows an outcome. */
export function outcomeGlyph(outcome: Outcome, catalog: Catalog): string {
  return outcome.kind === 'admit' ? '+' : reasonGlyph(reasonFamily(catalog, outcome.reason));
}

/** The outcomes of a decision, by line of pseudo-code. An outcome belongs to the last line executed before it. */
export function outcomesByLine(decision: DecisionRecord | undefined, source: OutcomeSource): Map<number, Outcome> {
  const outcomes = new Map<number, Outcome>();
  let line: number | undefined;
  for (const step of decision?.steps ?? []) {
    if (step.kind === 'line') line = step.line;
    const outcome = outcomeOfStep(step, source);
    if (outcome === undefined || line === undefined) continue;
    const stronger = strongerOutcome(outcomes.get(line), outcome);
    if (stronger !== undefined) outcomes.set(line, stronger);
  }
  return outcomes;
}

function outcomeOfStep(step: StepEntry, source: OutcomeSource): Outcome | undefined {
  if (step.kind === 'admit') return { kind: 'admit' };
  if (step.kind !== 'drop' && step.kind !== 'mark') return undefined;
  return { kind: step.kind, reason: source.catalog.reasons[step.reason]?.id ?? '' };
}

/** The stronger of two outcomes. A drop is stronger than a mark, and a mark is stronger than an admission. */
function strongerOutcome(one: Outcome | undefined, other: Outcome | undefined): Outcome | undefined {
  const strength = { admit: 1, mark: 2, drop: 3 };
  if (one === undefined || other === undefined) return one ?? other;
  return strength[other.kind] >= strength[one.kind] ? other : one;
}

/** The outcome for a packet: its line of pseudo-code, colour and sign. Pure. */

import { reasonGlyph, reasonInk } from '../../base/palette';
import { type Catalog, reasonFamily } from '../border/catalog';
import type { DecisionRecord, StepEntry } from './decision';

/** Outcome for a packet. `reason` is an id in the catalog. */
export type Verdict = { readonly kind: 'admit' } | { readonly kind: 'drop' | 'mark'; readonly reason: string };

export interface VerdictSource {
  readonly catalog: Catalog;
}

/** The strongest outcome among the steps of a decision. */
export function verdictOf(decision: DecisionRecord, source: VerdictSource): Verdict | undefined {
  let verdict: Verdict | undefined;
  for (const step of decision.steps) verdict = strongerVerdict(verdict, verdictOfStep(step, source));
  return verdict;
}

/** Name of the colour in the palette. */
export function verdictInk(verdict: Verdict, catalog: Catalog): string {
  return verdict.kind === 'admit' ? 'link' : reasonInk(reasonFamily(catalog, verdict.reason));
}

/** Glyph that shows an outcome. */
export function verdictGlyph(verdict: Verdict, catalog: Catalog): string {
  return verdict.kind === 'admit' ? '+' : reasonGlyph(reasonFamily(catalog, verdict.reason));
}

/** Outcomes by line. An outcome belongs to the line that was executed last before it. */
export function verdictsByLine(decision: DecisionRecord | undefined, source: VerdictSource): Map<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  let line: number | undefined;
  for (const step of decision?.steps ?? []) {
    if (step.kind === 'line') line = step.line;
    const verdict = verdictOfStep(step, source);
    if (verdict === undefined || line === undefined) continue;
    const stronger = strongerVerdict(verdicts.get(line), verdict);
    if (stronger !== undefined) verdicts.set(line, stronger);
  }
  return verdicts;
}

function verdictOfStep(step: StepEntry, source: VerdictSource): Verdict | undefined {
  if (step.kind === 'admit') return { kind: 'admit' };
  if (step.kind !== 'drop' && step.kind !== 'mark') return undefined;
  return { kind: step.kind, reason: source.catalog.reasons[step.reason]?.id ?? '' };
}

/** The stronger of two outcomes. A drop is stronger than a mark, and a mark is stronger than an admission. */
function strongerVerdict(one: Verdict | undefined, other: Verdict | undefined): Verdict | undefined {
  const strength = { admit: 1, mark: 2, drop: 3 };
  if (one === undefined || other === undefined) return one ?? other;
  return strength[other.kind] >= strength[one.kind] ? other : one;
}

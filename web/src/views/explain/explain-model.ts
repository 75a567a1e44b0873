/** One decision beside the discipline's pseudo-code: which lines ran, with which values, and what came of it. Pure. */

import { reasonGlyph, reasonInk } from '../../base/palette';
import { type Catalog, reasonFamily } from '../../engine/catalog';
import { isInForce, valuesAt } from '../../run/pseudo-code';
import type { DecisionRecord, RunBuffer } from '../../run/run-buffer';
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

/** `reason` is an id of the catalog; absent when the packet was admitted. */
export type Verdict = { readonly kind: 'admit' } | { readonly kind: 'drop' | 'mark'; readonly reason: string };

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

/** What became of the arrival. */
export function verdictOf(decision: DecisionRecord, source: ExplainSource): Verdict | undefined {
  let verdict: Verdict | undefined;
  for (const step of decision.steps) verdict = strongerVerdict(verdict, verdictOfStep(step, source));
  return verdict;
}

/** Name of its colour in the palette. */
export function verdictInk(verdict: Verdict, catalog: Catalog): string {
  return verdict.kind === 'admit' ? 'link' : reasonInk(reasonFamily(catalog, verdict.reason));
}

/** Its sign. */
export function verdictGlyph(verdict: Verdict, catalog: Catalog): string {
  return verdict.kind === 'admit' ? '+' : reasonGlyph(reasonFamily(catalog, verdict.reason));
}

type StepEntry = DecisionRecord['steps'][number];

/** The line that ran last before each verdict is where it was given. */
function verdictsByLine(decision: DecisionRecord | undefined, source: ExplainSource): Map<number, Verdict> {
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

function verdictOfStep(step: StepEntry, source: ExplainSource): Verdict | undefined {
  if (step.kind === 'admit') return { kind: 'admit' };
  if (step.kind !== 'drop' && step.kind !== 'mark') return undefined;
  return { kind: step.kind, reason: source.catalog.reasons[step.reason]?.id ?? '' };
}

/** A drop says more than a mark, and a mark more than an admission. */
function strongerVerdict(one: Verdict | undefined, other: Verdict | undefined): Verdict | undefined {
  const strength = { admit: 1, mark: 2, drop: 3 };
  if (one === undefined || other === undefined) return one ?? other;
  return strength[other.kind] >= strength[one.kind] ? other : one;
}

/** The latest value of each quantity, by its place in the discipline's list. */
function valuesOf(decision: DecisionRecord | undefined): Map<number, number> {
  const values = new Map<number, number>();
  for (const step of decision?.steps ?? []) if (step.kind === 'value') values.set(step.quantity, step.value);
  return values;
}

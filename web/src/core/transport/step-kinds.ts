/** The kinds of steps in a scene, with the labels of the buttons and of the list. Pure. */

import { MOST_LISTED } from '../../ui/NumberField';
import type { Catalog, DisciplineAbout } from '../border/catalog';
import type { SceneFacts, StepDirection, StepKind } from '../border/client';
import { flowName } from '../run/describe-decision';

export interface StepChoice {
  /** Key of the kind in the list. */
  readonly key: string;
  readonly name: string;
  readonly kind: StepKind;
}

interface StepGroup {
  /** Heading of a group; undefined if there is none. */
  readonly title: string | undefined;
  readonly choices: readonly StepChoice[];
}

/**
 * Key of the list entry "packet of one flow", whose flow is chosen by number. Used if there are too many flows for a
 * list.
 */
export const ONE_FLOW = 'one flow';

/** True if a flow is chosen by its number instead of from the list. */
export function isByNumber(facts: SceneFacts): boolean {
  return facts.flows.length > MOST_LISTED;
}

/** All kinds of steps under a discipline, in groups. */
export function stepGroups(catalog: Catalog, about: DisciplineAbout, facts: SceneFacts): readonly StepGroup[] {
  const reasons = catalog.reasons.flatMap((reason, place) => (about.reasons.includes(reason.id) ? [place] : []));
  const choice = (kind: StepKind): StepChoice => ({ key: stepKey(kind), name: stepName(kind, catalog, facts), kind });
  const plain: readonly StepKind[] = [
    { kind: 'decision' },
    ...(canMatch(about) ? [{ kind: 'match' } as const] : []),
    { kind: 'drop' },
    { kind: 'second' },
  ];
  return [
    { title: undefined, choices: plain.map(choice) },
    { title: 'For one reason', choices: reasons.map((reason) => choice({ kind: 'drop', reason })) },
    {
      title: 'Packets of one flow',
      choices: isByNumber(facts)
        ? [{ key: ONE_FLOW, name: 'packet of one flow', kind: { kind: 'arrival', flow: 0 } }]
        : facts.flows.map((_, flow) => choice({ kind: 'arrival', flow })),
    } satisfies StepGroup,
  ].filter(({ choices }) => choices.length > 0);
}

export function stepKey(kind: StepKind): string {
  if (kind.kind === 'arrival') return `flow ${kind.flow}`;
  if (kind.kind === 'drop' && kind.reason !== undefined) return `reason ${kind.reason}`;
  return kind.kind;
}

/** Name of a kind, such as "decision", "packet of UDP flow 1" or "early drop". */
export function stepName(kind: StepKind, catalog: Catalog, facts: SceneFacts): string {
  switch (kind.kind) {
    case 'arrival':
      return `packet of ${flowName(facts, kind.flow)}`;
    case 'drop':
      return reasonName(catalog, kind.reason);
    default:
      return kind.kind;
  }
}

/** Text of the button, such as "Step one decision" or "Step back to the previous match". */
export function stepAction(kind: StepKind, direction: StepDirection, catalog: Catalog, facts: SceneFacts): string {
  const isBack = direction === 'back';
  if (kind.kind === 'decision' || kind.kind === 'second')
    return isBack ? `Step back one ${kind.kind}` : `Step one ${kind.kind}`;
  const name = stepName(kind, catalog, facts);
  return isBack ? `Step back to the previous ${name}` : `Step to the next ${name}`;
}

function canMatch(about: DisciplineAbout): boolean {
  return about.reasons.some((reason) => reason.startsWith('match_'));
}

/** Name of a reason, with the word "drop" if the name does not contain it. */
function reasonName(catalog: Catalog, place: number | undefined): string {
  const reason = place === undefined ? undefined : catalog.reasons[place];
  if (reason === undefined) return 'drop';
  const { name, is_mark } = reason;
  return is_mark || /drop/.test(name) ? name : `drop (${name})`;
}

/** Describes a decision in plain words, for readers who are new to queues. Pure. */

import type { ReasonFamily } from '../../core/border/border.gen';
import type { Catalog } from '../../core/border/catalog';
import { reasonFamily } from '../../core/border/catalog';
import type { DecisionRecord } from '../../core/run/decision';

export interface Happening {
  readonly family: ReasonFamily | 'admitted';
  readonly what: string;
  readonly why: string;
}

/** Describes a decision. `isGreedy` is true if its packet belongs to the flow that does not slow down. */
export function happeningOf(record: DecisionRecord, isGreedy: boolean, catalog: Pick<Catalog, 'reasons'>): Happening {
  const draws = record.steps.filter((step) => step.kind === 'draw');
  const drops = record.steps.filter((step) => step.kind === 'drop');
  const reason = catalog.reasons[drops[0]?.reason ?? -1];
  if (reason === undefined) {
    const isAdmitted = record.steps.some((step) => step.kind === 'admit');
    if (!isAdmitted) return { family: 'admitted', what: 'Nothing is dropped', why: 'The queue stays as it is.' };
    if (draws.length === 0)
      return { family: 'admitted', what: 'It waits at the end of the queue', why: 'The rule admits it.' };
    return {
      family: 'admitted',
      what: 'Another flow: it waits at the end of the queue',
      why: 'The packet drawn at random belongs to another flow.',
    };
  }
  const family = reasonFamily(catalog, reason.id);
  switch (family) {
    case 'match':
      return {
        family,
        what: 'Same flow: both are dropped',
        why: isGreedy
          ? 'The orange flow met itself. The flow with the most packets in the queue is drawn most often.'
          : 'A blue flow met itself, which happens less often.',
      };
    case 'early':
      return {
        family,
        what: 'Dropped by chance',
        why:
          draws.length === 0
            ? 'The longer the queue, the more arrivals are dropped, whatever their flow.'
            : 'The drawn packet is from another flow, but the longer the queue, the more arrivals are dropped.',
      };
    case 'forced':
      return { family, what: 'Dropped: the queue is too long', why: 'Every arrival of every flow is dropped now.' };
    case 'overflow':
      return { family, what: 'Dropped: the buffer is full', why: 'Every arrival is dropped now.' };
    default:
      return { family, what: `Dropped: ${reason.name}`, why: '' };
  }
}

/** What the queues of a discipline are called, where it has several. Pure. */

import { flowLabel } from '../run/describe-decision';
import type { RunBuffer } from '../run/run-buffer';

type Source = Pick<RunBuffer, 'about' | 'facts' | 'latest'>;

/** What a queue belongs to. */
type QueueKind = 'flow' | 'bucket' | 'class';

export function queueKind({ about, facts }: Pick<RunBuffer, 'about' | 'facts'>): QueueKind {
  if (about.view === 'two-queues') return 'class';
  // Round robins give every flow its own queue or hash flows into buckets, as they are told.
  const { classifier } = facts.params;
  if (classifier === 'perfect') return 'flow';
  if (classifier === 'hashed') return 'bucket';
  return about.view === 'bucket-queues' ? 'bucket' : 'flow';
}

/** "UDP 1", "bucket 12", "L4S". */
export function queueName(run: Pick<RunBuffer, 'about' | 'facts'>, id: number): string {
  const kind = queueKind(run);
  if (kind === 'class') return id === 0 ? 'L4S' : 'classic';
  return kind === 'flow' ? flowLabel(run.facts, id) : `bucket ${id}`;
}

/** Row of the queue in `Frame.queues` in which the packet at this place of `Frame.queue` waits; -1 where there is one queue. */
export function queueAt({ latest }: Pick<Source, 'latest'>, place: number): number {
  const { first } = latest.queues;
  let low = 0;
  let high = first.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((first[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

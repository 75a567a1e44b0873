/** Names of the queues of a discipline that has several. Pure. */

import { flowLabel } from '../run/describe-decision';
import type { RunBuffer } from '../run/run-buffer';

export type NamedQueues = Pick<RunBuffer, 'about' | 'facts' | 'latest' | 'isUnresponsive'>;

/** The unit that has a queue of its own. */
type QueueKind = 'flow' | 'bucket' | 'class';

export function queueKind({ about, facts }: Pick<RunBuffer, 'about' | 'facts'>): QueueKind {
  if (about.view === 'two-queues') return 'class';
  // Round robins give every flow its own queue or hash flows into buckets, as `classifier` says.
  const { classifier } = facts.params;
  if (classifier === 'perfect') return 'flow';
  if (classifier === 'hashed') return 'bucket';
  return about.view === 'bucket-queues' ? 'bucket' : 'flow';
}

/**
 * "UDP 1", "L4S", "TCP 3 + UDP 1", "bucket 12". A bucket is named by its flows, since its number is only a hash.
 * `flows`: its flows, where more is known than those with packets in it now.
 */
export function queueName(run: NamedQueues, id: number, flows?: readonly number[]): string {
  const [first, second, ...others] = ownersOf(run, id, flows);
  if (first === undefined) return queueId(run, id);
  return [first, others.length === 0 ? second : `${others.length + 1} more`].filter(Boolean).join(' + ');
}

/** "bucket 12": the same at every moment, for files. */
export function queueId(run: Pick<NamedQueues, 'about' | 'facts'>, id: number): string {
  const kind = queueKind(run);
  if (kind === 'class') return id === 0 ? 'L4S' : 'classic';
  return kind === 'flow' ? flowLabel(run.facts, id) : `bucket ${id}`;
}

/** The names of the flows in a bucket, unresponsive ones first; none for a queue that has a name of its own. */
export function ownersOf(run: NamedQueues, id: number, flows = flowsWaiting(run, id)): readonly string[] {
  if (queueKind(run) !== 'bucket') return [];
  const rank = (flow: number): number => (run.isUnresponsive(flow) ? 0 : 1);
  return flows.toSorted((a, b) => rank(a) - rank(b) || a - b).map((flow) => flowLabel(run.facts, flow));
}

/** The rows of the flows of which packets wait in a queue now. */
function flowsWaiting({ latest: { queue, queues } }: NamedQueues, id: number): readonly number[] {
  const row = queues.id.indexOf(id);
  if (row < 0) return [];
  return [...new Set(queue.flow.subarray(queues.first[row], queues.first[row + 1] ?? queue.flow.length))];
}

/** Row of the queue in `Frame.queues` in which the packet at this place of `Frame.queue` waits; -1 where there is one queue. */
export function queueAt({ latest }: Pick<NamedQueues, 'latest'>, place: number): number {
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

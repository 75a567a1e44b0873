/** Names of the queues of a discipline with several queues. Pure. */

import { flowLabel } from '../run/describe-decision';
import type { RunBuffer } from '../run/run-buffer';

export type NamedQueues = Pick<RunBuffer, 'about' | 'facts' | 'latest' | 'isUnresponsive'>;

/** The content of a queue: a flow, a bucket of flows, or a class. */
type QueueKind = 'flow' | 'bucket' | 'class';

export function queueKind({ about, facts }: Pick<RunBuffer, 'about' | 'facts'>): QueueKind {
  if (about.view === 'two-queues') return 'class';
  // Under round robin, `classifier` determines whether a queue is for a flow or for a bucket of hashed flows.
  const { classifier } = facts.params;
  if (classifier === 'perfect') return 'flow';
  if (classifier === 'hashed') return 'bucket';
  return about.view === 'bucket-queues' ? 'bucket' : 'flow';
}

/**
 * Name of a queue: "UDP 1", "L4S", "TCP 3 + UDP 1", "bucket 12". A bucket is named by its flows, since its number is
 * only a hash. `flows` are the flows known to be in the bucket. If absent, the flows with waiting packets are named.
 */
export function queueName(run: NamedQueues, id: number, flows?: readonly number[]): string {
  const [first, second, ...others] = ownersOf(run, id, flows);
  if (first === undefined) return queueId(run, id);
  return [first, others.length === 0 ? second : `${others.length + 1} more`].filter(Boolean).join(' + ');
}

/** Name of a queue that never changes, for files, such as "bucket 12". */
export function queueId(run: Pick<NamedQueues, 'about' | 'facts'>, id: number): string {
  const kind = queueKind(run);
  if (kind === 'class') return id === 0 ? 'L4S' : 'classic';
  return kind === 'flow' ? flowLabel(run.facts, id) : `bucket ${id}`;
}

/** Names of the flows in a bucket, unresponsive ones first; empty for other queues. */
export function ownersOf(run: NamedQueues, id: number, flows = flowsWaiting(run, id)): readonly string[] {
  if (queueKind(run) !== 'bucket') return [];
  const rank = (flow: number): number => (run.isUnresponsive(flow) ? 0 : 1);
  return flows.toSorted((a, b) => rank(a) - rank(b) || a - b).map((flow) => flowLabel(run.facts, flow));
}

/** Rows of the flows with waiting packets in a queue. */
function flowsWaiting({ latest: { queue, queues } }: NamedQueues, id: number): readonly number[] {
  const row = queues.id.indexOf(id);
  if (row < 0) return [];
  return [...new Set(queue.flow.subarray(queues.first[row], queues.first[row + 1] ?? queue.flow.length))];
}

/**
 * Row in `Frame.queues` of the queue that contains the packet at this index of `Frame.queue`. −1 with a single queue.
 */
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

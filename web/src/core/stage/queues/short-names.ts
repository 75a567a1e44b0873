/** Short names of queues, for narrow columns and for files. Pure. */

import { flowLabel } from '../../run/describe-decision';
import { type NamedQueues, ownersOf, queueId, queueKind } from '../queue-names';

/** Short name of a queue: "UDP 1", "L4S", and "UDP 1 +1" for a bucket with several flows. */
export function shortQueueName(run: NamedQueues, id: number, flows: readonly number[]): string {
  const [first = queueId(run, id), ...others] = ownersOf(run, id, flows);
  return others.length === 0 ? first : `${first} +${others.length}`;
}

/** Length of the longest possible short name in a run, however many flows share a bucket [characters]. */
export function longestQueueName(run: Pick<NamedQueues, 'about' | 'facts'>): number {
  const kind = queueKind(run);
  if (kind === 'class') return 'classic'.length;
  const { facts } = run;
  const longest = facts.flows.reduce((most, _, row) => Math.max(most, flowLabel(facts, row).length), 0);
  return kind === 'flow' ? longest : Math.max('bucket 000'.length, longest + ' +9'.length);
}

import { describe, expect, it } from 'vitest';
import { queueId, queueName } from './queue-names';
import { QueuesRun } from './queues/fixtures';
import { longestQueueName, shortQueueName } from './queues/short-names';

/**
 * A run in which the flow in row 0 is unresponsive. With 7 buckets all flows share bucket 0. With 16 buckets each flow
 * has a bucket of its own.
 */
const hashed = (sizes: readonly number[], buckets: number): QueuesRun =>
  new QueuesRun(sizes, { view: 'bucket-queues', params: { buckets } });

describe('the name of a queue', () => {
  it('is that of its flow, or of its class', () => {
    expect(queueName(new QueuesRun([1, 2]), 1)).toBe('TCP 2');
    expect(queueName(new QueuesRun([1, 2], { view: 'two-queues' }), 0)).toBe('L4S');
  });

  it('lists the flows of a bucket, since the number of a bucket is only a hash', () => {
    expect(queueName(hashed([0, 2], 16), 7)).toBe('TCP 2');
    expect(queueName(hashed([1, 2], 7), 0)).toBe('UDP 1 + TCP 2');
    expect(queueName(hashed([1, 2, 1, 4], 7), 0)).toBe('UDP 1 + 3 more');
    // No packet waits in the bucket, and no flow is known to belong to it.
    expect(queueName(hashed([1, 2], 16), 9)).toBe('bucket 9');
    expect(queueName(hashed([1, 2], 16), 9, [1])).toBe('TCP 2');
  });

  it('fits into a column, and is the same at every time in a file', () => {
    const run = hashed([1, 2, 1, 4], 7);
    const names = [shortQueueName(run, 0, [2, 1, 0]), shortQueueName(run, 3, [])];
    expect(names).toEqual(['UDP 1 +2', 'bucket 3']);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(longestQueueName(run));
    expect(queueId(run, 0)).toBe('bucket 0');
  });
});

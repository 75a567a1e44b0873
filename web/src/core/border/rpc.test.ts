import { describe, expect, it } from 'vitest';
import { askerOf, EngineLost, type WorkerLike } from './rpc';

/** A worker that gives the same answer to each request. */
function workerThatSays(answer: (number: number) => unknown): WorkerLike & { isEnded: boolean } {
  const worker: WorkerLike & { isEnded: boolean } = {
    isEnded: false,
    onmessage: null,
    onmessageerror: null,
    onerror: null,
    postMessage: (message) => {
      const { number } = message as { number: number };
      queueMicrotask(() => worker.onmessage?.({ data: answer(number) } as MessageEvent<unknown>));
    },
    terminate: () => {
      worker.isEnded = true;
    },
  };
  return worker;
}

describe('a worker whose answer is', () => {
  const NONSENSE: readonly ((number: number) => unknown)[] = [
    () => null,
    () => undefined,
    () => 'done',
    () => ({}),
    () => ({ kind: 'done' }),
    (number) => ({ number }),
    (number) => ({ number, kind: 'lost' }),
    (number) => ({ number, kind: 'lost', reason: '' }),
    (number) => ({ number, kind: 'refused', text: 5 }),
  ];
  it.each(NONSENSE.map((answer) => [JSON.stringify(answer(1)) ?? 'undefined', answer] as const))(
    '%s is terminated with a readable reason',
    async (_, answer) => {
      const worker = workerThatSays(answer);
      const asking = askerOf<string>(worker).ask('anything');
      await expect(asking).rejects.toThrow(EngineLost);
      await expect(asking).rejects.toThrow('the worker sent an answer of unknown form');
      expect(worker.isEnded).toBe(true);
    },
  );

  it('correct is accepted', async () => {
    const worker = workerThatSays((number) => ({ number, kind: 'done', value: 7 }));
    expect(await askerOf<string>(worker).ask('anything')).toMatchObject({ value: 7 });
    expect(worker.isEnded).toBe(false);
  });
});

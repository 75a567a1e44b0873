import { describe, expect, it } from 'vitest';
import { type RunnerFaults, testRunner } from '../../testing/runner';
import { FILE_TEXT } from './fixtures';
import { type Progress, runExperiment } from './pool';
import type { Job } from './report';

describe('an experiment on several workers', () => {
  it('runs every lane under every seed, and reports all runs', async () => {
    const { last } = await run({ seeds: 5 });
    expect(last).toMatchObject({ total: 10, done: 10, failed: [], seeds: [1, 2, 3, 4, 5] });
    expect(last.report?.rows.map(({ lane, ours }) => [lane, ours?.count])).toEqual([
      ['red', 5],
      ['choke-3', 5],
    ]);
    expect(last.report?.claims[0]).toMatchObject({ verdict: 'holds', tentative: false });
  });

  it('counts every finished run, and reports before the last one', async () => {
    const { received } = await run({ seeds: 3, faults: { run_ms: 2 } });
    expect(received.map(({ done }) => done)).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6]));
    const first = received.find(({ report }) => report !== undefined);
    expect(first?.done).toBeLessThan(6);
  });

  it('runs all lanes of a seed before the next one', async () => {
    const seeds: number[] = [];
    await run({ seeds: 3, workers: 1, faults: { refuses: ({ seed }) => seeds.push(seed) < 0 } });
    expect(seeds).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('uses at most one worker for each run, and one more that evaluates the results', async () => {
    const { started, closed } = await run({ seeds: 1, workers: 16 });
    expect(started).toBe(3);
    expect(closed).toBe(3);
  });

  it('leaves out a refused run, and counts the others', async () => {
    const { last } = await run({ seeds: 4, faults: { refuses: isSecondOfRed } });
    expect(last.done).toBe(7);
    expect(last.failed).toEqual([{ job: { lane: 0, point: 0, seed: 2 }, reason: 'it does not run' }]);
    expect(last.seeds).toEqual([1, 3, 4]);
  });

  it('replaces a worker that crashes', async () => {
    const { last, started } = await run({ seeds: 4, workers: 1, faults: { dies: isSecondOfRed } });
    expect(last).toMatchObject({ done: 7, failed: [{ reason: 'it ran out of memory' }] });
    // Four workers: one that evaluates, the first one for runs, and a replacement after each of two crashes.
    expect(started).toBe(4);
  });

  it('stops if workers keep crashing, and reports why', async () => {
    await expect(run({ seeds: 20, workers: 2, faults: { dies: () => true } })).rejects.toThrow('it ran out of memory');
  });

  it('fails if no worker can be started', async () => {
    await expect(run({ seeds: 2, cannotConnect: true })).rejects.toThrow('no workers here');
  });

  it('keeps the finished runs when it is cancelled', async () => {
    const controller = new AbortController();
    const { last, started, closed } = await run({
      seeds: 50,
      workers: 2,
      controller,
      faults: { run_ms: 1 },
      onProgress: ({ done, report }) => done >= 4 && report !== undefined && controller.abort(),
    });
    expect(last.done).toBeGreaterThanOrEqual(4);
    expect(last.done).toBeLessThan(100);
    expect(last.report).toBeDefined();
    expect(last.failed).toEqual([]);
    expect(closed).toBe(started);
  });
});

interface Asked {
  seeds: number;
  workers?: number;
  faults?: RunnerFaults;
  cannotConnect?: boolean;
  controller?: AbortController;
  onProgress?: (progress: Progress) => void;
}

async function run({ seeds, workers = 3, faults = {}, cannotConnect = false, controller, onProgress }: Asked) {
  const received: Progress[] = [];
  let started = 0;
  const closed = new Set<number>();
  const last = await runExperiment({
    connect: async () => {
      if (cannotConnect) throw new Error('no workers here');
      const number = started;
      started += 1;
      const runner = await testRunner(faults);
      return { ...runner, close: () => closed.add(number) && runner.close() };
    },
    preset: FILE_TEXT,
    seeds,
    workers,
    onProgress: (progress) => {
      received.push(progress);
      onProgress?.(progress);
    },
    signal: (controller ?? new AbortController()).signal,
  });
  return { last, received, started, closed: closed.size };
}

function isSecondOfRed({ lane, seed }: Job): boolean {
  return lane === 0 && seed === 2;
}

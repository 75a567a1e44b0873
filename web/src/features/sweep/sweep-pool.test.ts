import { describe, expect, it } from 'vitest';
import { SceneRefused } from '../../core/border/client';
import { type RunnerFaults, testSweepRunner } from '../../testing/runner';
import { SMALL_FORM, SWEPT_SCENE } from '../../testing/sweep-fixtures';
import { definitionOf, type SweepForm } from './sweep-form';
import { runSweep } from './sweep-pool';
import { SweepRows } from './sweep-rows';
import { tasksInOrder } from './task-order';

describe('a sweep on several workers', () => {
  it('makes every run exactly once', async () => {
    const { rows, asked } = await run({ workers: 3 });
    expect(rows?.done).toBe(72);
    expect([...asked].sort((a, b) => a - b)).toEqual(Array.from({ length: 72 }, (_, task) => task));
  });

  it('gives the same rows with one worker and with several, in any order of arrival', async () => {
    const [alone, many] = await Promise.all([run({ workers: 1 }), run({ workers: 4 })]);
    expect([...(alone.rows?.rows() ?? [])]).toEqual([...(many.rows?.rows() ?? [])]);
  });

  it('replaces a worker that crashes, and repeats only its last run', async () => {
    let deaths = 0;
    // There are so many runs that the second worker is busy at the crash. If it were idle, it would take over the runs
    // of the first, and no third worker would be started.
    const runs = 720;
    const { rows, asked, started } = await run({
      form: { ...SMALL_FORM, seeds: 40 },
      workers: 2,
      faults: { diesOfTask: (task) => task === 33 && deaths++ === 0 },
    });
    expect(rows?.done).toBe(runs);
    expect(rows?.problem(4)).toBeUndefined();
    expect(started).toBe(3);
    const again = asked.length - runs;
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThan(runs);
  });

  it('reports a run at which every worker crashes, and makes all others', async () => {
    const { rows } = await run({ workers: 2, faults: { diesOfTask: (task) => task === 33 } });
    expect(rows?.done).toBe(72);
    expect(rows?.problem(4, 0)).toBe('the engine stopped in this run: it ran out of memory');
    expect(rows?.samples(4, 0, 0).map((value) => value === undefined)).toEqual([false, true, false, false]);
  });

  it('stops when workers keep crashing, and reports why', async () => {
    await expect(run({ workers: 2, faults: { diesOfTask: () => true } })).rejects.toThrow('it ran out of memory');
  });

  it('reports the problem of a definition', async () => {
    const form: SweepForm = { ...SMALL_FORM, seeds: 0, metrics: ['speed'] };
    const problem: unknown = await run({ form }).catch((thrown: unknown) => thrown);
    expect(problem).toBeInstanceOf(SceneRefused);
    expect((problem as SceneRefused).problems.map(({ path }) => path)).toEqual(['metrics.0', 'seeds']);
  });

  it('waits for the started runs when it is paused', async () => {
    const pause = new AbortController();
    const { rows, asked } = await run({
      form: LONG_FORM,
      workers: 2,
      pause,
      onRows: ({ done }) => done >= 10 && pause.abort(),
    });
    expect(rows?.done).toBeGreaterThanOrEqual(10);
    expect(rows?.done).toBeLessThan(9 * 2 * LONG_FORM.seeds);
    expect(asked).toHaveLength(rows?.done ?? 0);
  });

  it('lets workers pause, and run again when they may', async () => {
    const pause = new AbortController();
    let atOnce = 1;
    const { busy } = await run({
      form: LONG_FORM,
      workers: 3,
      pause,
      atOnce: () => atOnce,
      onRows: (_, busy) => {
        if (atOnce === 1) expect([...busy]).toEqual([1]);
        atOnce = 2;
        if (busy.size === 2) pause.abort();
      },
    });
    expect([...busy]).toEqual([1, 2]);
  });

  it('ends at once when it is cancelled', async () => {
    const cancel = new AbortController();
    const { rows, open } = await run({
      form: LONG_FORM,
      workers: 2,
      cancel,
      onRows: ({ done }) => done >= 5 && cancel.abort(),
    });
    expect(rows?.done).toBeLessThan(9 * 2 * LONG_FORM.seeds);
    expect(open).toBe(0);
  });
});

/** A sweep of so many runs that two workers get only a small part of them at once. */
const LONG_FORM: SweepForm = { ...SMALL_FORM, seeds: 400 };

interface Asked {
  form?: SweepForm;
  workers?: number;
  faults?: RunnerFaults;
  pause?: AbortController;
  cancel?: AbortController;
  atOnce?: () => number;
  /** `busy` lists the workers that were given runs, counted from 1. */
  onRows?: (rows: SweepRows, busy: ReadonlySet<number>) => unknown;
}

async function run({ form = SMALL_FORM, workers = 2, atOnce, faults = {}, pause, cancel, onRows }: Asked) {
  const asked: number[] = [];
  const busy = new Set<number>();
  let rows: SweepRows | undefined;
  let started = 0;
  let open = 0;
  const connect = testSweepRunner({ ...faults, onTasks: (tasks) => asked.push(...tasks) });
  await runSweep({
    connect: async (signal) => {
      started += 1;
      open += 1;
      const number = started;
      const runner = await connect(signal);
      return {
        ...runner,
        run: (tasks) => {
          busy.add(number);
          return runner.run(tasks);
        },
        close: () => {
          open -= 1;
          runner.close();
        },
      };
    },
    definition: JSON.stringify(definitionOf(form, SWEPT_SCENE)),
    workers,
    atOnce: atOnce ?? (() => workers),
    onOpened: async ({ facts }) => {
      rows = new SweepRows(facts);
      return tasksInOrder(facts);
    },
    onBatch: (batch) => {
      rows?.addBatch(batch);
      if (rows !== undefined) onRows?.(rows, busy);
    },
    pause: (pause ?? new AbortController()).signal,
    cancel: (cancel ?? new AbortController()).signal,
  });
  return { rows, asked, busy, started, open };
}

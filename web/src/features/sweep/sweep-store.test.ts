import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scenario } from '../../core/border/scenario';
import { withSetting } from '../../core/scene/edit';
import { sceneStore } from '../../core/scene/scene-store';
import { type RunnerFaults, testSweepRunner } from '../../testing/runner';
import { SMALL_FORM, SWEPT_SCENE } from '../../testing/sweep-fixtures';
import { leave, type Machinery, restore, start } from './sweep-control';
import { forgetStore, keptSweeps } from './sweep-memory';
import { cancelSweep, pauseSweep, resumeSweep, type SweepState, setForm, sweepStore } from './sweep-store';

/** Far more runs than two workers are given at once. */
const LONG_FORM = { ...SMALL_FORM, seeds: 40 };

beforeEach(() => {
  newPage();
  globalThis.indexedDB = new IDBFactory();
});

describe('a sweep', () => {
  it('runs to its end and shows its progress', async () => {
    setForm(SMALL_FORM);
    const received = watched(({ status, done, total }) => `${status} ${done} of ${total}`);
    await start(SWEPT_SCENE, machinery());
    expect(received[0]).toBe('running 0 of 0');
    expect(received.at(-1)).toBe('done 72 of 72');
    expect(state()).toMatchObject({ problems: [], isStale: false, version: state().rows?.version });
  });

  it('can be paused, continues where it stopped, and makes no run twice', async () => {
    const asked: number[] = [];
    setForm(LONG_FORM);
    const running = start(SWEPT_SCENE, machinery({ onTasks: (tasks) => asked.push(...tasks) }));
    await until(({ done }) => done > 0);
    await pauseSweep();
    await running;
    expect(state().status).toBe('paused');
    expect(state().done).toBeLessThan(state().total);
    await resumeSweep();
    expect(state()).toMatchObject({ status: 'done', done: state().total });
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('keeps the finished runs when it is cancelled', async () => {
    setForm(LONG_FORM);
    const running = start(SWEPT_SCENE, machinery());
    await until(({ done }) => done > 0);
    await cancelSweep();
    await running;
    expect(state().status).toBe('paused');
    expect(state().rows?.done).toBeGreaterThan(0);
  });

  it('leaves the previous sweep unchanged if it is refused', async () => {
    setForm(SMALL_FORM);
    await start(SWEPT_SCENE, machinery());
    const { rows } = state();
    setForm({ ...SMALL_FORM, axes: [{ path: 'max_tx', values: [1] }] });
    await start(SWEPT_SCENE, machinery());
    expect(state()).toMatchObject({ status: 'failed', done: 72, isStale: true, problems: [{ path: 'over.0.path' }] });
    expect(state().rows).toBe(rows);
  });

  it('is refused if it has more runs than the page allows', async () => {
    setForm({ ...SMALL_FORM, axes: [{ path: 'flows.0.rate_bps', from: 1, to: 1e7, count: 10_000 }], seeds: 1000 });
    await start(SWEPT_SCENE, machinery());
    expect(state().problems).toEqual([
      {
        path: 'seeds',
        problem: 'give 20,000,000 runs in total; the page allows at most 1,000,000, the command line more',
      },
    ]);
  });

  it('is out of date when the scene or the form changes, but not when the varied settings change', async () => {
    sceneStore.setState({ scenario: SWEPT_SCENE });
    setForm(SMALL_FORM);
    await start(SWEPT_SCENE, machinery());
    const staleWith = (scenario: Scenario): boolean => {
      sceneStore.setState({ scenario });
      return state().isStale;
    };
    expect(staleWith(withSetting(SWEPT_SCENE, 'flows.0.rate_bps', 5e6))).toBe(false);
    expect(staleWith(withSetting(SWEPT_SCENE, 'bottleneck.capacity_bps', 5e6))).toBe(true);
    expect(staleWith(SWEPT_SCENE)).toBe(false);
    setForm({ ...SMALL_FORM, view: { metric: 'jain_index' } });
    expect(state().isStale).toBe(false);
    setForm({ ...SMALL_FORM, seeds: 5 });
    expect(state().isStale).toBe(true);
  });
});

describe('after a reload of the page', () => {
  it('a sweep continues, and gives bit for bit the rows of an uninterrupted sweep', async () => {
    const asked: number[] = [];
    const onTasks = (tasks: readonly number[]) => void asked.push(...tasks);
    setForm(LONG_FORM);
    const running = start(SWEPT_SCENE, machinery({ onTasks }));
    await until(({ done }) => done > 0);
    await pauseSweep();
    await running;
    const { done } = state();
    newPage();
    await restore({ ...SWEPT_SCENE, title: 'another name', seed: 99 }, machinery({ onTasks }));
    expect(state()).toMatchObject({ status: 'paused', done, form: LONG_FORM });
    await resumeSweep();
    expect(state().status).toBe('done');
    expect(new Set(asked).size).toBe(asked.length);
    const resumed = [...(state().rows?.rows() ?? [])];
    newPage();
    globalThis.indexedDB = new IDBFactory();
    setForm(LONG_FORM);
    await start(SWEPT_SCENE, machinery());
    expect(resumed).toEqual([...(state().rows?.rows() ?? [])]);
    expect(resumed).toHaveLength(state().total);
  });

  it('a sweep that was running continues at once', async () => {
    setForm(LONG_FORM);
    const running = start(SWEPT_SCENE, machinery({ run_ms: 200 }));
    await until(({ done }) => done > 0);
    await vi.waitUntil(async () => (await keptSweeps()).length > 0, { timeout: 5000 });
    expect(state().status).toBe('running');
    newPage();
    await running;
    await restore(SWEPT_SCENE, machinery());
    expect(state()).toMatchObject({ status: 'done', done: state().total });
  });

  it('the same sweep is complete without a run when it is requested again', async () => {
    setForm(SMALL_FORM);
    await start(SWEPT_SCENE, machinery());
    newPage();
    const asked: number[] = [];
    setForm(SMALL_FORM);
    await start(SWEPT_SCENE, machinery({ onTasks: (tasks) => void asked.push(...tasks) }));
    expect(state()).toMatchObject({ status: 'done', done: 72 });
    expect(asked).toEqual([]);
  });

  it('a sweep over one scene is not restored into another scene', async () => {
    setForm(SMALL_FORM);
    await start(SWEPT_SCENE, machinery());
    newPage();
    await restore({ ...SWEPT_SCENE, duration_s: 3 }, machinery());
    expect(state()).toMatchObject({ status: 'empty', rows: undefined });
  });

  it('a full disk is reported, and the rows on the page are kept', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('the disk is full', 'QuotaExceededError');
    });
    setForm(SMALL_FORM);
    await start(SWEPT_SCENE, machinery());
    expect(state()).toMatchObject({ status: 'done', done: 72, unkept: 'the disk is full', problems: [] });
  });
});

function machinery(faults: RunnerFaults = {}): Machinery {
  return { connect: testSweepRunner(faults), workers: 2 };
}

function state(): SweepState {
  return sweepStore.getState();
}

/** Closes the page and opens it again. */
function newPage(): void {
  leave();
  forgetStore();
  sweepStore.setState(sweepStore.getInitialState(), true);
}

function watched<T>(select: (state: SweepState) => T): T[] {
  const received: T[] = [];
  sweepStore.subscribe((now) => received.push(select(now)));
  return received;
}

function until(is: (state: SweepState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = sweepStore.subscribe((now) => {
      if (!is(now)) return;
      stop();
      resolve();
    });
  });
}

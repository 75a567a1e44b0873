import { describe, expect, it, vi } from 'vitest';
import { testRunner } from '../../testing/runner';
import {
  cancelExperiment,
  type Experiment,
  experimentStore,
  startExperiment,
  timeLeft_s,
  timeLeftWords,
} from './experiment-store';
import { FILE_TEXT } from './fixtures';

const REQUEST = { id: 'model', title: 'Model', preset: FILE_TEXT, link: 'https://example.org/', isChanged: false };

describe('the experiment of a preset', () => {
  it('is stored when it has finished', async () => {
    await startExperiment({ ...REQUEST, seeds: 2 }, () => testRunner(), 2);
    expect(kept()).toMatchObject({ phase: 'done', done: 4, total: 4, seeds: [1, 2], link: REQUEST.link });
    expect(experimentStore.getState().running).toBeUndefined();
  });

  it('runs alone, so that another experiment cannot start before it ends', async () => {
    const first = startExperiment({ ...REQUEST, seeds: 2 }, () => testRunner({ run_ms: 5 }), 2);
    await startExperiment({ ...REQUEST, id: 'other', seeds: 1 }, () => testRunner(), 2);
    expect(experimentStore.getState().experiments.other).toBeUndefined();
    await first;
  });

  it('keeps the finished runs when it is cancelled', async () => {
    const run = startExperiment({ ...REQUEST, seeds: 90 }, () => testRunner({ run_ms: 5 }), 2);
    await vi.waitFor(() => expect(kept()?.done).toBeGreaterThan(0));
    cancelExperiment();
    await run;
    expect(kept()).toMatchObject({ phase: 'cancelled', total: 180 });
    expect(kept()?.done).toBeGreaterThan(0);
  });

  it('reports the reason if it could not run', async () => {
    const refuse = () => Promise.reject(new Error('workers are switched off'));
    await startExperiment({ ...REQUEST, seeds: 1 }, refuse, 2);
    expect(kept()).toMatchObject({ phase: 'failed', problem: 'workers are switched off' });
  });
});

describe('the estimate of the remaining time', () => {
  it('does not exist before the first run has finished', () => {
    expect(timeLeft_s(progress({ done: 0 }), 9000)).toBeUndefined();
    expect(timeLeftWords(undefined)).toBe('');
  });

  it('follows from the time that the finished runs took', () => {
    // 10 of 40 runs in 8 s: 30 more take 24 s.
    expect(timeLeft_s(progress({ done: 10 }), 9000)).toBeCloseTo(24, 9);
  });

  it('is rounded to its accuracy', () => {
    expect([2, 24, 89, 100, 600].map(timeLeftWords)).toEqual([
      'a few seconds left',
      'about 25 s left',
      'about 90 s left',
      'about 2 min left',
      'about 10 min left',
    ]);
  });
});

function kept(): Experiment | undefined {
  return experimentStore.getState().experiments.model;
}

function progress(given: Partial<Experiment>): Experiment {
  return { total: 40, done: 0, failed: [], began_ms: 1000, ...given } as Experiment;
}

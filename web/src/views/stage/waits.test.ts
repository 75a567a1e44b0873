import { describe, expect, it } from 'vitest';
import { FixtureRun, mixedQueue } from './fixtures';
import { LEAST_SCALE_S, waitScale, waitShare } from './waits';

describe('waiting times on the stage', () => {
  const queue = mixedQueue(3);
  const since_s = new FixtureRun(queue).latest.scalars.now_s;
  const run = new FixtureRun(queue.map((packet, place) => ({ ...packet, arrived_s: since_s - 0.1 * (3 - place) })));

  it('have a scale that grows in round steps and never shrinks', () => {
    expect(waitScale(new FixtureRun([]), LEAST_SCALE_S)).toBe(LEAST_SCALE_S);
    const scale_s = waitScale(run, LEAST_SCALE_S);
    expect(scale_s).toBeGreaterThanOrEqual(0.3);
    expect(scale_s).toBeLessThan(0.6);
    expect(waitScale(run, 2)).toBe(2);
    run.wait(0.5);
    expect(waitScale(run, scale_s)).toBeGreaterThan(scale_s);
  });

  it('are shares of it, none beyond its ends', () => {
    const { now_s } = run.latest.scalars;
    expect(waitShare(run, now_s - 0.25, 0.5)).toBeCloseTo(0.5, 9);
    expect(waitShare(run, now_s - 3, 0.5)).toBe(1);
    expect(waitShare(run, now_s + 1, 0.5)).toBe(0);
    expect(waitShare(run, now_s, undefined)).toBeUndefined();
  });
});

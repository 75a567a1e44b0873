import { describe, expect, it, vi } from 'vitest';
import { RunBuffer } from '../../core/run/run-buffer';
import { CATALOG, testEngine } from '../../testing/engine';
import { PRESET } from '../../testing/session';
import { classShares, reasonCounts } from './tiny-facts';
import { TinyRun } from './tiny-run';

const SCENE = PRESET.scenario;

describe('the numbers of the small scene', () => {
  it('include the shares of flows', async () => {
    const engine = await testEngine();
    const run = new RunBuffer(await engine.catalog(), await engine.open(SCENE, 10));
    const shares = classShares(run);
    expect(shares.map(({ name, flows }) => [name, flows])).toEqual([
      ['tcp', 33],
      ['udp', 1],
    ]);
    expect(shares.reduce((sum, { fairShare }) => sum + fairShare, 0)).toBeCloseTo(1);
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThan(0.5);
    const counted = reasonCounts(run).reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThanOrEqual(run.latest.scalars.dropped + run.latest.scalars.marked);
    engine.close();
  });
});

describe('the run of the small scene', () => {
  it('plays by itself, pauses, and begins again at its end', async () => {
    const tiny = new TinyRun(async () => await testEngine(), CATALOG, { ...SCENE, duration_s: 2 });
    await tiny.start(false);
    expect(tiny.state).toBe('playing');
    await pass(tiny, 1);
    const before_s = now(tiny);
    expect(before_s).toBeGreaterThan(0.5);

    tiny.togglePlay();
    await pass(tiny, 1);
    expect(now(tiny)).toBe(before_s);

    tiny.togglePlay();
    await pass(tiny, 2);
    expect(now(tiny)).toBeLessThan(1.6);
    tiny.close();
  });

  it('stops at an informative time with reduced motion', async () => {
    const tiny = new TinyRun(async () => await testEngine(), CATALOG, SCENE);
    await tiny.start(true);
    expect([tiny.state, now(tiny)]).toEqual(['paused', 10]);
    tiny.close();
  });

  it('pauses while it is hidden', async () => {
    const tiny = new TinyRun(async () => await testEngine(), CATALOG, SCENE);
    await tiny.start(false);
    tiny.isVisible = false;
    await pass(tiny, 1);
    expect(now(tiny)).toBe(0);
    tiny.close();
  });

  it('ends an engine that starts after the page was closed, and reports a missing engine', async () => {
    const close = vi.fn();
    const late = new TinyRun(async () => ({ ...(await testEngine()), close }), CATALOG, SCENE);
    const started = late.start(false);
    late.close();
    await started;
    expect(close).toHaveBeenCalledOnce();

    const lost = new TinyRun(() => Promise.reject(new Error('no worker')), CATALOG, SCENE);
    await lost.start(false);
    expect(lost.state).toBe('lost');
  });
});

function now({ run }: TinyRun): number {
  return run?.latest.scalars.now_s ?? Number.NaN;
}

let clock_ms = 0;

/** Advances real time by `real_s` [s], frame by frame. */
async function pass(tiny: TinyRun, real_s: number): Promise<void> {
  for (let frame = 0; frame < real_s * 50; frame += 1) {
    clock_ms += 20;
    tiny.onTick(clock_ms);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EngineClient } from '../core/border/client';
import type { FrameCallback } from '../core/run/frame-loop';
import { sceneStore } from '../core/scene/scene-store';
import { barInMemory } from '../core/session/address-bar';
import { Session } from '../core/session/session';
import { FEATURES } from '../features';
import { testEngine } from '../testing/engine';
import { closedAfterTest, PRESET, settled } from '../testing/session';
import { EmbedRun, Refusal } from './embed-run';

afterEach(() => vi.useRealTimers());

/** An embed that has not been visible yet, on real engines that the test counts. */
function embedded({ plays = false } = {}) {
  const open = new Set<EngineClient>();
  let onTick: FrameCallback = () => undefined;
  let now_ms = 0;
  const session = closedAfterTest(
    new Session([PRESET], {
      features: FEATURES,
      loadArchive: () => Promise.resolve(''),
      connect: async () => {
        const engine = await testEngine();
        const client: EngineClient = {
          ...engine,
          close: () => {
            open.delete(client);
            engine.close();
          },
        };
        open.add(client);
        return client;
      },
      bar: barInMemory(),
      addressOf: (fragment) => fragment,
      onFrame: (_, callback) => {
        onTick = callback;
        return () => undefined;
      },
      report: (problem) => {
        throw problem;
      },
      opensPaused: true,
    }),
  );
  return {
    session,
    run: new EmbedRun(session, plays),
    engines: () => open.size,
    now_s: () => session.lanes[0]?.run.latest.scalars.now_s,
    state: () => sceneStore.getState().state,
    frames: async (count: number) => {
      for (let frame = 0; frame < count; frame += 1) {
        now_ms += 20;
        onTick(now_ms);
        await settled();
      }
    },
  };
}

describe('the run of an embed', () => {
  it('starts its engine when it is first visible, and then runs to its time', async () => {
    const { run, engines, state } = embedded();
    await settled();
    expect(engines()).toBe(0);
    expect(run.isWaiting).toBe(true);
    run.see(true);
    await run.awake();
    expect(engines()).toBe(1);
    expect(state()).toBe('paused');
  });

  it('plays only while it is visible, and continues where it had stopped', async () => {
    const { run, state, frames, now_s } = embedded({ plays: true });
    run.see(true);
    await run.awake();
    await settled();
    expect(state()).toBe('playing');
    await frames(20);
    const seen_s = now_s();
    expect(seen_s).toBeGreaterThan(0);
    run.see(false);
    await frames(20);
    expect(state()).toBe('paused');
    expect(now_s()).toBe(seen_s);
    run.see(true);
    await run.awake();
    await settled();
    expect(state()).toBe('playing');
    // After a pause by hand, an embed that comes into view again does not play.
    run.pause();
    run.see(false);
    run.see(true);
    await run.awake();
    await settled();
    expect(state()).toBe('paused');
  });

  it('ends its engines after a long time out of view, and keeps its simulated time', async () => {
    const { run, engines, now_s, state } = embedded();
    run.see(true);
    await run.perform({ type: 'seek', at_s: 3 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    run.see(false);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await settled();
    expect(engines()).toBe(0);
    expect(now_s()).toBe(3);
    run.see(true);
    await run.awake();
    expect(engines()).toBe(1);
    expect(now_s()).toBe(3);
    expect(state()).toBe('paused');
    await run.perform({ type: 'set', path: 'flows.0.rate_bps', value: 3e6 });
    expect(sceneStore.getState().scenario?.interventions).toEqual([{ at_s: 3, path: 'flows.0.rate_bps', value: 3e6 }]);
  });

  it.each([
    [{ type: 'seek', at_s: 1e6 }, 'at_s'],
    [{ type: 'set', path: 'flows.0.rate_bps', value: -1 }, 'flows.0.rate_bps'],
    [{ type: 'set', path: 'flows.9.rate_bps', value: 1e6 }, 'flows.9.rate_bps'],
    [{ type: 'set', path: 'lanes.constructor.x', value: 1 }, 'lanes.constructor.x'],
    [{ type: 'set', path: 'queue.params.nonsense', value: 1 }, 'queue.params.nonsense'],
    [{ type: 'set', path: 'nonsense', value: 1 }, 'nonsense'],
  ] as const)('refuses %o with the name of the field, and changes nothing', async (request, field) => {
    const { run } = embedded();
    run.see(true);
    await run.perform({ type: 'seek', at_s: 1 });
    const before = sceneStore.getState().scenario;
    const problem = await run.perform(request).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(problem).toBeInstanceOf(Refusal);
    expect((problem as Refusal).problems[0]?.field).toContain(field);
    expect(sceneStore.getState().scenario).toEqual(before);
  });
});

/**
 * Tests that long tasks are visible and can be cancelled, and that engines are replaced if they crash or stop
 * responding.
 */

import { setImmediate } from 'node:timers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FEATURES } from '../../features';
import { type Machine, settled, testEngine } from '../../testing/engine';
import { closedAfterTest, entryOf, PRESET, type StartedSession, started } from '../../testing/session';
import type { Lane, Scenario } from '../border/scenario';
import { viewStore } from '../page/view-store';
import { MOST_LANES } from '../run/lanes';
import { PACES } from '../run/playback';
import { withSetting } from '../scene/edit';
import { clear, noticeOf } from '../scene/notices';
import { sceneStore } from '../scene/scene-store';
import { barInMemory } from './address-bar';
import { Session } from './session';

const FOUR = ['red', 'choke', 'gchoke', 'choked'].map((aqm): Lane => ({ aqm, params: {} }));
/** A scene with so many packets that no machine can simulate a second of it quickly. */
const HEAVY: Scenario = {
  ...withSetting(PRESET.scenario, 'flows.0.rate_bps', 1e11),
  access: { rate_bps: 1e11, delay_s: 0.01 },
  lanes: [{ aqm: 'drop-tail', params: {} }],
};

/** Kinds of requests during which the test terminates a worker. */
const KILLED_AT = ['advance', 'open', 'seek', 'facts', 'change', 'step'];

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
});

describe('a scene that is too heavy for any machine', () => {
  it('moves to a distant time, shows its progress, and can be stopped', async () => {
    const { session, now, opening } = await onTheWay(HEAVY, 20);
    const { catchingUp } = sceneStore.getState();
    expect(catchingUp?.until_s).toBe(20);
    session().stop();
    await opening;
    await settled();
    expect(sceneStore.getState().catchingUp).toBeUndefined();
    expect(now()).toBeGreaterThan(0);
    expect(now()).toBeLessThan(20);
    const there_s = now();
    session().stepBy({ kind: 'decision' }, 'forward');
    await settled();
    expect(now()).toBeGreaterThan(there_s);
  });

  it('is left at once for another scene', async () => {
    const { session, opening } = await onTheWay(HEAVY, 20);
    session().openPreset(PRESET.scenario.id);
    await opening;
    await vi.waitUntil(() => sceneStore.getState().state === 'playing');
    expect(sceneStore.getState().scenario?.flows[0]?.rate_bps).toBe(2e6);
    expect(sceneStore.getState().catchingUp).toBeUndefined();
  });

  it('is left at once for an address that the user opens, even while its own address is being written', async () => {
    const bar = barInMemory(await (await testEngine()).encodeLink(HEAVY, PRESET.scenario, { at_s: 20 }));
    const session = closedAfterTest(
      new Session([PRESET], {
        features: FEATURES,
        loadArchive: () => Promise.resolve(''),
        connect: () => testEngine({ look_ms: 1 }),
        bar,
        addressOf: (text) => text,
        onFrame: () => () => undefined,
        report: (problem) => {
          throw problem;
        },
      }),
    );
    const starting = session.start();
    await vi.waitUntil(() => (sceneStore.getState().catchingUp?.now_s ?? 0) > 0, { timeout: 30_000 });
    // Waits until the address is written, a quarter of a second after the scene has opened.
    await new Promise((resolve) => setTimeout(resolve, 400));
    bar.write(entryOf(''), true);
    session.followAddress();
    await starting;
    await vi.waitUntil(() => sceneStore.getState().scenario?.flows[0]?.rate_bps === 2e6, { timeout: 30_000 });
  });

  it('stops at the same time in all its lanes', async () => {
    const { session, opening } = await onTheWay({ ...HEAVY, lanes: FOUR }, 20);
    session().stop();
    await opening;
    await settled();
    const times = session().lanes.map(({ run }) => run.latest.scalars.now_s);
    expect(times).toHaveLength(MOST_LANES);
    expect(new Set(times).size).toBe(1);
  });

  it('keeps the time of the link when it is edited during the move', async () => {
    // The time in the link is so late that even a fast machine does not reach it before the test changes the
    // discipline.
    const light = withSetting(PRESET.scenario, 'duration_s', 80_000);
    const { session, opening } = await onTheWay(light, 60_000, { look_ms: 2 });
    session().switchDiscipline('red');
    await opening;
    await vi.waitUntil(() => session().lanes[0]?.run.about.id === 'red', { timeout: 30_000 });
    expect(sceneStore.getState().catchingUp?.until_s ?? 60_000).toBe(60_000);
    session().stop();
    await settled();
  });

  it('is reported as too heavy, with its duration and a shorter one', async () => {
    const { session, play } = await started({ preset: { ...PRESET, scenario: HEAVY }, machine: { look_ms: 20 } });
    await play(4);
    const { notices, achievedRate } = sceneStore.getState();
    const [notice] = notices;
    expect(achievedRate).toBeLessThan(0.05);
    expect(notice).toMatchObject({ kind: 'heavy' });
    if (notice?.kind !== 'heavy') return expect.unreachable();
    expect(notice.left_s).toBeGreaterThan(600);
    expect(notice.shorter_s).toBeGreaterThan(session.lanes[0]?.run.latest.scalars.now_s ?? 0);
    session.dismissNotice();
    await play(1);
    expect(sceneStore.getState().notices).toEqual([]);
  });
});

describe('the chosen speed', () => {
  it('is reached by a fast machine without a report', async () => {
    const { play, now } = await started();
    await play(3);
    expect(now()).toBeGreaterThan(2.8);
    expect(sceneStore.getState().achievedRate).toBeUndefined();
  });

  it('is reported if it is the highest', async () => {
    const { session, play } = await started({ preset: longer(1e5), machine: { look_ms: 10 } });
    session.setPace(PACES.length - 1);
    await play(2);
    expect(sceneStore.getState().achievedRate).toBeGreaterThan(1);
    session.togglePlay();
    expect(sceneStore.getState().achievedRate).toBeUndefined();
  });
});

describe('an engine that is lost', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is replaced at the same time of the same scene, however it was lost, a hundred times', async () => {
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48271) % 0x7fffffff;
      return seed % below;
    };
    for (let lanes = 1; lanes <= MOST_LANES; lanes += 1) {
      let countdown = Number.POSITIVE_INFINITY;
      let way: 'silent' | 'throws' = 'throws';
      const machine: Machine = {
        fault: (question) => {
          // Only engines of lanes that run are counted. The engine that compares lanes may end without a report.
          if (!('request' in question) || !KILLED_AT.includes(question.request.kind)) return undefined;
          countdown -= 1;
          return countdown === 0 ? way : undefined;
        },
      };
      const preset = { ...longer(1000), scenario: { ...longer(1000).scenario, lanes: FOUR.slice(0, lanes) } };
      const lab = await started({ preset, machine });
      await lab.play(1);
      await lab.session.change('flows.0.rate_bps', 5e6);
      for (let kill = 0; kill < 25; kill += 1) {
        // In this test, the engine stops responding or crashes only at long intervals. Other tests cover losses in
        // quick succession.
        vi.advanceTimersByTime(30_000);
        way = random(2) === 0 ? 'silent' : 'throws';
        countdown = 1 + random(12 * lanes);
        const before_s = lab.now();
        clear();
        await until(lab, () => noticeOf('engine-replaced') !== undefined);
        expect(sceneStore.getState().notices).toMatchObject([{ kind: 'engine-replaced' }]);
        expect(lab.now()).toBeGreaterThanOrEqual(before_s);
        expect(sceneStore.getState()).toMatchObject({ state: 'playing', scenario: { seed: 7 } });
        expect(sceneStore.getState().scenario?.interventions).toMatchObject([{ value: 5e6 }]);
        const after_s = lab.now();
        await lab.play(0.1);
        expect(lab.now()).toBeGreaterThan(after_s);
      }
      // The run equals an undisturbed run of the same scene.
      lab.session.togglePlay();
      await settled();
      const { scenario } = sceneStore.getState();
      if (scenario === undefined) return expect.unreachable();
      for (const [lane, { run }] of lab.session.lanes.entries()) {
        const { frame } = await (await testEngine()).open(scenario, lab.now(), lane);
        expect(run.latest.scalars.state_hash_high).toBe(frame.scalars.state_hash_high);
        expect(run.latest.scalars.state_hash_low).toBe(frame.scalars.state_hash_low);
      }
    }
  });

  it('is not replaced endlessly: a scene that crashes every engine is reported, and can be tried again', async () => {
    let isDeadly = false;
    const lab = await started({
      machine: { fault: (question) => (isDeadly && 'request' in question ? 'throws' : undefined) },
    });
    await lab.play(1);
    isDeadly = true;
    await lab.play(0.2);
    expect(sceneStore.getState()).toMatchObject({
      state: 'lost',
      notices: [{ kind: 'engine-lost', reason: 'out of memory' }],
    });
    lab.session.step();
    lab.session.setPace(3);
    lab.session.togglePlay();
    expect(sceneStore.getState().state).toBe('lost');
    isDeadly = false;
    lab.session.setPace(8);
    lab.session.revive();
    await settled();
    expect(sceneStore.getState()).toMatchObject({ state: 'playing', notices: [] });
    const before_s = lab.now();
    await lab.play(0.5);
    expect(lab.now()).toBeGreaterThan(before_s);
  });

  it('is replaced even if the list of events asks the new engine before it has a scene', async () => {
    let isDeadly = false;
    const lab = await started({
      machine: {
        fault: (question) => {
          if (!isDeadly || !('request' in question) || question.request.kind !== 'advance') return undefined;
          isDeadly = false;
          return 'throws';
        },
      },
    });
    await lab.play(1);
    isDeadly = true;
    const played = lab.play(0.1);
    const refusals: string[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      await lab.session.history(0, 0, 1, {}, 5).catch((problem: Error) => refusals.push(problem.message));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await played;
    expect(refusals).toContain('it has no scene yet');
    expect(sceneStore.getState()).toMatchObject({ state: 'playing', notices: [{ kind: 'engine-replaced' }] });
  });

  it('leaves requests waiting while it is silent, and the new engine answers them', async () => {
    let isSilent = false;
    const lab = await started({
      machine: {
        fault: () => {
          const fault = isSilent ? 'silent' : undefined;
          isSilent = false;
          return fault;
        },
      },
    });
    await lab.play(2);
    isSilent = true;
    lab.session.seek(1);
    const changed = lab.session.change('queue.params.max_th', 70);
    await settled();
    vi.advanceTimersByTime(5000);
    await changed;
    await settled();
    expect(sceneStore.getState().notices).toMatchObject([{ kind: 'engine-replaced' }]);
    expect(sceneStore.getState().scenario?.interventions).toMatchObject([{ at_s: 1, value: 70 }]);
  });
});

function longer(duration_s: number): typeof PRESET {
  return { ...PRESET, scenario: { ...PRESET.scenario, duration_s } };
}

/** A page that is opening a link to a distant time and has not reached this time yet. */
async function onTheWay(scenario: Scenario, at_s: number, machine: Machine = {}) {
  const link = await (await testEngine()).encodeLink(scenario, PRESET.scenario, { at_s });
  let made: StartedSession['session'] | undefined;
  const opening = started({
    fragment: link,
    machine: { look_ms: 1, ...machine },
    onMade: (session) => (made = session),
  });
  await vi.waitUntil(() => (sceneStore.getState().catchingUp?.now_s ?? 0) > 0, { timeout: 30_000 });
  const session = (): StartedSession['session'] => {
    if (made === undefined) throw new Error('no session was made');
    return made;
  };
  return { session, opening, now: () => session().lanes[0]?.run.latest.scalars.now_s ?? Number.NaN };
}

/** Plays until a condition holds, with the timers of the page. */
async function until(lab: StartedSession, hasHappened: () => boolean): Promise<void> {
  for (let tick = 0; tick < 400 && !hasHappened(); tick += 1) {
    await lab.play(0);
    vi.advanceTimersByTime(250);
    await settled();
  }
}

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testEngine } from '../../testing/engine';
import { PRESET, type StartedSession, settled, started } from '../../testing/session';
import type { EngineClient } from '../border/client';
import type { Lane } from '../border/scenario';
import { toggleSolo, viewStore } from '../page/view-store';
import { PACES } from '../run/playback';
import { sceneStore } from '../scene/scene-store';

const FOUR = ['red', 'choke', 'gchoke', 'choked'].map((aqm): Lane => ({ aqm, params: {} }));

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
});

describe('the lanes of a scene', () => {
  it('are at the same simulated time at every speed', async () => {
    const lab = await withLanes(FOUR);
    expect(lab.session.lanes.map(({ name }) => name)).toEqual(['RED', 'CHOKe', 'gCHOKe', 'CHOKeD']);
    for (const pace of [2, 5, 8, PACES.length - 1]) {
      lab.session.setPace(pace);
      await lab.play(0.4);
      expect(new Set(times(lab)).size).toBe(1);
    }
    expect(lab.now()).toBeGreaterThan(0.5);
  });

  it('get the same packets until their divergence', async () => {
    const lab = await withLanes(FOUR);
    await lab.play(0.4);
    const arrived = lab.session.lanes.map(({ run }) => run.latest.scalars.arrived);
    expect(new Set(arrived).size).toBe(1);
  });

  it('run to the present time when they are added, and disappear when they are removed', async () => {
    const lab = await withLanes(FOUR.slice(0, 1));
    await lab.play(2);
    const at_s = lab.now();
    lab.session.setLanes(() => FOUR.slice(0, 3));
    await settled();
    expect(times(lab)).toEqual([at_s, at_s, at_s]);
    expect(lab.session.lanes[2]?.run.series.length).toBeGreaterThan(15);
    viewStore.setState({ focusedLane: 2 });
    lab.session.setLanes(() => FOUR.slice(1, 2));
    await settled();
    expect(lab.session.lanes.map(({ name }) => name)).toEqual(['CHOKe']);
    expect(viewStore.getState().focusedLane).toBe(0);
    await lab.play(0.5);
    expect(lab.now()).toBeGreaterThan(at_s + 0.3);
  });

  it('go to the time of the focused lane when it steps forward or back', async () => {
    const lab = await withLanes(FOUR);
    await lab.play(3);
    lab.session.togglePlay();
    await settled();
    viewStore.setState({ focusedLane: 1 });
    const led = lab.session.lanes[1]?.run;
    const { decisions } = led?.latest.scalars ?? { decisions: 0 };
    lab.session.stepBy({ kind: 'decision' }, 'forward');
    await settled();
    expect(led?.latest.scalars.decisions).toBe(decisions + 1);
    expect(new Set(times(lab)).size).toBe(1);
    for (let count = 0; count < 3; count += 1) {
      lab.session.stepBy({ kind: 'decision' }, 'back');
      await settled();
      // From the drops of a match, a step back leads only to the time between its draws and its drops. The loop does
      // not count this half step.
      if (sceneStore.getState().isHalfway) count -= 1;
    }
    expect(led?.latest.scalars.decisions).toBe(decisions - 2);
    expect(new Set(times(lab)).size).toBe(1);
    lab.session.goToDecision(3, 50);
    await settled();
    expect(lab.session.lanes[3]?.run.decision?.serial).toBe(50);
    expect(viewStore.getState().focusedLane).toBe(3);
    expect(new Set(times(lab)).size).toBe(1);
  });

  it('apply a change at the same simulated time, even while requests are open', async () => {
    const lab = await withLanes(FOUR);
    await lab.play(1);
    viewStore.setState({ focusedLane: 2 });
    lab.session.stepBy({ kind: 'decision' }, 'forward');
    await lab.session.change('flows.0.rate_bps', 5e6);
    const changes = lab.session.lanes.map(({ run }) => run.facts.scenario.interventions);
    expect(changes[0]).toHaveLength(1);
    for (const change of changes) expect(change).toEqual(changes[0]);
  });

  it('refuse a change in the same way', async () => {
    const lab = await withLanes(FOUR);
    await lab.play(1);
    await lab.session.change('lanes.2.params.max_th', 1e9);
    expect(sceneStore.getState().refusal).toMatchObject({ tried: 'lanes.2.params.max_th' });
    for (const { run } of lab.session.lanes) expect(run.facts.scenario.interventions).toEqual([]);
  });

  it('can have their own parameters, which their names show', async () => {
    const lab = await withLanes([
      { aqm: 'choke', params: {} },
      { aqm: 'choke', params: {} },
    ]);
    expect(lab.session.lanes.map(({ name }) => name)).toEqual(['CHOKe · 1', 'CHOKe · 2']);
    await lab.play(1);
    await lab.session.change('lanes.1.params.max_th', 60);
    expect(lab.session.lanes.map(({ name }) => name)).toEqual(['CHOKe · max_th 80', 'CHOKe · max_th 60']);
    expect(lab.session.lanes.map(({ run }) => run.facts.params.max_th)).toEqual([80, 60]);
  });

  it('are named after the named set that covers a long difference', async () => {
    const lab = await withLanes([
      { aqm: 'choked', params: {} },
      { aqm: 'choked', params: {} },
    ]);
    await lab.play(1);
    const { about } = lab.session.lanes[1]?.run ?? expect.unreachable();
    const printed = about.param_sets.find(({ id }) => id === 'algorithm-1') ?? expect.unreachable();
    const changes = Object.entries(printed.values).map(([id, value]) => ({ path: `lanes.1.params.${id}`, value }));
    await lab.session.changeAll(changes);
    expect(lab.session.lanes.map(({ name }) => name)).toEqual([
      "CHOKeD · the thesis's text",
      'CHOKeD · Algorithm I, as printed',
    ]);
    const { interventions = [] } = sceneStore.getState().scenario ?? {};
    expect(interventions.map(({ path, value }) => ({ path, value }))).toEqual(changes);
    expect(new Set(interventions.map(({ at_s }) => at_s)).size).toBe(1);
  });

  it('get another discipline one by one: the switch changes only the focused lane', async () => {
    const lab = await withLanes(FOUR.slice(0, 2));
    viewStore.setState({ focusedLane: 1 });
    lab.session.switchDiscipline('drop-tail');
    await settled();
    expect(lab.session.lanes.map(({ run }) => run.about.id)).toEqual(['red', 'drop-tail']);
  });

  it('do not change if the engine for another lane cannot start', async () => {
    const lab = await withLanes(FOUR.slice(0, 1), [await testEngine()], 1);
    await lab.play(1);
    lab.session.setLanes(() => FOUR.slice(0, 2));
    await settled();
    expect(sceneStore.getState().notices).toMatchObject([{ kind: 'refused', problems: [{ path: 'lanes' }] }]);
    const before_s = lab.now();
    await lab.play(0.5);
    expect(lab.session.lanes).toHaveLength(1);
    expect(lab.now()).toBeGreaterThan(before_s + 0.3);
  });
});

describe('the divergence of lanes', () => {
  it('is found in the background, and can be shown', async () => {
    const lab = await withLanes(FOUR);
    lab.session.togglePlay();
    await vi.waitUntil(() => sceneStore.getState().divergence !== undefined, { timeout: 3000 });
    const { divergence } = sceneStore.getState();
    if (typeof divergence !== 'object') return expect.unreachable();
    lab.session.goToDivergence();
    await settled();
    for (const { run } of lab.session.lanes) expect(run.decision?.serial).toBe(divergence.decision);
    const lastSteps = divergence.lanes.map((lane) => lab.session.lanes[lane]?.run.decision?.steps.at(-1)?.kind);
    expect(new Set(lastSteps).size).toBe(2);
  });

  it('does not exist between two lanes with the same settings, or with one lane', async () => {
    const lab = await withLanes([FOUR[0], FOUR[0]].flatMap((lane) => lane ?? []));
    await vi.waitUntil(() => sceneStore.getState().divergence !== undefined, { timeout: 3000 });
    expect(sceneStore.getState().divergence).toBe('none');
    lab.session.setLanes(() => FOUR.slice(0, 1));
    await settled();
    expect(sceneStore.getState().divergence).toBeUndefined();
  });
});

it('a link contains the lanes, and the index of the lane that is shown alone', async () => {
  const preset = { ...PRESET, scenario: { ...PRESET.scenario, lanes: FOUR.slice(0, 3) } };
  const lab = await started({ preset });
  await lab.play(1);
  toggleSolo(2);
  const link = await lab.session.linkOf(true);
  const hashes = lab.session.lanes.map(({ run }) => run.latest.scalars.state_hash_high);
  viewStore.setState(viewStore.getInitialState(), true);
  const other = await started({ preset, fragment: link.slice(link.indexOf('#') + 1) });
  expect(other.session.lanes.map(({ run }) => run.latest.scalars.state_hash_high)).toEqual(hashes);
  expect(viewStore.getState()).toMatchObject({ soloLane: 2, focusedLane: 2 });
});

function withLanes(
  lanes: readonly Lane[],
  engines: EngineClient[] = [],
  mostEngines?: number,
): Promise<StartedSession> {
  return started({ preset: { ...PRESET, scenario: { ...PRESET.scenario, lanes } }, engines, mostEngines });
}

function times({ session }: StartedSession): readonly number[] {
  return session.lanes.map(({ run }) => run.latest.scalars.now_s);
}

describe('on a slow machine', () => {
  // Each read of the clock advances the test's time by 4 ms, so a slice of 30 ms reads it seven times on any machine.
  const slow = { look_ms: 4 };

  it('lanes make progress in every tick, and stay at the same simulated time', async () => {
    for (const pace of [PACES.length - 1, 12, 10, 8]) {
      const lab = await started({
        preset: { ...PRESET, scenario: { ...PRESET.scenario, duration_s: 1e5, lanes: FOUR } },
        machine: slow,
      });
      lab.session.setPace(pace);
      await lab.play(0.1);
      for (let tick = 0; tick < 30; tick += 1) {
        const before_s = lab.now();
        await lab.play(0);
        expect(lab.now(), `${PACES[pace]?.name}, tick ${tick}`).toBeGreaterThan(before_s);
        expect(new Set(times(lab)).size).toBe(1);
      }
    }
  });

  it('a lane that is much slower than the others delays them only for a short time', async () => {
    const engines = await Promise.all([testEngine({ look_ms: 0.01 }), testEngine({ look_ms: 20 })]);
    const scenario = { ...PRESET.scenario, duration_s: 1e5, lanes: FOUR.slice(0, 2) };
    const lab = await started({ preset: { ...PRESET, scenario }, engines });
    lab.session.setPace(PACES.length - 1);
    for (let tick = 0; tick < 20; tick += 1) {
      const before_s = lab.now();
      await lab.play(0);
      expect(lab.now()).toBeGreaterThan(before_s);
      expect(new Set(times(lab)).size).toBe(1);
    }
  });

  it('the run reaches its speed again after a burst of work', async () => {
    const lanes = FOUR.slice(0, 2);
    const scenario = {
      ...PRESET.scenario,
      lanes,
      duration_s: 60,
      access: { rate_bps: 1e10, delay_s: 0.01 },
      interventions: [
        { at_s: 1, path: 'flows.0.rate_bps', value: 1e9 },
        { at_s: 1.2, path: 'flows.0.rate_bps', value: 1e6 },
      ],
    };
    const lab = await started({ preset: { ...PRESET, scenario }, machine: slow });
    lab.session.setPace(PACES.length - 1);
    let ticks = 0;
    while (lab.now() < 1.1) {
      await lab.play(0);
      ticks += 1;
      expect(ticks).toBeLessThan(3000);
    }
    const inBurst = ticks;
    while (lab.now() < 30) {
      await lab.play(0);
      ticks += 1;
      expect(ticks).toBeLessThan(inBurst + 6000);
    }
  });
});

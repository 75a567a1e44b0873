import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testEngine } from '../../testing/engine';
import { PRESET, settled, started } from '../../testing/session';
import type { DecodedLink, ViewInLink } from '../border/client';
import type { Preset, Scenario } from '../border/scenario';
import { viewStore } from '../page/view-store';
import { sceneStore } from '../scene/scene-store';

describe('a session', () => {
  beforeEach(() => {
    sceneStore.setState(sceneStore.getInitialState(), true);
  });

  it('opens the first scene and plays it at once', async () => {
    const { session, play } = await started();
    expect(sceneStore.getState()).toMatchObject({ state: 'playing', preset: PRESET });
    await play(1);
    expect(session.lanes[0]?.run.latest.scalars.now_s).toBeCloseTo(1, 1);
  });

  it('does not start a scene by itself with reduced motion, and says how to start it', async () => {
    viewStore.setState({ prefersReducedMotion: true });
    try {
      const { session, play, now } = await started();
      expect(sceneStore.getState()).toMatchObject({ state: 'paused', notices: [{ kind: 'starts-paused' }] });
      await play(1);
      expect(now()).toBe(0);
      session.openPreset(PRESET.scenario.id);
      await settled();
      expect(sceneStore.getState().state).toBe('paused');
      session.togglePlay();
      await play(1);
      expect(now()).toBeCloseTo(1, 1);
    } finally {
      viewStore.setState({ prefersReducedMotion: false });
    }
  });

  it('pauses, and steps one decision at a time', async () => {
    const { session, play, now } = await started();
    await play(1);
    session.togglePlay();
    const paused_s = now();
    await play(1);
    expect(now()).toBe(paused_s);
    const before = session.lanes[0]?.run.latest.scalars.decisions ?? 0;
    session.step();
    await settled();
    expect(session.lanes[0]?.run.latest.scalars.decisions).toBe(before + 1);
    expect(sceneStore.getState().state).toBe('paused');
  });

  it('turns a change during the run into an intervention at the present time', async () => {
    const { session, play, now } = await started();
    await play(2);
    const at_s = now();
    await session.change('flows.0.rate_bps', 5e6);
    expect(sceneStore.getState().scenario?.interventions).toEqual([{ at_s, path: 'flows.0.rate_bps', value: 5e6 }]);
    expect(now()).toBe(at_s);
  });

  it('edits the scene itself if the change is before the first event', async () => {
    const { session } = await started();
    await session.change('queue.params.max_th', 60);
    const { scenario } = sceneStore.getState();
    expect(scenario?.queue.params.max_th).toBe(60);
    expect(scenario?.interventions).toEqual([]);
  });

  it('restarts for a setting that cannot change during the run, and runs to the present time', async () => {
    const { session, play, now } = await started();
    await play(2);
    const at_s = now();
    await session.change('flows.1.count', 5);
    expect(sceneStore.getState().scenario?.flows[1]?.count).toBe(5);
    expect(session.lanes[0]?.run.facts.flows).toHaveLength(6);
    expect(now()).toBeCloseTo(at_s);
  });

  it('turns a drag into one intervention, and then simulates the scene with it', async () => {
    const { session, play, now } = await started();
    await play(1);
    for (const value of [70, 65, 60]) {
      await session.change('queue.params.max_th', value, 7);
      await play(0.2);
    }
    expect(sceneStore.getState().scenario?.interventions).toHaveLength(3);
    await session.settle(7);
    const { scenario } = sceneStore.getState();
    expect(scenario?.interventions).toMatchObject([{ path: 'queue.params.max_th', value: 60 }]);
    if (scenario === undefined) return expect.unreachable();
    const { frame } = await (await testEngine()).open(scenario, now());
    expect(session.lanes[0]?.run.latest.scalars.state_hash_high).toBe(frame.scalars.state_hash_high);
  });

  it('replaces a change of the same setting at the same time', async () => {
    const { session, play } = await started();
    await play(1);
    session.togglePlay();
    for (const value of [70, 65, 60]) await session.change('queue.params.max_th', value);
    expect(sceneStore.getState().scenario?.interventions).toMatchObject([{ value: 60 }]);
  });

  it('keeps the former value if a new value is refused, and names the setting', async () => {
    const { session, play } = await started();
    await play(1);
    await session.change('queue.params.max_th', 30);
    expect(sceneStore.getState().refusal).toMatchObject({ tried: 'queue.params.max_th' });
    expect(session.lanes[0]?.run.facts.params.max_th).toBe(80);
    await session.change('queue.params.max_th', 70);
    expect(sceneStore.getState().refusal).toBeUndefined();
  });

  it('removes an intervention, and can restart with the changed values', async () => {
    const { session, play, now } = await started();
    await play(1);
    await session.change('queue.params.max_th', 70);
    await session.change('flows.0.rate_bps', 3e6);
    session.takeBack([0]);
    await settled();
    expect(sceneStore.getState().scenario?.interventions).toMatchObject([{ path: 'flows.0.rate_bps' }]);
    expect(now()).toBeGreaterThan(0.5);
    session.startOver();
    await settled();
    expect(sceneStore.getState().scenario).toMatchObject({ interventions: [], queue: { params: { max_th: 80 } } });
    expect(sceneStore.getState().scenario?.flows[0]?.rate_bps).toBe(3e6);
    expect(now()).toBe(0);
  });

  it('changes several settings as one, in an order that the engine accepts, or none of them', async () => {
    const { session, play, now } = await started();
    await play(1);
    // A change of min_th alone to 100 would be refused, because it would exceed the current max_th.
    const both = [
      { path: 'queue.params.min_th', value: 100 },
      { path: 'queue.params.max_th', value: 150 },
    ];
    await session.changeAll(both);
    const { scenario } = sceneStore.getState();
    const [first, second] = scenario?.interventions ?? [];
    expect([first, second]).toMatchObject([both[1], both[0]]);
    expect(first?.at_s).toBe(second?.at_s);
    expect(session.lanes[0]?.run.facts.params).toMatchObject({ min_th: 100, max_th: 150 });
    session.takeBack([0, 1]);
    await settled();
    expect(sceneStore.getState().scenario?.interventions).toEqual([]);
    expect(now()).toBeGreaterThan(0.5);
    await session.changeAll([
      { path: 'queue.params.w_q', value: 0.5 },
      { path: 'queue.params.max_th', value: 30 },
    ]);
    expect(sceneStore.getState()).toMatchObject({
      refusal: { tried: 'queue.params.w_q' },
      scenario: { interventions: [] },
    });
    expect(session.lanes[0]?.run.facts.params.w_q).toBe(0.02);
  });

  it('replaces the discipline at the same simulated time, under the same seed', async () => {
    const { session, play, now } = await started();
    await play(2);
    const at_s = now();
    session.switchDiscipline('red');
    expect(sceneStore.getState().switchingTo).toBe('red');
    await settled();
    expect(session.lanes[0]?.run.about.id).toBe('red');
    expect(now()).toBeCloseTo(at_s);
    expect(sceneStore.getState()).toMatchObject({ state: 'playing', switchingTo: undefined });
    expect(session.lanes[0]?.run.series.length).toBeGreaterThan(15);
  });

  it('makes a link that gives the same numbers when it is opened', async () => {
    const { session, play } = await started();
    await play(1);
    session.togglePlay();
    await session.change('flows.0.rate_bps', 4e6);
    const link = await session.linkOf(true);
    const scalars = session.lanes[0]?.run.latest.scalars;
    const other = await started({ fragment: link.slice(link.indexOf('#') + 1) });
    expect(other.session.lanes[0]?.run.latest.scalars.arrived).toBe(scalars?.arrived);
    expect(other.session.lanes[0]?.run.latest.scalars.now_s).toBe(scalars?.now_s);
    expect(sceneStore.getState().state).toBe('paused');
  });

  it('opens the first scene with a notice if a link is damaged', async () => {
    const { session } = await started({ fragment: '1.%%%' });
    expect(sceneStore.getState()).toMatchObject({ state: 'playing', notices: [{ kind: 'bad-link' }] });
    session.dismissNotice();
    expect(sceneStore.getState().notices).toEqual([]);
  });

  it('opens the workspace of the link, or shows the stage if the link has none', async () => {
    viewStore.setState({ workspace: 'paper', packetColour: 'wait' });
    for (const fragment of ['', '1.x']) {
      const engine = await testEngine();
      vi.spyOn(engine, 'decodeLink').mockResolvedValue(linked(PRESET.scenario));
      await started({ fragment, engines: [engine] });
      expect(viewStore.getState()).toMatchObject({ workspace: 'watch', packetColour: 'flow' });
      viewStore.setState({ workspace: 'theory' });
    }
  });

  it('reports which lanes of a link are shown if there are too many', async () => {
    const lanes = ['red', 'choked', 'drop-tail', 'choke', 'red', 'choked'].map((aqm) => ({ aqm, params: {} }));
    const engine = await testEngine();
    vi.spyOn(engine, 'decodeLink').mockResolvedValue(linked({ ...PRESET.scenario, lanes }));
    const { session } = await started({ fragment: '1.x', engines: [engine] });
    expect(session.lanes).toHaveLength(4);
    expect(sceneStore.getState().notices).toEqual([
      {
        kind: 'lanes-left-out',
        lanes: 6,
        shown: session.lanes.map(({ name }) => name),
      },
    ]);
    expect(sceneStore.getState().scenario?.lanes).toHaveLength(6);
  });

  it('checks every part of a link', async () => {
    for (const view of [null, 7, { at_s: 'x', speed: {} }, { at_s: -1, speed: 1e9 }, { at_s: null }]) {
      const engine = await testEngine();
      vi.spyOn(engine, 'decodeLink').mockResolvedValue(linked(PRESET.scenario, view as ViewInLink));
      await started({ fragment: '1.x', engines: [engine] });
      expect(sceneStore.getState()).toMatchObject({ state: 'playing', notices: [] });
    }
  });

  it('stops at the end, and plays again from the start', async () => {
    const { session, play, now } = await started();
    session.setPace(99);
    await play(3);
    expect(sceneStore.getState().state).toBe('finished');
    expect(now()).toBe(20);
    session.step();
    session.togglePlay();
    await settled();
    expect(sceneStore.getState().state).toBe('playing');
    expect(now()).toBe(0);
  });
});

describe('a link to a preset that has changed since', () => {
  const was = PRESET.scenario;
  const IS: Preset = { ...PRESET, scenario: { ...was, bottleneck: { capacity_bps: 5e6, delay_s: 0.01 } } };

  it('opens the scene of the link, reports the change, and offers the present version', async () => {
    const engine = await testEngine();
    const link = await engine.encodeLink({ ...was, seed: 99 }, was, {});
    const print = link.split('.')[2] ?? '';
    const archive = JSON.stringify({ id: was.id, fingerprint: print, scenario: was });
    const { session } = await started({ fragment: link, engines: [engine], preset: IS, archive });
    expect(sceneStore.getState()).toMatchObject({
      scenario: { seed: 99, bottleneck: { capacity_bps: 1e6 } },
      notices: [{ kind: 'older-scene', preset: was.id, isEarlier: true }],
    });
    // The page's own link still refers to the earlier version of the preset.
    expect((await session.linkOf(false)).split('.')).toContain(print);
    session.openTodays();
    await settled();
    expect(sceneStore.getState()).toMatchObject({ scenario: { bottleneck: { capacity_bps: 5e6 } }, notices: [] });
  });

  it('names the preset if the archive does not contain its version', async () => {
    const engine = await testEngine();
    const link = await engine.encodeLink(was, was, {});
    await started({ fragment: link, engines: [engine], preset: IS });
    expect(sceneStore.getState().notices).toMatchObject([
      {
        kind: 'bad-link',
        problems: [{ path: 'link', problem: expect.stringContaining('names a version of the preset') }],
      },
    ]);
  });
});

function linked(scenario: Scenario, view: ViewInLink = {}): DecodedLink {
  return { scenario, view, preset: scenario.id, earlier: null, numbers: null };
}

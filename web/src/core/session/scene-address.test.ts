import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CATALOG, testEngine } from '../../testing/engine';
import { PRESET } from '../../testing/session';
import { type EngineClient, SceneRefused } from '../border/client';
import type { Scenario } from '../border/scenario';
import { viewStore } from '../page/view-store';
import { DEFAULT_PACE } from '../run/playback';
import { withSetting } from '../scene/edit';
import { clear } from '../scene/notices';
import { sceneStore } from '../scene/scene-store';
import { barInMemory } from './address-bar';
import { SceneAddress } from './scene-address';
import { askFullEngine } from './with-full';

const PROBLEMS = [{ path: 'link', problem: 'would have 17676 characters; at most 16000' }];
const CHANGED = withSetting(PRESET.scenario, 'seed', 8);

describe('the address of a scene', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    sceneStore.setState({ preset: PRESET, presets: [PRESET], scenario: CHANGED, pace: DEFAULT_PACE });
  });
  afterEach(() => {
    vi.useRealTimers();
    sceneStore.setState(sceneStore.getInitialState(), true);
    viewStore.setState(viewStore.getInitialState(), true);
  });

  it('opens the preset if the scene is too large for a link, and one notice says so', async () => {
    const { bar, follow } = await address({ refused: CHANGED });
    await follow();
    const engine = await testEngine();
    expect(bar.read()).toMatchObject({
      fragment: await engine.encodeLink(PRESET.scenario, PRESET.scenario, {}),
      // A reload still opens the changed scene.
      unsaid: { scenario: CHANGED },
    });
    expect(sceneStore.getState().notices).toEqual([{ kind: 'no-link', problems: PROBLEMS }]);
    // A notice that the user has dismissed does not return with the next change of the scene.
    clear();
    await follow();
    expect(sceneStore.getState().notices).toEqual([]);
  });

  it('describes the scene again, without the notice, as soon as a link is possible', async () => {
    const { bar, follow } = await address({ refused: CHANGED });
    await follow();
    const fitting = withSetting(PRESET.scenario, 'seed', 9);
    sceneStore.setState({ scenario: fitting });
    await follow();
    expect(bar.read()).toMatchObject({
      fragment: await (await testEngine()).encodeLink(fitting, PRESET.scenario, {}),
      unsaid: undefined,
    });
    expect(sceneStore.getState().notices).toEqual([]);
    // The notice is shown again if the problem occurs again.
    sceneStore.setState({ scenario: CHANGED });
    await follow();
    expect(sceneStore.getState().notices).toMatchObject([{ kind: 'no-link' }]);
  });

  it('keeps the simulated time for a reload, whatever changes are written afterwards', async () => {
    const { of, bar, follow } = await address({ refused: PRESET.scenario });
    of.changed();
    of.holdMoment();
    of.flush();
    await follow();
    expect(bar.read().unsaid).toMatchObject({ scenario: CHANGED, view: { at_s: 2.133 } });
  });

  it('passes an error of the engine to the caller', async () => {
    const { follow } = await address({ refused: CHANGED, problem: new Error('it is gone') });
    await expect(follow()).rejects.toThrow('it is gone');
  });

  it('causes no report if the engine reads no scripts and another engine writes the link', async () => {
    const script = 'fn enqueue(packet) { drop("overflow"); }';
    const scenario: Scenario = { ...CHANGED, lanes: [{ aqm: 'script', params: {}, script }] };
    sceneStore.setState({ scenario });
    const { bar, follow } = await address({ refused: PRESET.scenario });
    const refusal = await follow().catch((problem: unknown) => problem);
    expect(refusal).toMatchObject({ needsFull: true });
    expect(sceneStore.getState().notices).toEqual([]);
    const reader = () => testEngine({ kind: 'full' });
    await askFullEngine(refusal, reader, async (engine) => {
      const fragment = await engine.encodeLink(scenario, PRESET.scenario, {});
      expect(await (await address({ refused: PRESET.scenario, engine })).written()).toBe(fragment);
    });
    expect(bar.read().fragment).toBe('2.of-the-scene');
  });
});

interface Around {
  readonly refused: Scenario;
  readonly problem?: Error;
  readonly engine?: EngineClient;
}

async function address({ refused, problem = new SceneRefused(PROBLEMS), engine: given }: Around) {
  const engine = given ?? (await testEngine());
  const { encodeLink } = engine;
  vi.spyOn(engine, 'encodeLink').mockImplementation((scenario, preset, view) =>
    scenario === refused ? Promise.reject(problem) : encodeLink(scenario, preset, view),
  );
  const bar = barInMemory('2.of-the-scene');
  let work: Promise<void> | undefined;
  const of = new SceneAddress({
    bar,
    ask: (perform) => {
      work = perform(engine);
    },
    onArrival: () => undefined,
    present: () => ({ at_s: 2.133, wasPlaying: false, isHalfway: false }),
    catalog: () => CATALOG,
  });
  of.cameIn();
  of.opened(of.present, {});
  const follow = async (): Promise<void> => {
    of.changed();
    vi.runAllTimers();
    await work;
  };
  return {
    of,
    bar,
    follow,
    written: async (): Promise<string> => {
      await follow();
      return bar.read().fragment;
    },
  };
}

/** Tests that opening scenes, Back and undo lose no change. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRESET, settled, started } from '../../testing/session';
import type { Preset } from '../border/scenario';
import { viewStore } from '../page/view-store';
import { DEFAULT_PACE } from '../run/playback';
import { sceneStore } from '../scene/scene-store';
import { FIRST_SCENE } from './first-scene';

const named = (id: string): Preset => ({ ...PRESET, scenario: { ...PRESET.scenario, id, title: id } });
/** A preset with a longer run, for the first scene, which opens in the middle of its run. */
const longer = (preset: Preset, duration_s: number): Preset => ({
  ...preset,
  scenario: { ...preset.scenario, duration_s },
});
const OTHER = named('other');
const FIRST = longer(named(FIRST_SCENE.preset), 60);

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
});

const shown = () => {
  const { preset, scenario, pace, state } = sceneStore.getState();
  return { id: preset?.scenario.id, changes: scenario?.interventions.map(({ value }) => value), pace, state };
};

describe('the first scene', () => {
  it('opens at an interesting time, at a speed that a user can follow', async () => {
    const { now } = await started({ others: [FIRST] });
    expect(shown()).toMatchObject({ id: FIRST_SCENE.preset, pace: FIRST_SCENE.pace, state: 'playing' });
    expect(now()).toBeCloseTo(FIRST_SCENE.at_s);
  });

  it('does not pass its speed to the next scene, unless the user chose the speed', async () => {
    const { session } = await started({ others: [FIRST, OTHER] });
    session.openPreset('other');
    await settled();
    expect(shown()).toMatchObject({ id: 'other', pace: DEFAULT_PACE });
    session.setPace(3);
    session.openPreset(PRESET.scenario.id);
    await settled();
    expect(shown()).toMatchObject({ id: PRESET.scenario.id, pace: 3 });
  });

  it('stays paused if the system asks for reduced motion', async () => {
    viewStore.setState({ prefersReducedMotion: true });
    const { session } = await started({ others: [FIRST] });
    expect(shown().state).toBe('paused');
    session.openPreset(PRESET.scenario.id);
    await settled();
    expect(shown()).toMatchObject({ id: PRESET.scenario.id, state: 'paused' });
  });
});

describe('a chosen scene', () => {
  it("opens in its own view, and the paper's values stay open", async () => {
    const formula: Preset = { ...OTHER, theory: { picture: 'draws', is_shown: true } };
    const { session } = await started({ others: [formula] });
    const opened = async (id: string) => {
      session.openPreset(id);
      await settled();
      return viewStore.getState().workspace;
    };
    expect(await opened('other')).toBe('theory');
    expect(await opened(PRESET.scenario.id)).toBe('watch');
    viewStore.setState({ workspace: 'paper' });
    expect(await opened(PRESET.scenario.id)).toBe('paper');
  });
});

describe("the browser's Back", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** Waits until the address is updated. */
  const writes = async () => {
    vi.runAllTimers();
    await settled();
  };

  it('leads to the previous scene with its changes, at the time at which the user left it', async () => {
    const { session, play, now, back } = await started({ others: [OTHER] });
    await writes();
    await play(2);
    session.togglePlay();
    await session.change('flows.0.rate_bps', 5e6);
    const left_s = now();
    // The address does not contain the change yet, because it is written after a delay.
    session.openPreset('other');
    await settled();
    await writes();
    expect(shown()).toMatchObject({ id: 'other', changes: [] });
    await back();
    expect(shown()).toMatchObject({ id: PRESET.scenario.id, changes: [5e6], state: 'paused' });
    expect(now()).toBeCloseTo(left_s);
    await writes();
    expect(shown().id).toBe(PRESET.scenario.id);
  });
});

describe('undo', () => {
  it('undoes and redoes settings, lanes and disciplines, at the present simulated time', async () => {
    const { session, play, now } = await started();
    await play(1);
    session.togglePlay();
    const at_s = now();
    await session.change('queue.params.max_th', 70);
    session.switchDiscipline('red');
    await settled();
    session.setLanes(() => [
      { aqm: 'red', params: {} },
      { aqm: 'choke', params: {} },
    ]);
    await settled();
    const scene = () => {
      const { scenario, canUndo, canRedo } = sceneStore.getState();
      const lanes = scenario?.lanes.map(({ aqm }) => aqm).join(' ');
      return { lanes, changes: scenario?.interventions.length, canUndo, canRedo };
    };
    const undo = async () => {
      session.undo();
      await settled();
      return scene();
    };
    const redo = async () => {
      session.redo();
      await settled();
      return scene();
    };
    expect(await undo()).toEqual({ lanes: 'red', changes: 1, canUndo: true, canRedo: true });
    expect(session.lanes).toHaveLength(1);
    expect(await undo()).toEqual({ lanes: 'choked', changes: 1, canUndo: true, canRedo: true });
    expect(await undo()).toEqual({ lanes: 'choked', changes: 0, canUndo: false, canRedo: true });
    expect(session.lanes[0]?.run.facts.params.max_th).toBe(80);
    expect(await undo()).toEqual({ lanes: 'choked', changes: 0, canUndo: false, canRedo: true });
    expect(await redo()).toMatchObject({ changes: 1 });
    expect(session.lanes[0]?.run.facts.params.max_th).toBe(70);
    expect(await redo()).toMatchObject({ lanes: 'red' });
    expect(await redo()).toEqual({ lanes: 'red choke', changes: 1, canUndo: true, canRedo: false });
    expect(now()).toBeCloseTo(at_s);
  });

  it('treats a drag as one change', async () => {
    const { session, play } = await started();
    await play(1);
    session.togglePlay();
    for (const value of [70, 65, 60]) await session.change('queue.params.max_th', value, 7);
    await session.settle(7);
    session.undo();
    await settled();
    expect(sceneStore.getState()).toMatchObject({ canUndo: false, scenario: { interventions: [] } });
  });

  it('does not keep an undone change while the user still holds the slider', async () => {
    const { session, play } = await started();
    await play(1);
    session.togglePlay();
    for (const value of [70, 65]) await session.change('queue.params.max_th', value, 7);
    session.undo();
    await session.settle(7);
    expect(sceneStore.getState().scenario?.interventions).toEqual([]);
  });

  it('has no effect on a value that was changed and reset at the same time', async () => {
    const { session, play } = await started();
    await play(1);
    session.togglePlay();
    const before = session.lanes[0]?.run.facts.params;
    for (const [path, there] of [
      ['queue.params.max_th', 60],
      ['queue.params.w_q', 0.5],
      ['flows.0.rate_bps', 4e6],
    ] as const) {
      const id = path.slice(path.lastIndexOf('.') + 1);
      const back = path === 'flows.0.rate_bps' ? 2e6 : before?.[id];
      if (back === undefined) return expect.unreachable();
      await session.change(path, there);
      expect(sceneStore.getState().scenario?.interventions).toHaveLength(1);
      await session.change(path, back);
      expect(sceneStore.getState().scenario?.interventions, path).toEqual([]);
    }
  });

  it('has no changes of another scene', async () => {
    const { session } = await started({ others: [OTHER] });
    await session.change('queue.params.max_th', 70);
    expect(sceneStore.getState().canUndo).toBe(true);
    session.openPreset('other');
    await settled();
    expect(sceneStore.getState().canUndo).toBe(false);
    session.undo();
    await settled();
    expect(shown().id).toBe('other');
  });
});

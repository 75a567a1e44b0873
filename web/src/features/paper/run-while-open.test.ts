import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Preset } from '../../core/border/scenario';
import { experimentStore } from '../../core/experiment/experiment-store';
import { FILE, FILE_TEXT } from '../../core/experiment/fixtures';
import type { Runner } from '../../core/experiment/runner';
import { sceneStore } from '../../core/scene/scene-store';
import { testRunner } from '../../testing/runner';
import { runWhileOpen } from './run-while-open';

const REQUEST = { id: 'model', title: 'Model', preset: FILE_TEXT, link: '', isChanged: false, seeds: 90 };
const OTHER: Preset = { ...FILE, scenario: { ...FILE.scenario, id: 'other' } } as Preset;

describe('an experiment of the open preset', () => {
  afterEach(() => sceneStore.setState(sceneStore.getInitialState(), true));

  it('ends all its workers at once when another preset opens, and keeps the finished runs', async () => {
    sceneStore.setState({ preset: FILE as Preset });
    const { connect, open } = counted();
    const run = runWhileOpen(REQUEST, connect, { workers: 3 });
    await vi.waitFor(() => expect(experimentStore.getState().experiments.model?.done).toBeGreaterThan(0));
    // There are three workers for runs, and one that evaluates the results.
    expect(open.size).toBe(4);
    // A change of the speed does not change the preset, so the workers continue.
    sceneStore.setState({ pace: 3 });
    expect(open.size).toBe(4);
    sceneStore.setState({ preset: OTHER });
    expect(open.size).toBe(0);
    await run;
    expect(experimentStore.getState()).toMatchObject({
      running: undefined,
      experiments: { model: { phase: 'cancelled' } },
    });
    expect(experimentStore.getState().experiments.model?.done).toBeGreaterThan(0);
  });

  it('does not start if another preset was opened before', async () => {
    sceneStore.setState({ preset: OTHER });
    const { connect, open } = counted();
    await runWhileOpen({ ...REQUEST, seeds: 1 }, connect, { workers: 2 });
    expect(open.size).toBe(0);
    expect(experimentStore.getState().running).toBeUndefined();
  });
});

function counted() {
  const open = new Set<Runner>();
  const connect = async (): Promise<Runner> => {
    const runner = await testRunner({ run_ms: 2 });
    const mine: Runner = {
      ...runner,
      close: () => {
        open.delete(mine);
        runner.close();
      },
    };
    open.add(mine);
    return mine;
  };
  return { connect, open };
}

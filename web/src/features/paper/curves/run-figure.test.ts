import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Preset } from '../../../core/border/scenario';
import { experimentStore } from '../../../core/experiment/experiment-store';
import { FILE, FILE_TEXT } from '../../../core/experiment/fixtures';
import type { LoadedPreset } from '../../../core/experiment/preset-file';
import type { FigureReport } from '../../../core/experiment/report';
import { sceneStore } from '../../../core/scene/scene-store';
import { testRunner } from '../../../testing/runner';
import { figureRunStore, runFigure, scenesToRun, stopFigure } from './run-figure';

const FIGURE = figure(2);
const MEANS = { actions: { linkOfScene: async () => '' }, connect: () => testRunner(), load, workers: 2 };
const SLOW = { ...MEANS, connect: () => testRunner({ run_ms: 20 }) };

describe('running all experiments of a figure', () => {
  afterEach(() => {
    sceneStore.setState(sceneStore.getInitialState(), true);
    experimentStore.setState(experimentStore.getInitialState(), true);
  });

  it('runs the experiment of each scene with its number of seeds', async () => {
    openScene('b');
    await runFigure(FIGURE, MEANS);
    const { experiments } = experimentStore.getState();
    expect(Object.keys(experiments)).toEqual(['a', 'b', 'c']);
    // Two lanes with two seeds are four runs.
    for (const { phase, done, seeds } of Object.values(experiments))
      expect({ phase, done, seeds }).toEqual({ phase: 'done', done: 4, seeds: [1, 2] });
    expect(left()).toEqual([]);
  });

  it('leaves out only experiments that were already run as published', async () => {
    openScene('a');
    await runFigure({ ...FIGURE, points: FIGURE.points.slice(0, 1) }, MEANS);
    expect(left()).toEqual(['b', 'c']);
    const { a } = experimentStore.getState().experiments;
    if (a !== undefined) experimentStore.setState({ experiments: { a: { ...a, isChanged: true } } });
    expect(left()).toEqual(['a', 'b', 'c']);
  });

  it('reports the reason if a scene cannot be loaded, and runs again on request', async () => {
    openScene('a');
    const failing = async (id: string) => (id === 'b' ? Promise.reject(new Error('no network')) : load(id));
    await runFigure(FIGURE, { ...MEANS, load: failing });
    expect(figureRunStore.getState()).toEqual({ figure: 'figure', isRunning: false, problem: 'no network' });
    expect(left()).toEqual(['b', 'c']);
    await runFigure(FIGURE, MEANS);
    expect(figureRunStore.getState().problem).toBeUndefined();
    expect(left()).toEqual([]);
  });

  it('ends when the experiment that is running is stopped', async () => {
    openScene('a');
    const run = runFigure(figure(50), SLOW);
    await vi.waitFor(() => expect(experimentStore.getState().experiments.a?.done).toBeGreaterThan(0));
    stopFigure();
    await run;
    expect(Object.values(experimentStore.getState().experiments).map(({ phase }) => phase)).toEqual(['cancelled']);
  });

  it('continues while another of its scenes is open, and ends with any other scene', async () => {
    const opened: Readonly<Record<string, string>> = { a: 'c', b: 'elsewhere' };
    const leave = experimentStore.subscribe(({ running = '' }, before) => {
      const next = opened[running];
      if (running !== before.running && next !== undefined) queueMicrotask(() => openScene(next));
    });
    openScene('a');
    await runFigure(figure(3), MEANS).finally(leave);
    const { experiments } = experimentStore.getState();
    expect(Object.entries(experiments).map(([id, { phase }]) => [id, phase])).toEqual([
      ['a', 'done'],
      ['b', 'cancelled'],
    ]);
  });
});

function openScene(id: string): void {
  sceneStore.setState({ preset: { ...FILE, scenario: { ...FILE.scenario, id } } as Preset });
}

function figure(seeds: number): Pick<FigureReport, 'id' | 'points'> {
  return { id: 'figure', points: ['a', 'b', 'c'].map((preset, at) => ({ at, preset, title: preset, seeds })) };
}

function left(): readonly string[] {
  return scenesToRun(FIGURE).map(({ preset }) => preset);
}

async function load(id: string): Promise<LoadedPreset> {
  return { file: { ...FILE, scenario: { ...FILE.scenario, id } }, text: FILE_TEXT };
}

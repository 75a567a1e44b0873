/** Runs the experiments of all scenes in a figure one after another. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { problemText } from '../../../base/problem-text';
import { cancelExperiment, experimentStore } from '../../../core/experiment/experiment-store';
import { loadPresetFile } from '../../../core/experiment/preset-file';
import type { FigurePoint, FigureReport } from '../../../core/experiment/report';
import type { Connect } from '../../../core/experiment/runner';
import type { SceneActions } from '../../../core/scene/scene-store';
import { requestOf } from '../experiment-request';
import { runWhileOpen } from '../run-while-open';

interface FigureRun {
  /** Id of the figure whose experiments are running, or ran last. */
  readonly figure: string | undefined;
  readonly isRunning: boolean;
  /** The reason why the runs failed. Undefined if they finished or were stopped. */
  readonly problem: string | undefined;
}

export const figureRunStore = createStore<FigureRun>(() => ({
  figure: undefined,
  isRunning: false,
  problem: undefined,
}));

export function useFigureRun(): FigureRun {
  return useStore(figureRunStore);
}

/** Points of the figure whose experiment has not yet run on this page with the published scene. */
export function scenesToRun({ points }: Pick<FigureReport, 'points'>): readonly FigurePoint[] {
  const { experiments } = experimentStore.getState();
  return points.filter(
    ({ preset }) => experiments[preset]?.phase !== 'done' || experiments[preset]?.isChanged === true,
  );
}

interface Means {
  readonly actions: Pick<SceneActions, 'linkOfScene'>;
  readonly connect: Connect;
  readonly load?: typeof loadPresetFile;
  readonly workers?: number;
}

/** Runs until all scenes are done, one is cancelled or fails, or the user opens a scene that is not in the figure. */
export async function runFigure(
  figure: Pick<FigureReport, 'id' | 'points'>,
  { actions, connect, load = loadPresetFile, ...options }: Means,
): Promise<void> {
  if (figureRunStore.getState().isRunning) return;
  figureRunStore.setState({ figure: figure.id, isRunning: true, problem: undefined });
  const presets = figure.points.map(({ preset }) => preset);
  try {
    for (const { preset, seeds } of scenesToRun(figure)) {
      const loaded = await load(preset);
      if (loaded === undefined) continue;
      const request = await requestOf(loaded, actions, seeds);
      if (await runWhileOpen(request, connect, { presets, ...options })) continue;
      figureRunStore.setState({ problem: experimentStore.getState().experiments[preset]?.problem });
      return;
    }
  } catch (problem) {
    figureRunStore.setState({ problem: problemText(problem) });
  } finally {
    figureRunStore.setState({ isRunning: false });
  }
}

export const stopFigure = cancelExperiment;

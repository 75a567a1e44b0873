/** The experiments of all scenes of a figure, one after the other. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { cancelExperiment, experimentStore } from '../../../core/experiment/experiment-store';
import { loadPresetFile } from '../../../core/experiment/preset-file';
import type { FigurePoint, FigureReport } from '../../../core/experiment/report';
import type { Connect } from '../../../core/experiment/runner';
import type { SceneActions } from '../../../core/scene/scene-store';
import { requestOf } from '../experiment-request';
import { runWhileOpen } from '../run-while-open';

/** Id of the figure that is being run. */
const figureRun = createStore<{ readonly running: string | undefined }>(() => ({ running: undefined }));

export function useFigureRun(): string | undefined {
  return useStore(figureRun, (state) => state.running);
}

/** Points of the figure whose experiment has not been run on this page as published. */
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

/** Until all are run, one is cancelled or fails, or a scene is opened that is no point of the figure. */
export async function runFigure(
  figure: Pick<FigureReport, 'id' | 'points'>,
  { actions, connect, load = loadPresetFile, ...options }: Means,
): Promise<void> {
  if (figureRun.getState().running !== undefined) return;
  figureRun.setState({ running: figure.id });
  const presets = figure.points.map(({ preset }) => preset);
  try {
    for (const { preset, seeds } of scenesToRun(figure)) {
      const loaded = await load(preset);
      if (loaded === undefined) continue;
      const request = await requestOf(loaded, actions, seeds);
      if (!(await runWhileOpen(request, connect, { presets, ...options }))) return;
    }
  } finally {
    figureRun.setState({ running: undefined });
  }
}

export const stopFigure = cancelExperiment;

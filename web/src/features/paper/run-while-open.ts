/**
 * Runs an experiment while its preset is open, whichever workspace the page shows. Opening another preset terminates
 * its workers at once. The experiments of a figure run while any of the figure's scenes is open.
 */

import {
  cancelExperiment,
  type ExperimentRequest,
  experimentStore,
  startExperiment,
} from '../../core/experiment/experiment-store';
import type { Connect } from '../../core/experiment/runner';
import { sceneStore } from '../../core/scene/scene-store';

/**
 * Runs an experiment while one of `presets` is open, by default the experiment's preset. When another preset opens, the
 * experiment is cancelled. Returns true if the experiment has finished.
 */
export async function runWhileOpen(
  request: ExperimentRequest,
  connect: Connect,
  { presets = [request.id], workers }: { readonly presets?: readonly string[]; readonly workers?: number } = {},
): Promise<boolean> {
  const isOpen = (): boolean => presets.includes(sceneStore.getState().preset?.scenario.id ?? '');
  // If another preset was opened before the experiment could start, the experiment does not start.
  if (!isOpen()) return false;
  const running = startExperiment(request, connect, workers);
  const leave = sceneStore.subscribe(() => {
    if (!isOpen()) cancelExperiment();
  });
  await running.finally(leave);
  return experimentStore.getState().experiments[request.id]?.phase === 'done';
}

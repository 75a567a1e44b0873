/**
 * An experiment goes on while its preset is open, whatever is looked at; another preset ends its workers at once. The experiments of
 * a whole figure go on while any of its scenes is open.
 */

import {
  cancelExperiment,
  type ExperimentRequest,
  experimentStore,
  startExperiment,
} from '../../core/experiment/experiment-store';
import type { Connect } from '../../core/experiment/runner';
import { sceneStore } from '../../core/scene/scene-store';

/** `presets`: those with which it goes on; its own, unless given. Whether it came to its end. */
export async function runWhileOpen(
  request: ExperimentRequest,
  connect: Connect,
  { presets = [request.id], workers }: { readonly presets?: readonly string[]; readonly workers?: number } = {},
): Promise<boolean> {
  const isOpen = (): boolean => presets.includes(sceneStore.getState().preset?.scenario.id ?? '');
  // Asking for its link took a moment.
  if (!isOpen()) return false;
  const running = startExperiment(request, connect, workers);
  const leave = sceneStore.subscribe(() => {
    if (!isOpen()) cancelExperiment();
  });
  await running.finally(leave);
  return experimentStore.getState().experiments[request.id]?.phase === 'done';
}

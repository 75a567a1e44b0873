/** An experiment goes on while its preset is open, whatever is looked at; another preset ends its workers at once. */

import { cancelExperiment, type ExperimentRequest, startExperiment } from '../../core/experiment/experiment-store';
import type { Connect } from '../../core/experiment/runner';
import { sceneStore } from '../../core/scene/scene-store';

export async function runWhileOpen(request: ExperimentRequest, connect: Connect, workers?: number): Promise<void> {
  const isOpen = (): boolean => sceneStore.getState().preset?.scenario.id === request.id;
  // Asking for its link took a moment.
  if (!isOpen()) return;
  const running = startExperiment(request, connect, workers);
  const leave = sceneStore.subscribe(() => {
    if (!isOpen()) cancelExperiment();
  });
  await running.finally(leave);
}

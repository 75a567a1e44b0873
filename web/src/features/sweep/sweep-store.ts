/** The sweep over the open scene, and its commands. The runs go on while the page does something else. */

import { problemText } from '../../base/problem-text';
import type { Scenario } from '../../core/border/scenario';
import { sweepStore } from './sweep-state';

export { type SweepState, setForm, sweepStore, useSweep } from './sweep-state';

/** Makes the missing runs of the form over this scene. Done when it is paused or has ended. */
export async function startSweep(scene: Scenario): Promise<void> {
  await (await control())?.start(scene);
}

/** Brings back the last sweep over this scene that the browser keeps, unless there is one already. */
export async function restoreSweep(scene: Scenario): Promise<void> {
  await (await control())?.restore(scene);
}

/** No more runs are begun. */
export async function pauseSweep(): Promise<void> {
  (await control())?.pause();
}

export async function resumeSweep(): Promise<void> {
  await (await control())?.resume();
}

/** Ends it at once; the rows so far stay. */
export async function cancelSweep(): Promise<void> {
  (await control())?.cancel();
}

/** Loaded with the first sweep. */
async function control(): Promise<typeof import('./sweep-control') | undefined> {
  try {
    return await import('./sweep-control');
  } catch (problem) {
    const reason = problemText(problem);
    sweepStore.setState({ status: 'failed', problems: [{ path: '', problem: `could not be loaded: ${reason}` }] });
    return undefined;
  }
}

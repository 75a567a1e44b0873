/** The sweep over the open scene, and its commands. The runs continue while the page shows another workspace. */

import { problemText } from '../../base/problem-text';
import type { Scenario } from '../../core/border/scenario';
import type { Study } from './study/study';
import type { SweepForm } from './sweep-form';
import { sweepStore } from './sweep-state';

export { type SweepState, setForm, sweepStore, useSweep } from './sweep-state';

/**
 * Runs the sweep that the form defines for this scene, apart from runs that are already done. Resolves when the sweep
 * is paused or has ended.
 */
export async function startSweep(scene: Scenario): Promise<void> {
  await (await control())?.start(scene);
}

/** Restores the last stored sweep of this scene, unless the page already has a sweep. */
export async function restoreSweep(scene: Scenario): Promise<void> {
  await (await control())?.restore(scene);
}

/**
 * Shows the runs in a table of a sweep over this scene. Resolves when they have been read, or when reading is paused.
 */
export async function showStudy(study: Study, form: SweepForm, scene: Scenario): Promise<void> {
  await (await control())?.show(study, form, scene);
}

/** Starts no more runs. */
export async function pauseSweep(): Promise<void> {
  (await control())?.pause();
}

export async function resumeSweep(): Promise<void> {
  await (await control())?.resume();
}

/** Ends the sweep at once. Its rows are kept. */
export async function cancelSweep(): Promise<void> {
  (await control())?.cancel();
}

/** The module that controls sweeps (`sweep-control.ts`), loaded when it is first needed. */
async function control(): Promise<typeof import('./sweep-control') | undefined> {
  try {
    return await import('./sweep-control');
  } catch (problem) {
    const reason = problemText(problem);
    sweepStore.setState({ status: 'failed', problems: [{ path: '', problem: `could not be loaded: ${reason}` }] });
    return undefined;
  }
}

/**
 * Experiments run since the page was opened. Only one runs at a time, and it continues while the page shows another
 * workspace.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { problemText } from '../../base/problem-text';
import { type Progress, runExperiment } from './pool';
import { type Connect, connectRunner } from './runner';

export interface Experiment extends Progress {
  /** Id of the preset. */
  readonly id: string;
  readonly title: string;
  readonly phase: 'running' | 'done' | 'cancelled' | 'failed';
  readonly workers: number;
  readonly began_ms: number;
  /** Time at which the last result arrived or the experiment ended [ms]. */
  readonly updated_ms: number;
  /** Address that opens the simulated scene. */
  readonly link: string;
  /** True if the simulated scene contains changes by the user to the scene of the preset. */
  readonly isChanged: boolean;
  /** Reason why the experiment could not run. */
  readonly problem: string | undefined;
}

interface ExperimentState {
  readonly experiments: Readonly<Record<string, Experiment>>;
  /** Id of the preset whose experiment is running. */
  readonly running: string | undefined;
}

export interface ExperimentRequest {
  readonly id: string;
  readonly title: string;
  /** Text of the preset file that contains the scene to be simulated. */
  readonly preset: string;
  readonly seeds: number;
  readonly link: string;
  readonly isChanged: boolean;
}

export const experimentStore = createStore<ExperimentState>(() => ({ experiments: {}, running: undefined }));

export function useExperiments<T>(select: (state: ExperimentState) => T): T {
  return useStore(experimentStore, select);
}

export const MOST_SEEDS = 100;

let stop: AbortController | undefined;

/** Starts an experiment unless one is running. */
export async function startExperiment(
  request: ExperimentRequest,
  connect: Connect = connectRunner,
  workers = navigator.hardwareConcurrency || 2,
): Promise<void> {
  if (experimentStore.getState().running !== undefined) return;
  const { id, title, link, isChanged } = request;
  const controller = new AbortController();
  stop = controller;
  const now = performance.now();
  const begun: Experiment = {
    ...{ id, title, link, isChanged, workers },
    ...{ phase: 'running', began_ms: now, updated_ms: now, problem: undefined },
    ...{ total: 0, done: 0, failed: [], seeds: [], report: undefined },
  };
  experimentStore.setState(({ experiments }) => ({ running: id, experiments: { ...experiments, [id]: begun } }));
  const change = (news: Partial<Experiment>): void =>
    experimentStore.setState(({ experiments }) => {
      const kept = experiments[id];
      if (kept === undefined) return {};
      return { experiments: { ...experiments, [id]: { ...kept, ...news, updated_ms: performance.now() } } };
    });
  try {
    const { preset, seeds } = request;
    const { signal } = controller;
    await runExperiment({ connect, preset, seeds, workers, onProgress: change, signal });
    change({ phase: signal.aborted ? 'cancelled' : 'done' });
  } catch (problem) {
    change({ phase: 'failed', problem: problemText(problem) });
  } finally {
    experimentStore.setState({ running: undefined });
  }
}

/** Stops the running experiment. Results so far are kept. */
export function cancelExperiment(): void {
  stop?.abort();
}

/** Estimated time of the remaining runs [s]. Undefined before the first result. */
export function timeLeft_s({ total, done, failed, began_ms }: Experiment, now_ms: number): number | undefined {
  const ended = done + failed.length;
  if (ended === 0 || total === 0) return undefined;
  return ((now_ms - began_ms) / 1000 / ended) * (total - ended);
}

/** Returns "about 40 s left", rounded to the accuracy of the estimate. */
export function timeLeftWords(left_s: number | undefined): string {
  if (left_s === undefined) return '';
  if (left_s < 5) return 'a few seconds left';
  if (left_s < 90) return `about ${Math.ceil(left_s / 5) * 5} s left`;
  return `about ${Math.round(left_s / 60)} min left`;
}

/** The state of the latest screening. Its runs continue while the page shows another workspace. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SceneProblem } from '../../core/border/client';
import { sceneProblems } from '../../core/border/scene-problems';
import { type ConnectScreening, connectScreening, runScreening } from './run-screening';
import type { ScreeningDefinition, ScreeningFacts, ScreeningReport } from './screening';

interface ScreeningState {
  readonly status: 'empty' | 'running' | 'done' | 'cancelled' | 'failed';
  /** The current screening, or the last one. */
  readonly definition: ScreeningDefinition | undefined;
  readonly facts: ScreeningFacts | undefined;
  readonly report: ScreeningReport | undefined;
  readonly began_ms: number;
  readonly problems: readonly SceneProblem[];
}

export const screeningStore = createStore<ScreeningState>(() => ({
  status: 'empty',
  definition: undefined,
  facts: undefined,
  report: undefined,
  began_ms: 0,
  problems: [],
}));

export function useScreening<T>(select: (state: ScreeningState) => T): T {
  return useStore(screeningStore, select);
}

let running: AbortController | undefined;

/** Starts a screening, cancelling any that is still running. */
export async function startScreening(
  definition: ScreeningDefinition,
  {
    connect = connectScreening,
    workers = navigator.hardwareConcurrency || 2,
  }: { readonly connect?: ConnectScreening; readonly workers?: number } = {},
): Promise<void> {
  running?.abort();
  const own = new AbortController();
  running = own;
  const change = (news: Partial<ScreeningState>): void => {
    if (running === own && !own.signal.aborted) screeningStore.setState(news);
  };
  screeningStore.setState({
    ...screeningStore.getInitialState(),
    status: 'running',
    definition,
    began_ms: performance.now(),
  });
  try {
    await runScreening({
      definition,
      workers,
      connect,
      signal: own.signal,
      onFacts: (facts) => change({ facts }),
      onReport: (report) => change({ report }),
    });
    change({ status: 'done' });
  } catch (problem) {
    change({ status: 'failed', problems: sceneProblems(problem) });
  }
}

/** Cancels the screening. Its results so far are kept. */
export function cancelScreening(): void {
  running?.abort();
  if (screeningStore.getState().status === 'running') screeningStore.setState({ status: 'cancelled' });
}

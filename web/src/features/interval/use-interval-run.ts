/**
 * The statistics of the displayed interval. They are computed again when the interval or the scene changes, including
 * the changes of settings during the run.
 */

import { useCallback, useEffect, useState } from 'react';
import { problemText } from '../../base/problem-text';
import type { Scenario } from '../../core/border/scenario';
import type { Interval } from '../../core/page/interval';
import type { SceneActions } from '../../core/scene/scene-store';
import { type IntervalLane, runInterval } from './interval-run';

interface IntervalRun {
  /** The last results. During a recomputation they may belong to the previous interval or scene. */
  readonly lanes: readonly IntervalLane[] | undefined;
  /** Finished share of the recomputation, from 0 to 1. Undefined if `lanes` is up to date. */
  readonly share: number | undefined;
  readonly problem: string | undefined;
  readonly isStopped: boolean;
  readonly stop: () => void;
  readonly startAgain: () => void;
}

/** Delay before a computation starts [ms], since a setting being dragged changes many times a second. */
const SETTLED_MS = 250;

/** Results by scene. A scene object is immutable, so its results stay valid. */
const known = new WeakMap<Scenario, Map<string, readonly IntervalLane[]>>();

interface State {
  readonly lanes: readonly IntervalLane[] | undefined;
  readonly share: number | undefined;
  readonly problem: string | undefined;
  readonly isStopped: boolean;
}

/** `lanes`: number of lanes, counted from the first. */
export function useIntervalRun(
  scenario: Scenario | undefined,
  interval: Interval | undefined,
  lanes: number,
  actions: Pick<SceneActions, 'connectAnother'>,
): IntervalRun {
  const [state, setState] = useState<State>({ lanes: undefined, share: 0, problem: undefined, isStopped: false });
  const [running, setRunning] = useState<AbortController | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);
  const from_s = interval?.from_s;
  const until_s = interval?.until_s;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run again at each attempt
  useEffect(() => {
    if (scenario === undefined || from_s === undefined || until_s === undefined) return undefined;
    const key = `${from_s} ${until_s} ${lanes}`;
    const done = known.get(scenario)?.get(key);
    const settled = { share: undefined, problem: undefined, isStopped: false };
    if (done !== undefined) {
      setState({ ...settled, lanes: done });
      return undefined;
    }
    const stopping = new AbortController();
    const { signal } = stopping;
    const update = (news: Partial<State>): void => {
      if (!signal.aborted) setState((before) => ({ ...before, ...news }));
    };
    update({ ...settled, share: 0 });
    setRunning(stopping);
    const timer = setTimeout(() => {
      runInterval(
        { scenario, interval: { from_s, until_s }, lanes },
        {
          connect: () => actions.connectAnother(),
          signal,
          onProgress: (share) => update({ share }),
        },
      )
        .then((result) => {
          if (result === undefined) return;
          const ofScene = known.get(scenario) ?? new Map<string, readonly IntervalLane[]>();
          known.set(scenario, ofScene.set(key, result));
          update({ ...settled, lanes: result });
        })
        .catch((problem: unknown) => update({ share: undefined, problem: problemText(problem) }));
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [scenario, from_s, until_s, lanes, actions, attempt]);

  const stop = useCallback(() => {
    running?.abort();
    setState((before) => ({ ...before, share: undefined, isStopped: true }));
  }, [running]);
  const startAgain = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...state, stop, startAgain };
}

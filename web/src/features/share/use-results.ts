/** The shared scene's results, computed on demand. A bundle and a citation use the same results. */

import { useCallback, useEffect, useState } from 'react';
import { problemText } from '../../base/problem-text';
import type { Scenario } from '../../core/border/scenario';
import { hashOfResults } from '../../core/save/bundle';
import { runLanes } from '../../core/save/run-lanes';
import type { SceneActions } from '../../core/scene/scene-store';

export type Ran =
  | { readonly phase: 'not-asked' }
  /** The finished share, from 0 to 1. */
  | { readonly phase: 'running'; readonly share: number }
  | { readonly phase: 'done'; readonly results: readonly unknown[]; readonly hash: string | undefined }
  | { readonly phase: 'failed'; readonly problem: string };

/** Results by scene. A scene object is immutable, so its results stay valid. */
const known = new WeakMap<Scenario, Ran & { readonly phase: 'done' }>();
const NOT_ASKED: Ran = { phase: 'not-asked' };

interface Results {
  readonly ran: Ran;
  readonly start: () => void;
  readonly stop: () => void;
}

export function useResults(scenario: Scenario | undefined, actions: Pick<SceneActions, 'connectAnother'>): Results {
  // Every request makes a new object: after a failure, a request for the same scene must start the runs again.
  const [asked, setAsked] = useState<{ readonly scenario: Scenario } | undefined>(undefined);
  const [ran, setRan] = useState<Ran>(NOT_ASKED);
  const wanted = asked?.scenario === scenario ? asked : undefined;

  useEffect(() => {
    if (wanted === undefined) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const update = (news: Ran): void => {
      if (!signal.aborted) setRan(news);
    };
    update({ phase: 'running', share: 0 });
    runLanes(wanted.scenario, {
      connect: () => actions.connectAnother(),
      signal,
      onProgress: (share) => update({ phase: 'running', share }),
    })
      .then(async (results) => {
        if (results === undefined) return;
        const done = { phase: 'done', results, hash: await hashOfResults(results) } as const;
        known.set(wanted.scenario, done);
        update(done);
      })
      .catch((problem: unknown) => update({ phase: 'failed', problem: problemText(problem) }));
    return () => stopping.abort();
  }, [wanted, actions]);

  const start = useCallback(() => setAsked(scenario === undefined ? undefined : { scenario }), [scenario]);
  const stop = useCallback(() => setAsked(undefined), []);
  const before = scenario === undefined ? undefined : known.get(scenario);
  return { ran: before ?? (wanted === undefined ? NOT_ASKED : ran), start, stop };
}

/** A value that a component loads. */

import { useEffect, useState } from 'react';
import { onNextAttempt } from '../base/attempts';
import { problemText } from '../base/problem-text';

export interface Loading<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
}

/**
 * A value loaded by id. A failed load is repeated when the page retries its failed loads (`attempts.ts`). `load` must
 * be the same function at every call.
 */
export function useLoaded<T>(id: string | undefined, load: (id: string) => Promise<T | undefined>): Loading<T> {
  const [loaded, setLoaded] = useState<{ id: string; value?: T; problem?: string }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    let isWanted = true;
    let forget = (): unknown => undefined;
    const ask = (): void => {
      load(id).then(
        (value) => isWanted && setLoaded(value === undefined ? { id } : { id, value }),
        (problem: unknown) => {
          if (!isWanted) return;
          setLoaded({ id, problem: problemText(problem) });
          forget = onNextAttempt(ask);
        },
      );
    };
    ask();
    return () => {
      isWanted = false;
      forget();
    };
  }, [id, load]);
  const isIt = loaded !== undefined && loaded.id === id;
  return { value: isIt ? loaded.value : undefined, problem: isIt ? loaded.problem : undefined };
}

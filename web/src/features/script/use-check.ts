import { useCallback, useEffect, useRef, useState } from 'react';
import { problemText } from '../../base/problem-text';
import type { Checked } from '../../core/border/script';
import type { ScriptActions } from '../../core/scene/script-store';

export interface Check {
  readonly isRunning: boolean;
  readonly checked: Checked | undefined;
  readonly failure: string | undefined;
  readonly begin: (text: string) => Promise<void>;
  readonly stop: () => void;
  /** Discards the result of the last test, because it is about an earlier text. */
  readonly forget: () => void;
}

type State = Pick<Check, 'isRunning' | 'checked' | 'failure'>;

const NOTHING: State = { isRunning: false, checked: undefined, failure: undefined };

/** A script's test. Its result is kept until the text changes. */
export function useCheck(actions: Pick<ScriptActions, 'checkScript'>): Check {
  const [state, setState] = useState<State>(NOTHING);
  const under = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    under.current?.abort();
    under.current = undefined;
    setState((before) => (before === NOTHING ? before : NOTHING));
  }, []);
  useEffect(() => () => under.current?.abort(), []);
  const begin = useCallback(
    async (text: string) => {
      under.current?.abort();
      const controller = new AbortController();
      under.current = controller;
      setState({ ...NOTHING, isRunning: true });
      let after: State;
      try {
        after = { ...NOTHING, checked: await actions.checkScript(text, { signal: controller.signal }) };
      } catch (problem) {
        after = { ...NOTHING, failure: problemText(problem) };
      }
      if (under.current === controller) setState(after);
    },
    [actions],
  );
  return { ...state, begin, stop, forget: stop };
}

import { useEffect, useState } from 'react';
import { onNextAttempt } from '../../base/attempts';
import { problemText } from '../../base/problem-text';
import type { ScriptTexts } from '../../core/border/script';
import type { ScriptActions } from '../../core/scene/script-store';
import { EMPTY_START } from './empty-start';

interface ScriptTextsOrProblem {
  readonly texts?: ScriptTexts;
  /** The reason why the texts could not be loaded. */
  readonly problem?: string;
}

/**
 * The example scripts and the list of functions, once loaded. After a failure they are loaded again when the network is
 * available.
 */
export function useScriptTexts(actions: Pick<ScriptActions, 'scriptTexts'>): ScriptTextsOrProblem {
  const [state, setState] = useState<ScriptTextsOrProblem>({});
  useEffect(() => {
    let forget = (): void => {};
    const ask = (): void => {
      actions.scriptTexts().then(
        (texts) => setState({ texts: { ...texts, starts: [EMPTY_START, ...texts.starts] } }),
        (problem: unknown) => {
          setState({ problem: problemText(problem) });
          forget = onNextAttempt(ask);
        },
      );
    };
    ask();
    return () => forget();
  }, [actions]);
  return state;
}

import { useEffect, useState } from 'react';
import { onNextAttempt } from '../../base/attempts';
import type { ScriptTexts } from '../../engine/script';
import type { ScriptActions } from '../../store/script-store';

/** The scripts to start from and what a script may call, as soon as they are there; asked for again with the network. */
export function useScriptTexts(actions: Pick<ScriptActions, 'scriptTexts'>): ScriptTexts | undefined {
  const [texts, setTexts] = useState<ScriptTexts>();
  useEffect(() => {
    let forget = (): void => {};
    const ask = (): void => {
      actions.scriptTexts().then(setTexts, () => {
        forget = onNextAttempt(ask);
      });
    };
    ask();
    return () => forget();
  }, [actions]);
  return texts;
}

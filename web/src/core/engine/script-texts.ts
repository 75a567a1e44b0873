/** Texts about scripts, which an editor can show before an engine is loaded. */

import type { ScriptTexts } from '../border/script';
import { fetched, loadOnce } from './load-once';

/** Example scripts as a starting point, and descriptions of the functions that a script can call. */
export const fetchedScriptTexts = loadOnce('the list of scripts', async (request) => {
  if (import.meta.env.MODE === 'first') throw new Error('it is still being built; reload this page later');
  return (await (await fetched(new URL('./pkg/script-texts.json', import.meta.url), request)).json()) as ScriptTexts;
});

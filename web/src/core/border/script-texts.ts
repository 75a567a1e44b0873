/** Texts about scripts that an editor shows before an engine is there. */

import { fetched, loadOnce } from '../engine/load-once';
import type { ScriptTexts } from './script';

/** The scripts to start from, and what a script may call. */
export const fetchedScriptTexts = loadOnce('the list of scripts', async (request) => {
  if (import.meta.env.MODE === 'first') throw new Error('it is still being built; load this page again when it is');
  return (await (
    await fetched(new URL('../engine/pkg/script-texts.json', import.meta.url), request)
  ).json()) as ScriptTexts;
});

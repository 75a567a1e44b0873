/** Texts about scripts that an editor shows before an engine is there. */

import { fetched, loadOnce } from './load-once';
import type { ScriptTexts } from './script';

/** The scripts to start from, and what a script may call. */
export const fetchedScriptTexts = loadOnce(
  'what a script may call',
  async (request) =>
    (await (await fetched(new URL('./pkg/script-texts.json', import.meta.url), request)).json()) as ScriptTexts,
);

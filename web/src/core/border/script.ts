/** The engine's descriptions of disciplines that are scripts. */

import type { ScriptMistake, ScriptProblem } from './script.gen';

export type {
  Callable,
  Checked,
  ScriptEntry,
  ScriptFacts,
  ScriptProblem,
  ScriptReason,
  ScriptStart,
  ScriptTexts,
} from './script.gen';

/** Why a lane stopped: the mistake of its script, as a rule. */
export interface ScriptStop extends ScriptMistake {
  /** It was no mistake: its engine had not answered for so long [s] and was ended. There is no line then. */
  readonly silent_s?: number;
}

/** Another simulator for which a script is written. */
export type ScriptTarget = 'ns-2' | 'ns-3';

/** A script for another simulator. */
export interface TranslatedScript {
  readonly text: string;
  /** The lines that could not be translated; in the text there is an error at their place. */
  readonly refused: readonly ScriptProblem[];
  readonly file_name: string;
}

/** The engine's descriptions of scripts. */

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

/** Reason why a lane stopped, usually a fault of its script. */
export interface ScriptStop extends ScriptMistake {
  /** Length of the silence after which the engine was ended, if no fault was the cause [s]. No line is known then. */
  readonly silent_s?: number;
}

/** Another simulator into which a script can be translated. */
export type ScriptTarget = 'ns-2' | 'ns-3';

/** A script for another simulator. */
export interface TranslatedScript {
  readonly text: string;
  /** Lines that could not be translated; `text` has an error in their place. */
  readonly refused: readonly ScriptProblem[];
  readonly file_name: string;
}

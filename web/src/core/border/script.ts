/** The engine's descriptions of scripts and of their problems. */

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

/** The reason why a lane stopped. This is usually an error of its script. */
export interface ScriptStop extends ScriptMistake {
  /**
   * How long the engine was silent before it was ended [s], if no error of the script was the cause. The line is
   * unknown in this case.
   */
  readonly silent_s?: number;
}

/** Another simulator into which a script can be translated. */
export type ScriptTarget = 'ns-2' | 'ns-3';

/** A script for another simulator. */
export interface TranslatedScript {
  readonly text: string;
  /** Lines that could not be translated. In `text`, an error replaces each of them. */
  readonly refused: readonly ScriptProblem[];
  readonly file_name: string;
}

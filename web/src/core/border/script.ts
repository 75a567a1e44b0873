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

/** Why a lane stopped, usually because of an error in its script. */
export interface ScriptStop extends ScriptMistake {
  /**
   * How long the engine was silent before it was terminated [s]. Set if silence, and not a script error, stopped the
   * lane. The line of the script that ran last is then unknown.
   */
  readonly silent_s?: number;
}

/** Another simulator into which a script can be translated. */
export type ScriptTarget = 'ns-2' | 'ns-3';

/** A script for another simulator. */
export interface TranslatedScript {
  readonly text: string;
  /** Lines that could not be translated. In `text`, an `#error` directive replaces each of them. */
  readonly refused: readonly ScriptProblem[];
  readonly file_name: string;
}

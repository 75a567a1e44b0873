/** What the engine tells about disciplines that are scripts. */

import type { DisciplineAbout, ReasonFamily } from './border.gen';
import type { Scenario } from './scenario';

/** What is wrong with a text, and where: lines and columns from 1. */
export interface ScriptProblem {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/** A reason by the name that a script gives it. */
interface ScriptReason {
  readonly id: string;
  readonly name: string;
  readonly meaning: string;
  /** The reason of the engine as which it is counted. */
  readonly counts_as: string;
  readonly family: ReasonFamily;
  readonly is_mark: boolean;
}

/** What a script declares. */
export interface ScriptFacts {
  readonly about: DisciplineAbout;
  /** The line of the text of each line of pseudo-code, from 1. */
  readonly lines: readonly number[];
  readonly reasons: readonly ScriptReason[];
}

/** The mistake at which the script of a lane stopped. */
export interface ScriptStop extends ScriptProblem {
  readonly at_s: number;
  /** The packet over which it happened, if it was one that arrived. */
  readonly packet?: number;
  /** What variables in reach and properties of `this` were then, as the script writes values. */
  readonly values: readonly (readonly [name: string, value: string])[];
  /** It was no mistake: its engine had not answered for so long [s] and was ended. There is no line then. */
  readonly silent_s?: number;
}

/** What came of a check of the laws. */
export interface Checked {
  readonly scenes: number;
  readonly packets: number;
  /** The law that was broken first. */
  readonly broken: {
    readonly law: string;
    readonly problem: string;
    readonly at_s: number;
    /** The smallest scene found in which it happens. */
    readonly scene: Scenario;
  } | null;
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

/** A row of what a script may call. */
interface Callable {
  /** What stands in front of the name; `nothing`: nothing, `value`: an array or a map. */
  readonly before: 'nothing' | 'packet' | 'value' | 'queue' | 'any-queue' | 'one-queue' | 'link';
  readonly name: string;
  /** Its arguments as the reference writes them. */
  readonly arguments: string;
  readonly count: readonly [least: number, most: number];
  readonly meaning: string;
}

/** A function that a script may define. */
interface ScriptEntry {
  readonly name: string;
  readonly count: number;
  readonly is_needed: boolean;
  readonly meaning: string;
}

/** A script to start from. */
interface ScriptStart {
  readonly id: string;
  /** The discipline of the engine that decides as it does, if there is one. */
  readonly twin: string | null;
  readonly text: string;
}

/** What an editor knows before the engine is there: a file of its own. */
export interface ScriptTexts {
  readonly callables: readonly Callable[];
  readonly entries: readonly ScriptEntry[];
  readonly starts: readonly ScriptStart[];
}

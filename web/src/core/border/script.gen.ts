// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Scenario } from './scenario.gen';
import type { DisciplineAbout, ReasonFamily } from './border.gen';

/** A problem of a script, and its place. */
export type ScriptProblem = { 
/** Line, from 1. */ line: number, 
/** Column, from 1. */ column: number, 
/** The problem and the allowed forms, as a sentence. */ problem: string, };

/** The declarations of a script. */
export type ScriptFacts = { 
/** The declarations in the form of the catalog. */ about: DisciplineAbout, 
/** The line of the text of each line of pseudo-code, from 1. */ lines: ReadonlyArray<number>, 
/** Its reasons, by the names that it gives them. */ reasons: ReadonlyArray<ScriptReason>, };

/** A reason by the name that a script gives it. */
export type ScriptReason = { 
/** Its id in the script. */ id: string, 
/** Name for people. */ name: string, 
/** One line of meaning. */ meaning: string, 
/** The reason of the engine as which it is counted. */ counts_as: string, 
/** The family whose colour and sign it has. */ family: ReasonFamily, 
/** Whether packets are marked for it. */ is_mark: boolean, };

/** A mistake that a script made while it ran. */
export type ScriptMistake = { 
/** When [s]. */ at_s: number, 
/** Line of the script, from 1. */ line: number, 
/** Column, from 1. */ column: number, 
/** The problem and the allowed forms, as a sentence. */ problem: string, 
/** The packet over which it happened, if it was one that arrived. */ packet?: number, 
/** The values of the variables in scope and of the properties of `this`, as the script writes values. */ values: ReadonlyArray<readonly [string, string]>, };

/** The result of a check. */
export type Checked = { 
/** How many scenes were run. */ scenes: number, 
/** How many packets met the script in them. */ packets: number, 
/** The law that was broken first, if one was. */ broken: BrokenLaw | null, };

/** A law that a script breaks. */
export type BrokenLaw = { 
/** Which, in kebab-case. */ law: string, 
/** The problem, as a sentence. */ problem: string, 
/** When [s]. */ at_s: number, 
/** The smallest scene found in which it happens. */ scene: Scenario, };

/** An editor's knowledge before it reads a script. */
export type ScriptTexts = { 
/** All functions that a script may call. */ callables: ReadonlyArray<Callable>, 
/** All functions that it may define. */ entries: ReadonlyArray<ScriptEntry>, 
/** The scripts to start from, the simplest first. */ starts: ReadonlyArray<ScriptStart>, };

/** A row of the table of functions that a script may call. */
export type Callable = { before: BeforeCall, 
/** Its name. */ name: string, 
/** Its arguments as the reference writes them. */ arguments: string, 
/** How few and how many arguments it takes. */ count: readonly [number, number], 
/** One line of meaning, with units. */ meaning: string, };

/** The receiver in front of a name. */
export type BeforeCall = "nothing" | "packet" | "value" | "queue" | "any-queue" | "one-queue" | "link";

/** A function that a script may define. */
export type ScriptEntry = { 
/** Its name. */ name: string, 
/** How many arguments it has. */ count: number, 
/** Whether a script must define it. */ is_needed: boolean, 
/** When it is called. */ meaning: string, };

/** A script to start from. */
export type ScriptStart = { 
/** Its id. */ id: string, 
/** The discipline of the engine that decides as it does, if there is one. */ twin: string | null, 
/** The text. */ text: string, };


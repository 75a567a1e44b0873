// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Scenario } from './scenario.gen';
import type { DisciplineAbout, ReasonFamily } from './border.gen';

/** An error in a script, with its position in the text. */
export type ScriptProblem = { 
/** Line, from 1. */ line: number, 
/** Column, from 1. */ column: number, 
/** The problem and the allowed forms, as a sentence. */ problem: string, };

/** The declarations of a script. */
export type ScriptFacts = { 
/** The declarations in the form of the catalog. */ about: DisciplineAbout, 
/** For each line of pseudo-code, its line number in the text, from 1. */ lines: ReadonlyArray<number>, 
/** The reasons for which the script drops or marks packets. */ reasons: ReadonlyArray<ScriptReason>, };

/** A reason for which a script drops or marks packets. */
export type ScriptReason = { 
/** Id in the script. */ id: string, 
/** Name on the page. */ name: string, 
/** One line of meaning. */ meaning: string, 
/** Id of a built-in reason. Results count drops or marks with the script's reason under the built-in reason. */ counts_as: string, 
/** Family of the reason, which determines its colour and symbol. */ family: ReasonFamily, 
/** Whether it is a reason for marks. */ is_mark: boolean, };

/** A runtime error of a script. */
export type ScriptMistake = { 
/** The simulated time of the error [s]. */ at_s: number, 
/** Line of the script, from 1. */ line: number, 
/** Column, from 1. */ column: number, 
/** The problem and the allowed forms, as a sentence. */ problem: string, 
/** The packet whose arrival caused the error, if an arrival did. */ packet?: number, 
/** The values of the variables in scope and of the properties of `this`, as the script writes values. */ values: ReadonlyArray<readonly [string, string]>, };

/** The result of a check. */
export type Checked = { 
/** Number of scenes that were run. */ scenes: number, 
/** Number of packets that arrived at the script in these scenes. */ packets: number, 
/** The first violated invariant, if there is one. */ broken: BrokenLaw | null, };

/** An invariant that a script violates. */
export type BrokenLaw = { 
/** Id of the invariant, in kebab-case. */ law: string, 
/** The problem in a sentence. */ problem: string, 
/** Time of the violation [s]. */ at_s: number, 
/** The smallest scene found in which the invariant is violated. */ scene: Scenario, };

/** The data of an editor that do not depend on a script. */
export type ScriptTexts = { 
/** All functions that a script may call. */ callables: ReadonlyArray<Callable>, 
/** All functions that a script may define. */ entries: ReadonlyArray<ScriptEntry>, 
/** The scripts to start from, the simplest first. */ starts: ReadonlyArray<ScriptStart>, };

/** A row in the table of functions that a script may call. */
export type Callable = { before: BeforeCall, 
/** Name of the function. */ name: string, 
/** Arguments, as the reference writes them. */ arguments: string, 
/** Least and greatest number of arguments. */ count: readonly [number, number], 
/** One line of meaning, with units. */ meaning: string, };

/** The part of a call before the name of the function. */
export type BeforeCall = "nothing" | "packet" | "value" | "queue" | "any-queue" | "one-queue" | "link";

/** A function that a script may define. */
export type ScriptEntry = { 
/** Name of the function. */ name: string, 
/** Number of arguments. */ count: number, 
/** Whether a script must define it. */ is_needed: boolean, 
/** The moment at which the engine calls the function. */ meaning: string, };

/** A script to start from. */
export type ScriptStart = { 
/** Id of the script. */ id: string, 
/** Id of the native discipline with the same decisions, if there is one. */ twin: string | null, 
/** The parameters with which this native discipline makes the same decisions, if they differ from its defaults. */ twin_params: Readonly<Record<string, string | number | boolean>>, 
/** The text. */ text: string, };


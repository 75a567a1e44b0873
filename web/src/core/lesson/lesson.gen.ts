// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Lane, Scenario, SettingValue } from '../border/scenario.gen';

/** A lesson. */
export type Lesson = { 
/** Title. */ title: string, 
/** Id of a document, or words. */ document: string, 
/** How long it takes. */ minutes: number, 
/** The readers it is written for. */ level: Level, 
/** The abilities of a student at the end. */ learned: ReadonlyArray<string>, 
/** The text before the first step. */ introduction: ReadonlyArray<Block>, 
/** Scenes, in the order of the file. */ scenes: ReadonlyArray<LessonScene>, 
/** Steps. */ steps: ReadonlyArray<Step>, };

/** The readers it is written for. */
export type Level = "first" | "second" | "advanced";

/** Id of a pace, as a lesson writes it. */
export type LessonPace = "1 packet" | "2 packets" | "5 packets" | "1/50" | "1/20" | "1/10" | "1/4" | "1/2" | "1" | "2" | "5" | "10" | "20" | "max";

/** A panel that a lesson can show below the queue. */
export type LessonBelow = "plots" | "distributions" | "theory" | "paper";

/** A scene that a step opens. */
export type LessonScene = { 
/** Id of the preset that it came from. */ preset: string | null, 
/** The scene, written out. */ scenario: Scenario, 
/** Moment at which it opens [s]. */ at_s: number, 
/** Id of the pace at which it plays. */ pace: LessonPace, 
/** Whether the scene plays at once. */ plays: boolean, 
/** Line of the lesson file in which the block of the scene begins. */ line: number, };

/** One heading and the parts below it. */
export type Step = { 
/** The heading. */ title: string, 
/** Its line. */ line: number, 
/** Place of its scene. */ scene: number, 
/** Whether the step opens the scene; otherwise an earlier step has. */ opens: boolean, 
/** Text and blocks in their order. */ parts: ReadonlyArray<Part>, };

/** Text, or a block. */
export type Part = { "kind": "text", blocks: ReadonlyArray<Block>, } | { "kind": "look" } & Look | { "kind": "predict" } & Predict | { "kind": "run" } & Run | { "kind": "reveal" } & Reveal | { "kind": "why" } & Why | { "kind": "do" } & Do | { "kind": "write" } & Write;

/** The place to look at. */
export type Look = { 
/** Line of its block. */ line: number, 
/** The moment to go to [s]. */ at_s: number | null, 
/** Place of the lane. */ lane: number | null, 
/** The tab below the queue. */ show: LessonBelow | null, 
/** The elements that are pointed at. */ point: ReadonlyArray<string>, };

/** A question, answered before anything runs. */
export type Predict = { 
/** Line of its block. */ line: number, 
/** By which it is revealed. */ id: string, 
/** The question. */ question: string, 
/** The form of the answer. */ answer: Answer, 
/** Text of the preset file whose experiment gives the truth. */ experiment: string, 
/** How many seeds it runs. */ seeds: number, };

/** The form of an answer to a question. */
export type Answer = { "kind": "slider", 
/** Id of the metric. */ metric: string, 
/** Its name. */ name_of_metric: string, 
/** Its unit. */ unit: string, 
/** Name of the lane. */ lane: string, 
/** Least value. */ from: number, 
/** Greatest value. */ to: number, } | { "kind": "choice", 
/** In their order. */ options: ReadonlyArray<string>, } | { "kind": "curve", 
/** Id of the metric. */ metric: string, 
/** Its name. */ name_of_metric: string, 
/** Its unit. */ unit: string, 
/** Name of the lane. */ lane: string, 
/** Least value. */ from: number, 
/** Greatest value. */ to: number, 
/** Path of the swept setting. */ path: string, 
/** Its name. */ name: string, 
/** Its values. */ points: ReadonlyArray<number>, };

/** Plays to a moment. */
export type Run = { 
/** Line of its block. */ line: number, 
/** The moment [s]; the end without one. */ until_s: number | null, 
/** Id of the pace at which it plays; without one, the pace does not change. */ pace: LessonPace | null, };

/** Prediction beside truth. */
export type Reveal = { 
/** Line of its block. */ line: number, 
/** Of which question. */ id: string, 
/** A sentence to it. */ note: string, };

/** The decision that shows why. */
export type Why = { 
/** Line of its block. */ line: number, 
/** Place of the lane. */ lane: number, 
/** Id of the reason of a drop or a mark. */ event: string, 
/** Class of the flow that loses. */ flow: 'udp' | 'tcp' | null, 
/** From when on [s]. */ after_s: number, 
/** The observation to make there. */ say: string, };

/** A task. */
export type Do = { 
/** Line of its block. */ line: number, 
/** Its id. */ id: string, 
/** The task. */ task: string, 
/** Help on request. */ hint: string, 
/** Paths of the settings that it is about. */ settings: ReadonlyArray<string>, 
/** How many seeds judge it. */ seeds: number, 
/** Disciplines that must be there. */ lanes: ReadonlyArray<string>, 
/** The check of a claim, as JSON text. */ check: string, 
/** The same in the words of the file. */ conditions: ReadonlyArray<string>, 
/** Changes that solve it. */ solution: ReadonlyArray<Setting>, };

/** A task that is solved by a script. The reader's lane comes after those of the scene. */
export type Write = { 
/** Line of its block. */ line: number, 
/** Its id. */ id: string, 
/** The task. */ task: string, 
/** Help on request. */ hint: string, 
/** The text with which the editor opens; without one, the reader's text for the task before. */ start: string | null, 
/** A text that solves it. */ solution: string, 
/** The script has to decide as one of these. */ references: ReadonlyArray<Reference>, 
/** How many seeds judge it. */ seeds: number, 
/** Lanes of the scene of which the conditions speak. */ lanes: ReadonlyArray<Reference>, 
/** The checks of claims, as a JSON text: one for each condition. */ checks: string, 
/** The same in the words of the file. */ conditions: ReadonlyArray<string>, };

/** A lane beside that of the reader. */
export type Reference = { 
/** Its name. */ name: string, 
/** Its lane. */ lane: Lane, };

/** The verdict on a script. */
export type ScriptVerdict = { "kind": "right", 
/** Seeds of the runs. */ seeds: ReadonlyArray<number>, 
/** How many packets it decided over, in all of them. */ packets: number, 
/** The reference that it never differed from, if there is one. */ like: string | null, } | { "kind": "stopped", 
/** Seed of the run. */ seed: number, 
/** When [s]. */ at_s: number, 
/** Line of the script, from 1. */ line: number, 
/** Column, from 1. */ column: number, 
/** The problem and the allowed forms. */ problem: string, 
/** The values of variables and properties at that moment. */ values: ReadonlyArray<readonly [string, string]>, } | { "kind": "parted", 
/** Seed of the run. */ seed: number, 
/** When [s]. */ at_s: number, 
/** Place of the reference that it followed longest, among those named in the lesson. */ reference: number, 
/** The reference's action, "admits the arrival of flow 7". */ theirs: string, 
/** The script's action. */ yours: string, } | { "kind": "missed", 
/** Each condition with whether it holds, and the figures. */ conditions: ReadonlyArray<HeldCondition>, } | { "kind": "refused", 
/** Why. */ problem: string, };

/** A condition with its result. */
export type HeldCondition = { 
/** The condition in the words of the lesson. */ condition: string, 
/** Whether the condition holds. */ holds: boolean, 
/** Of the runs. */ figures: string, };

/** A setting with its value. */
export type Setting = { 
/** Dotted path. */ path: string, 
/** Value. */ value: SettingValue, };

/** A paragraph, a list, a table. */
export type Block = { "kind": "paragraph", inlines: ReadonlyArray<Inline>, } | { "kind": "heading", level: number, inlines: ReadonlyArray<Inline>, } | { "kind": "list", ordered: boolean, items: ReadonlyArray<ReadonlyArray<Block>>, } | { "kind": "quote", blocks: ReadonlyArray<Block>, } | { "kind": "code", text: string, } | { "kind": "table", head: ReadonlyArray<ReadonlyArray<Inline>>, rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<Inline>>>, } | { "kind": "rule" };

/** The contents of a line. */
export type Inline = { "kind": "text", text: string, } | { "kind": "strong", inlines: ReadonlyArray<Inline>, } | { "kind": "emphasis", inlines: ReadonlyArray<Inline>, } | { "kind": "code", text: string, } | { "kind": "link", url: string, inlines: ReadonlyArray<Inline>, } | { "kind": "break" } | { "kind": "word" } & Word;

/** A word that carries the glyph and the colour of the thing that it names. */
export type Word = { 
/** `flow`, `aqm`, `reason`, `term` or `setting`. */ of: 'flow' | 'aqm' | 'reason' | 'term' | 'setting', 
/** Its name there. */ name: string, 
/** Its form in the sentence. */ text: string, };

/** One problem, with its line in the file, from 1. */
export type LessonProblem = { 
/** Line of the file. */ line: number, 
/** The given value and the allowed ones. */ problem: string, 
/** `scripts`: only a reader with scripts can judge the lesson, and this one has none. */ needs?: "scripts", };


// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Lane, Scenario, SettingValue } from '../border/scenario.gen';

/** A lesson. */
export type Lesson = { 
/** Title. */ title: string, 
/** Id of the document, or its name. */ document: string, 
/** Duration [minutes]. */ minutes: number, 
/** The readers that the lesson is written for. */ level: Level, 
/** The abilities of a student at the end. */ learned: ReadonlyArray<string>, 
/** The text before the first step. */ introduction: ReadonlyArray<Block>, 
/** Scenes, in the order of the file. */ scenes: ReadonlyArray<LessonScene>, 
/** Steps. */ steps: ReadonlyArray<Step>, };

/** The readers that a lesson is written for. */
export type Level = "first" | "second" | "advanced";

/** Id of a pace, as a lesson writes it. */
export type LessonPace = "1 packet" | "2 packets" | "5 packets" | "1/50" | "1/20" | "1/10" | "1/4" | "1/2" | "1" | "2" | "5" | "10" | "20" | "max";

/** A panel that a lesson can show below the queue. */
export type LessonBelow = "plots" | "distributions" | "theory" | "paper";

/** A scene that a step opens. */
export type LessonScene = { 
/** Id of the preset from which the scene was made. */ preset: string | null, 
/** The whole scenario as JSON. */ scenario: Scenario, 
/** Moment at which the scene opens [s]. */ at_s: number, 
/** Id of the playback speed. */ pace: LessonPace, 
/** Whether the scene plays as soon as it opens. */ plays: boolean, 
/** Line of the lesson file in which the block of the scene begins. */ line: number, };

/** A step: one heading with the parts below it. */
export type Step = { 
/** The heading. */ title: string, 
/** Line of the heading. */ line: number, 
/** Index of the scene of the step. */ scene: number, 
/** Whether this step opens the scene; otherwise an earlier step did. */ opens: boolean, 
/** Text and blocks in their order. */ parts: ReadonlyArray<Part>, };

/** Text, or a block. */
export type Part = { "kind": "text", blocks: ReadonlyArray<Block>, } | { "kind": "look" } & Look | { "kind": "predict" } & Predict | { "kind": "run" } & Run | { "kind": "reveal" } & Reveal | { "kind": "why" } & Why | { "kind": "do" } & Do | { "kind": "write" } & Write;

/** A block that directs the reader's attention to a part of the page. */
export type Look = { 
/** Line of the block. */ line: number, 
/** The moment to go to [s]. */ at_s: number | null, 
/** Index of the lane. */ lane: number | null, 
/** The tab below the queue. */ show: LessonBelow | null, 
/** The elements of the page at which an arrow points. */ point: ReadonlyArray<string>, };

/** A question that the reader answers before the scene plays. */
export type Predict = { 
/** Line of the block. */ line: number, 
/** Id by which a block `reveal` names the question. */ id: string, 
/** The question. */ question: string, 
/** The form of the answer. */ answer: Answer, 
/** Text of the preset file whose experiment gives the right answer. */ experiment: string, 
/** Number of seeds of that experiment. */ seeds: number, };

/** The form of an answer to a question. */
export type Answer = { "kind": "slider", 
/** Id of the metric. */ metric: string, 
/** Name of the metric. */ name_of_metric: string, 
/** Unit of the metric. */ unit: string, 
/** Name of the lane. */ lane: string, 
/** Least value. */ from: number, 
/** Greatest value. */ to: number, } | { "kind": "choice", 
/** The statements: the first is the claim `O1`, the second `O2`, and so on. */ options: ReadonlyArray<string>, } | { "kind": "curve", 
/** Id of the metric. */ metric: string, 
/** Name of the metric. */ name_of_metric: string, 
/** Unit of the metric. */ unit: string, 
/** Name of the lane. */ lane: string, 
/** Least value. */ from: number, 
/** Greatest value. */ to: number, 
/** Path of the swept setting. */ path: string, 
/** Name of the setting. */ name: string, 
/** Values of the setting. */ points: ReadonlyArray<number>, };

/** A block that plays the scene up to a moment. */
export type Run = { 
/** Line of the block. */ line: number, 
/** The simulated time at which playing stops [s]; without one, the end of the scene. */ until_s: number | null, 
/** Id of the playback speed; without one, the speed does not change. */ pace: LessonPace | null, };

/** A block that compares the prediction with the computed answer. */
export type Reveal = { 
/** Line of the block. */ line: number, 
/** Id of the question. */ id: string, 
/** A sentence that explains the answer. */ note: string, };

/** A block that moves the scene to a decision and shows the cause of the decision. */
export type Why = { 
/** Line of the block. */ line: number, 
/** Index of the lane. */ lane: number, 
/** Id of the reason of a drop or a mark. */ event: string, 
/** Class of the flow that loses the packet. */ flow: 'udp' | 'tcp' | null, 
/** Start of the search for the decision [s]. */ after_s: number, 
/** The observation to make at the decision. */ say: string, };

/** A task that is solved by settings. */
export type Do = { 
/** Line of the block. */ line: number, 
/** Id of the task. */ id: string, 
/** The task. */ task: string, 
/** A hint, shown on request. */ hint: string, 
/** Paths of the settings that the task is about. */ settings: ReadonlyArray<string>, 
/** Number of seeds that judge the task. */ seeds: number, 
/** Disciplines that the scene must have. */ lanes: ReadonlyArray<string>, 
/** The check of a claim, as JSON text. */ check: string, 
/** The conditions as written in the lesson. */ conditions: ReadonlyArray<string>, 
/** Changes of settings that solve the task. */ solution: ReadonlyArray<Setting>, };

/** A task that is solved by a script. The reader's lane comes after the lanes of the scene. */
export type Write = { 
/** Line of the block. */ line: number, 
/** Id of the task. */ id: string, 
/** The task. */ task: string, 
/** A hint, shown on request. */ hint: string, 
/** The text with which the editor opens; without one, the reader's text for the previous task. */ start: string | null, 
/** A script that solves the task. */ solution: string, 
/** The references; the script has to decide like one of them. */ references: ReadonlyArray<Reference>, 
/** Number of seeds that judge the script. */ seeds: number, 
/** Lanes of the scene that the conditions name. */ lanes: ReadonlyArray<Reference>, 
/** The checks of claims as JSON text, one for each condition. */ checks: string, 
/** The conditions as written in the lesson. */ conditions: ReadonlyArray<string>, };

/** A lane beside the reader's own. */
export type Reference = { 
/** Name of the lane. */ name: string, 
/** The lane as JSON. */ lane: Lane, };

/** The verdict on a script. */
export type ScriptVerdict = { "kind": "right", 
/** Seeds of the runs. */ seeds: ReadonlyArray<number>, 
/** Number of packets that the script decided on, in all runs together. */ packets: number, 
/** The reference that makes the same decisions as the script, if the task has references. */ like: string | null, } | { "kind": "stopped", 
/** Seed of the run. */ seed: number, 
/** Time of the mistake [s]. */ at_s: number, 
/** Line of the script, from 1. */ line: number, 
/** Column, from 1. */ column: number, 
/** The problem and the allowed forms. */ problem: string, 
/** The values of variables and properties at the time of the error. */ values: ReadonlyArray<readonly [string, string]>, } | { "kind": "parted", 
/** Seed of the run. */ seed: number, 
/** Time of the difference [s]. */ at_s: number, 
/** Index of the nearest of the task's reference algorithms: its decisions were equal to the script's for the longest time. */ reference: number, 
/** The action of the reference, such as "admits the arrival of flow 7". */ theirs: string, 
/** The action of the script. */ yours: string, } | { "kind": "missed", 
/** The conditions with their results. */ conditions: ReadonlyArray<HeldCondition>, } | { "kind": "refused", 
/** The problem in words. */ problem: string, };

/** A condition with its result. */
export type HeldCondition = { 
/** The condition as written in the lesson. */ condition: string, 
/** Whether the condition holds. */ holds: boolean, 
/** The values of the runs in words. */ figures: string, };

/** A setting with its value. */
export type Setting = { 
/** Dotted path. */ path: string, 
/** Value. */ value: SettingValue, };

/** A paragraph, a list, a table. */
export type Block = { "kind": "paragraph", inlines: ReadonlyArray<Inline>, } | { "kind": "heading", level: number, inlines: ReadonlyArray<Inline>, } | { "kind": "list", ordered: boolean, items: ReadonlyArray<ReadonlyArray<Block>>, } | { "kind": "quote", blocks: ReadonlyArray<Block>, } | { "kind": "code", text: string, } | { "kind": "table", head: ReadonlyArray<ReadonlyArray<Inline>>, rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<Inline>>>, } | { "kind": "rule" };

/** Text, emphasis, a link, or another part of a line. */
export type Inline = { "kind": "text", text: string, } | { "kind": "strong", inlines: ReadonlyArray<Inline>, } | { "kind": "emphasis", inlines: ReadonlyArray<Inline>, } | { "kind": "code", text: string, } | { "kind": "link", url: string, inlines: ReadonlyArray<Inline>, } | { "kind": "break" } | { "kind": "word" } & Word;

/** A word shown with the glyph and the colour of the object that it names. */
export type Word = { 
/** Kind of the object: `flow`, `aqm`, `reason`, `term` or `setting`. */ of: 'flow' | 'aqm' | 'reason' | 'term' | 'setting', 
/** Name of the object, unique within its kind. */ name: string, 
/** Text of the word in the sentence. */ text: string, };

/** A problem with its line in the file. */
export type LessonProblem = { 
/** Line of the file, from 1. */ line: number, 
/** The given value and the allowed values. */ problem: string, 
/** `scripts` if the lesson contains scripts and this program cannot parse scripts; another program can check the lesson. */ needs?: "scripts", };


// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { SceneProblem } from '../border/border.gen';
import type { SettingValue } from '../border/scenario.gen';

/** Of sweep files. */
export const SWEEP_SCHEMA = 1;

/** The settings and metrics of a sweep. Points count the combinations of values: the last setting varies fastest. */
export type SweepFacts = { 
/** The settings that are varied. */ axes: ReadonlyArray<SweepAxis>, 
/** Names of the lanes, each once. */ lanes: ReadonlyArray<string>, 
/** How many seeds, 1 to this. */ seeds: number, 
/** How many combinations of values there are. */ points: number, 
/** How many runs: `(point * lanes + lane) * seeds + seed - 1` is the place of each. */ tasks: number, 
/** The metrics of every run. */ metrics: ReadonlyArray<SweepMetric>, };

/** A setting and its values. */
export type SweepAxis = { 
/** Dotted path of the setting, in full. */ path: string, 
/** Name for people. */ name: string, 
/** Unit of the values, empty for plain numbers and words. */ unit: string, 
/** Whether the values are numbers; else words, or yes and no. */ is_number: boolean, 
/** Whether the steps are equal factors. */ is_logarithmic: boolean, 
/** The values, in the order in which they were given. */ values: ReadonlyArray<SettingValue>, };

/** A metric of a sweep. */
export type SweepMetric = { 
/** Its id with its argument. */ id: string, 
/** Name for people. */ name: string, 
/** Unit of its values, as the catalog writes units. */ unit: string, 
/** Its meaning in words. */ meaning: string, 
/** Whether the metric's values lie in [0, 1]. */ is_share: boolean, };

/** The result of a run in written form: values in the order of the metrics, or the reason why there is no such scene. */
export type SweepRow = { 
/** Combination of values, by its place. */ point: number, 
/** Lane, by its place. */ lane: number, 
/** Seed. */ seed: number, 
/** One value for each metric, `null` where the run has none. */ values?: ReadonlyArray<number | null>, 
/** Why there is no such scene. */ problems?: ReadonlyArray<SceneProblem>, 
/** In the halves of the measured window, in the order of the metrics. */ halves?: ReadonlyArray<readonly [number, number] | null>, 
/** Remarks on the point: valid settings that are seldom meant; in the row of the first lane and seed alone. */ remarks?: ReadonlyArray<string>, };

/** The settings and metrics of a screening. */
export type ScreeningFacts = { 
/** The lane, by its place. */ lane: number, 
/** Id of its discipline. */ aqm: string, 
/** Whose settings are varied. */ vary: ReadonlyArray<Vary>, 
/** Numbers are varied from their value divided by it to their value times it, inside their declared range. */ factor: number, 
/** How many levels a number has. */ levels: number, 
/** How many trajectories there are. */ trajectories: number, 
/** How many seeds, 1 to this. */ seeds: number, 
/** How many runs. */ tasks: number, 
/** The metrics of every run. */ metrics: ReadonlyArray<SweepMetric>, 
/** The varied settings. */ settings: ReadonlyArray<VariedSetting>, 
/** The settings left out, each with its reason. */ left_out: ReadonlyArray<LeftOutSetting>, };

/** Whose settings are varied. */
export type Vary = "queue" | "bottleneck" | "flows";

/** A setting that is varied, as the page receives it: a number over levels, a choice or switch once, to its other value. */
export type VariedSetting = { 
/** Dotted path, in full. */ path: string, 
/** Its id. */ id: string, 
/** Name for people. */ name: string, 
/** Unit of its values. */ unit: string, 
/** Its present value. */ value: SettingValue, 
/** The values of a number. */ levels?: ReadonlyArray<number>, 
/** The other value of a choice or switch. */ other?: SettingValue, 
/** Why it cannot have its other value in this scene. */ refused?: string, };

/** A setting that is not varied, and why. */
export type LeftOutSetting = { 
/** Dotted path, in full. */ path: string, 
/** The reason, as the rest of a sentence. */ reason: string, };

/** The results of a screening's runs so far. */
export type ScreeningReport = { 
/** How many runs were added. */ done: number, 
/** How many there are. */ tasks: number, 
/** How much the settings matter, metric by metric. */ metrics: ReadonlyArray<MetricEffects>, };

/** How much the settings matter for one metric. */
export type MetricEffects = { 
/** The metric, by its place. */ metric: number, 
/** Those that matter most first. */ settings: ReadonlyArray<SettingEffect>, };

/** The importance of a setting: of a number the elementary effects (change of the metric over the whole range), of a choice or switch the change by its other value with all others as they are. The two have no common order: numbers come first. */
export type SettingEffect = { 
/** The setting, by its place. */ setting: number, 
/** Mean size of the elementary effects; nothing before there is one, and of a choice or switch. */ mu_star: number | null, 
/** The same with signs. */ mu: number | null, 
/** Their standard deviation. */ sigma: number | null, 
/** Of a choice or switch; nothing before there is one, and of a number. */ change: number | null, 
/** The 95 % interval of μ*, or of the change, begins here. */ low: number | null, 
/** It ends here. */ high: number | null, 
/** The limit below which μ*, or the size of a change, stays 95 times of 100 if the setting only makes the runs draw other random numbers; nothing with one seed. */ chance: number | null, 
/** A change of this size would be above chance in about 80 of 100 screenings; nothing of a number, and with one seed. */ detectable: number | null, 
/** Elementary effects. */ count: number, 
/** Steps that were left out since values contradict each other. */ refused: number, 
/** Steps that were left out since a whole number stayed the same. */ unmoved: number, 
/** Steps that were left out since a run has no such value. */ without_value: number, 
/** No run changed at all. */ is_none: boolean, 
/** It matters more than chance alone would make it seem to; nothing before there is an effect. */ is_above_chance: boolean | null, };


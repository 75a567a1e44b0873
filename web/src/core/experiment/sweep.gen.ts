// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { SceneProblem } from '../border/border.gen';
import type { SettingValue } from '../border/scenario.gen';

/** Of sweep files. */
export const SWEEP_SCHEMA = 1;

/** The settings and metrics of a sweep. A point is a combination of values; the last setting varies fastest. */
export type SweepFacts = { 
/** The settings that are varied. */ axes: ReadonlyArray<SweepAxis>, 
/** The settings that follow from others at each point, in the order in which they are computed. */ derived?: ReadonlyArray<DerivedSetting>, 
/** Conditions on the settings of a point, all of which have to be true. */ where?: ReadonlyArray<string>, 
/** The points that the conditions leave out, in rising order. They have no runs. */ left_out?: ReadonlyArray<number>, 
/** Names of the lanes, without duplicates. */ lanes: ReadonlyArray<string>, 
/** Name of the lane with which the others are compared seed by seed. */ against?: string, 
/** Number of seeds; the seeds are 1, 2, …. With `until`, the largest number of seeds of a point. */ seeds: number, 
/** The rule by which a point gets further seeds. */ until?: SweepUntil, 
/** Number of combinations of values, including those that are left out. */ points: number, 
/** Largest number of runs, including those of points that are left out. The index of a run is `(point * lanes + lane) * seeds + seed - 1`. */ tasks: number, 
/** The metrics of every run. */ metrics: ReadonlyArray<SweepMetric>, };

/** A setting and its values, and the settings that are coupled to it. */
export type SweepAxis = { 
/** Full dotted path of the setting. */ path: string, 
/** Name for people. */ name: string, 
/** Unit of the values; empty for pure numbers and for texts. */ unit: string, 
/** Whether the values are numbers; otherwise they are texts or Booleans. */ is_number: boolean, 
/** Whether the values are spaced by equal factors. */ is_logarithmic: boolean, 
/** Values, in the given order. */ values: ReadonlyArray<SettingValue>, 
/** Settings that change together with this setting. Each has as many values as this setting. */ coupled?: ReadonlyArray<CoupledSetting>, };

/** A setting that changes together with the first setting of an axis. */
export type CoupledSetting = { 
/** Full dotted path of the setting. */ path: string, 
/** Name for people. */ name: string, 
/** Unit of the values; empty for pure numbers and for texts. */ unit: string, 
/** Whether the values are numbers; otherwise they are texts or Booleans. */ is_number: boolean, 
/** Values, one for each value of the axis. */ values: ReadonlyArray<SettingValue>, };

/** A derived setting as the page shows it. */
export type DerivedSetting = { 
/** Full dotted path of the setting. */ path: string, 
/** Expression from which its value follows. */ expression: string, };

/** The rule as the page and Python receive it. */
export type SweepUntil = { 
/** Id of the metric with its argument. */ metric: string, 
/** Largest half-width in the unit of the metric. */ half_width?: number, 
/** Largest half-width as a fraction of the mean's absolute value. */ relative_half_width?: number, 
/** Least number of seeds of a point. */ least: number, 
/** Largest number of seeds of a point. */ at_most: number, };

/** The number of seeds that a point needs, as far as the known runs determine it. */
export type SeedsOfPoint = { 
/** Number of seeds that every lane gets at this point. It may grow while runs are missing. It is 0 for a point that is left out. */ seeds: number, 
/** Whether the number is final. */ stop: SeedsStop, 
/** For a point with `Stop::AtMost`, the lanes whose interval is too wide. */ wide: ReadonlyArray<WideLane>, };

/** Whether a point needs further runs. */
export type SeedsStop = "open" | "done" | "at_most";

/** A lane whose interval is too wide. */
export type WideLane = { 
/** Index of the lane. */ lane: number, 
/** Number of runs with a value. */ count: number, 
/** Mean of the values. */ mean: number, 
/** Half-width of the 95 % interval of the mean (Student); `None` for a single value. */ half_width: number | null, };

/** A metric of a sweep. */
export type SweepMetric = { 
/** Id of the metric with its argument. */ id: string, 
/** Name for people. */ name: string, 
/** Unit of the values, as the catalog writes units. */ unit: string, 
/** Meaning in words. */ meaning: string, 
/** Whether the metric's values lie in [0, 1]. */ is_share: boolean, };

/** The result of a run in written form: values in the order of the metrics, or the problems of the scene. */
export type SweepRow = { 
/** Index of the combination of values. */ point: number, 
/** Index of the lane. */ lane: number, 
/** Seed. */ seed: number, 
/** One value for each metric, `null` where the run has none. */ values?: ReadonlyArray<number | null>, 
/** Why the point gives no valid scene. */ problems?: ReadonlyArray<SceneProblem>, 
/** Values over the halves of the measured window, in the order of the metrics. */ halves?: ReadonlyArray<readonly [number, number] | null>, 
/** Remarks on the point: valid settings that are seldom intended. Only the row of the first lane and seed has them. */ remarks?: ReadonlyArray<string>, };

/** The settings and metrics of a screening. */
export type ScreeningFacts = { 
/** Index of the lane. */ lane: number, 
/** Id of the lane's discipline. */ aqm: string, 
/** The kinds of settings that are varied. */ vary: ReadonlyArray<Vary>, 
/** Numbers are varied from the value divided by this factor to the value times it, within their declared range. */ factor: number, 
/** Number of levels of a number. */ levels: number, 
/** Number of trajectories. */ trajectories: number, 
/** Number of seeds; they are 1, 2, …. */ seeds: number, 
/** Number of runs. */ tasks: number, 
/** The metrics of every run. */ metrics: ReadonlyArray<SweepMetric>, 
/** The varied settings. */ settings: ReadonlyArray<VariedSetting>, 
/** The settings that are not varied, each with a reason. */ left_out: ReadonlyArray<LeftOutSetting>, };

/** A kind of settings that can be varied. */
export type Vary = "queue" | "bottleneck" | "flows";

/** A varied setting in the form that the page receives. A number has levels; a choice or switch has another value. */
export type VariedSetting = { 
/** Full dotted path. */ path: string, 
/** Id of the setting. */ id: string, 
/** Name for people. */ name: string, 
/** Unit of the values. */ unit: string, 
/** Present value. */ value: SettingValue, 
/** The levels of a number. */ levels?: ReadonlyArray<number>, 
/** The other value of a choice or switch. */ other?: SettingValue, 
/** Why the other value of a choice or switch gives no valid scene. */ refused?: string, };

/** A setting that is not varied, with the reason. */
export type LeftOutSetting = { 
/** Full dotted path. */ path: string, 
/** The reason, worded to follow the path. */ reason: string, };

/** The results of a screening from the runs so far. */
export type ScreeningReport = { 
/** Number of runs that have been added. */ done: number, 
/** Number of all runs. */ tasks: number, 
/** The effects of the settings, metric by metric. */ metrics: ReadonlyArray<MetricEffects>, };

/** How much the settings matter for one metric. */
export type MetricEffects = { 
/** Index of the metric. */ metric: number, 
/** The settings, those that matter most first. */ settings: ReadonlyArray<SettingEffect>, };

/** How much a setting matters. A number has elementary effects, which are changes of the metric over the whole range of the number. A choice or switch has the change of the metric if it takes its other value. The two cannot be ranked together, so numbers come first. */
export type SettingEffect = { 
/** Index of the setting. */ setting: number, 
/** Mean absolute elementary effect of a numeric setting; null if no effect was measured. */ mu_star: number | null, 
/** Mean elementary effect of a numeric setting, with signs. */ mu: number | null, 
/** Standard deviation of the elementary effects. */ sigma: number | null, 
/** Change of the metric if a choice or switch takes its other value; null without a result. */ change: number | null, 
/** Lower end of the 95 % interval of μ*, or of the change. */ low: number | null, 
/** Upper end of the interval. */ high: number | null, 
/** Limit of chance. If a setting only changes which random numbers the runs draw, its μ*, or the size of its change, stays below this limit in 95 of 100 screenings. Null with one seed. */ chance: number | null, 
/** A change of a choice or switch whose true size is this exceeds the limit of chance in about 80 of 100 screenings. Null for a numeric setting, and if the screening has only one seed. */ detectable: number | null, 
/** Number of effects. */ count: number, 
/** Number of steps that are excluded because settings contradict each other before or after the step. */ refused: number, 
/** Number of steps that are excluded because two levels of a whole-number setting are rounded to the same number. */ unmoved: number, 
/** Number of steps that are excluded because a run has no value of the metric. */ without_value: number, 
/** Whether no run changed. */ is_none: boolean, 
/** Whether the size of the effect (μ* or the change) exceeds the limit of chance; null if no effect was measured. */ is_above_chance: boolean | null, };


// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { SettingValue } from '../border/scenario.gen';

/** One run of an experiment. */
export type Job = { 
/** Index of the lane in the plan. */ lane: number, 
/** Index of the point of the sweep; 0 without a sweep. */ point: number, 
/** Seed. */ seed: number, };

/** The results of the runs so far. */
export type Report = { schema: number, engine: string, preset: string, title: string, document: ReportDocument, 
/** Number of seeds that have been run in every lane at every point. */ seeds: number, asked_seeds: number, profile: string, duration_s: number, measured_from_s: number, 
/** Name of the setting that is swept. */ sweep?: string, 
/** Values of the swept setting. Without a sweep, the only value is `null`. */ points: ReadonlyArray<SettingValue | null>, rows: ReadonlyArray<ReportRow>, claims: ReadonlyArray<ClaimReport>, summary: Summary, 
/** Comparisons of every pair of lanes, seed by seed. With more than 12 lanes, only neighbouring lanes are compared. */ paired: ReadonlyArray<PairedDifference>, 
/** Whether the values of each lane may be treated as normal. */ normality: ReadonlyArray<Normality>, 
/** Correlations of the metrics with the varied setting. */ correlations: ReadonlyArray<SweepCorrelation>, 
/** Whether the paper itself prints all three kinds of tests: normality, correlations and paired t-tests. */ has_tests: boolean, 
/** Quantities over time, if the experiment has bins. */ courses?: Courses, };

/** The publication of an experiment. */
export type ReportDocument = { 
/** Id by which `chokepoint reproduce` finds the experiment. */ id: string, 
/** Short title. */ title: string, 
/** Full citation. */ citation: string, 
/** Section, figures or tables. */ place: string, 
/** Whether the scene is a variant of the paper's own scene: another interpretation, or a case that the paper leaves out. A variant does not change the verdict on a fact that the paper prints about its own scene. */ companion?: true, };

/** One metric of one lane. */
export type ReportRow = { metric: string, name: string, unit: string, 
/** Name of the lane; for a published difference, both names, as in `choke − choke-apf`. */ lane: string, 
/** Value of the swept setting, if there is one. */ point?: SettingValue | null, published: ReadonlyArray<PublishedValue>, reference?: Reference, 
/** Half-width of the 95 % interval of the reference's mean. */ reference_half_width?: number, ours?: Sample, 
/** Agreement of our value with the published value; `None` if no value is published, or if the values of the runs vary too much for a decision. */ verdict: RowVerdict | null, 
/** Why a reproduced value is not evidence that the discipline is right; `None` if it is evidence, or if the value is not reproduced. */ apart?: RowApart, 
/** The means of the two halves of the measured window, if the quantity has not settled within the window. */ settling?: Settling, };

/** A printed value with its place in the paper. */
export type PublishedValue = { 
/** The value, in the unit of the metric. */ value: number, 
/** Section, figure or table. */ place: string, 
/** Where the paper prints the value: `text`, `table` or `figure`. */ quality: "text" | "table" | "figure", 
/** A note for readers of the report. */ note?: string, 
/** Why the printed value may be wrong or not comparable. */ caution?: string, 
/** The parameter of ours that was fitted so that the simulation reproduces the value. */ fitted?: string, };

/** Mean and deviation over the seeds of another simulator. */
export type Reference = { 
/** Mean. */ mean: number, 
/** Sample standard deviation. */ sd: number, 
/** Number of seeds. */ seeds: number, 
/** Name of the simulator, for people. */ simulator: string, };

/** The values of our runs. */
export type Sample = { mean: number, sd: number | null, 
/** Half-width of the 95 % interval by Student's t; not a number (`null`) if there is only one run. */ half_width: number | null, 
/** The 95 % interval, limited to [0, 1] for shares and indices; `None` if there is only one run. */ interval: readonly [number, number] | null, median: number, quartiles: readonly [number, number], 
/** Whether the runs form two groups, so that the mean is typical of neither group. */ two_states: boolean, 
/** Half-width of the 95 % prediction interval of one further run; not a number (`null`) if there is only one run. A printed number from a single run with the same distribution lies in this interval with probability 0.95. */ prediction_half_width: number | null, count: number, 
/** Number of runs in which the quantity has no value. */ left_out: number, 
/** Values in order of the seeds. */ values: ReadonlyArray<number>, };

/** How our value agrees with a published one. */
export type RowVerdict = "number" | "order" | "neither";

/** Why a reproduced value is not evidence for the discipline. Such values are counted separately from those that are evidence. */
export type RowApart = "common" | "fitted";

/** A quantity that has not settled within the measured window. */
export type Settling = { 
/** Means in the first and the second half of the measured window. */ halves: readonly [number, number], 
/** Agreement with the published value if only the second half of the measured window counted; `None` if the verdict is the same. */ second_half?: RowVerdict, in_words: string, };

/** A claim with the verdict of the runs. */
export type ClaimReport = { id: string, text: string, origin: ClaimOrigin, outlook: "holds" | "open" | "fails", verdict: ClaimVerdict, 
/** Whether the claim has a check, so that the runs decide it. Without a check, a reader must compare the claim with a picture or a formula. */ measured: boolean, 
/** Whether the verdict is based on one run, or on runs that have not ended. */ tentative: boolean, 
/** Number of comparisons of means that the verdict uses. */ comparisons: number, 
/** Expected number of false positives among `comparisons`, if no difference existed. */ by_chance: number, 
/** The compared values in words. */ figures: string, 
/** The verdict of the second half of the measured window alone, if it is the opposite of `verdict`. */ second_half?: ClaimVerdict, 
/** Why the claim is undecided, or why it does or does not hold, if the reason is known. */ reason?: string, 
/** The time at which the scene shows the claim, and the tab of the page in which it can be seen. */ seen_at?: SeenAt, };

/** Who states a claim. */
export type ClaimOrigin = "document" | "theory" | "ours";

/** What the runs show about a claim. */
export type ClaimVerdict = "holds" | "fails" | "undecided";

/** A time at which the scene shows a claim, with the view of the page in which it can be seen. */
export type SeenAt = { 
/** The time [s]. */ at_s: number, 
/** The tab below the queue: `plots`, `distributions` or `theory`. */ below: "plots" | "distributions" | "theory", };

/** Counts of printed facts and claims. A fact is a paper's statement of one quantity of one discipline in one scene. A fact may be printed twice, listed by two presets, or given both as a loss and as a throughput. Such a fact counts once, with the worst of its verdicts. */
export type Summary = { 
/** Printed values of the scenes that have been run. */ printed: number, 
/** Number of facts that the printed values state. Each fact is in exactly one of the next six counts. */ facts: number, 
/** Facts whose printed value our runs reproduce, while most other disciplines of the same scene do not. */ number: number, 
/** Facts for which only the ranking of the lanes is the same. */ order: number, 
/** Facts that our runs do not reproduce. */ neither: number, 
/** Facts for which our runs vary too much to decide whether they reproduce the printed value. */ undecided: number, 
/** Facts whose printed value our runs reproduce, but which at least half of the other disciplines of the same scene reproduce too. */ common: number, 
/** Facts whose printed value our runs reproduce, but to which a parameter of ours was fitted. */ fitted: number, 
/** Claims by origin; origins without a claim are left out. */ claims: ReadonlyArray<ClaimCount>, 
/** Number of comparisons of means on which the verdicts on claims are based. */ comparisons: number, 
/** Expected number of false positives among these comparisons, in either direction, if no difference existed. */ by_chance: number, 
/** Printed values outside the 95 % prediction interval of one run of ours. */ outside: number, 
/** Printed values for which there is a prediction interval. */ predicted: number, 
/** Quantities that have not settled within the measured window. */ settling: number, 
/** Quantities with enough runs to compare the two halves of the measured window. */ halved: number, 
/** Number of verdicts, on values and on claims, that would be different if only the second half of the measured window counted. */ unsettled_verdicts: number, 
/** The whole summary in sentences, one per line. */ in_words: string, };

/** Claims of one origin. */
export type ClaimCount = { origin: ClaimOrigin, holds: number, fails: number, undecided: number, 
/** Claims that no number checks. */ to_be_seen: number, };

/** Two lanes compared seed by seed: the value of the first lane minus the value of the second. */
export type PairedDifference = { metric: string, lanes: readonly [string, string], point?: SettingValue | null, mean: number, 
/** Half-width of the 95 % interval; not a number (`null`) if there is only one run. */ half_width: number | null, count: number, 
/** Mean difference divided by the mean of the second lane; not a number (`null`) if that mean is 0, or if there is only one run. */ relative: number | null, 
/** The test for normality of the differences. */ normality: ShapiroWilk | null, t_test: TTest | null, signed_rank: SignedRank | null, 
/** The correlation of the two lanes over the seeds, which shows how strongly the seed affects both. */ correlation: Correlation | null, 
/** The test to use for the difference. This is `t_test`, unless the test of Shapiro and Wilk rejects the normality of the differences (p < 0.05). In that case, or if t is undefined, the test is `signed_rank`. */ test: "t_test" | "signed_rank" | null, 
/** Why statistics of the pair are `null`. */ missing: MissingOfPair, };

/** Student's t-test of the paired differences. */
export type TTest = { t: number, 
/** Degrees of freedom. */ degrees: number, 
/** Two-sided p-value. */ p: number, 
/** 95 % interval of the difference, in the unit of the metric. */ low: number, high: number, };

/** Why statistics of a pair are `null`. */
export type MissingOfPair = { normality?: Missing, t_test?: Missing, signed_rank?: Missing, correlation?: Missing, };

/** Why a statistic is missing. */
export type Missing = "seeds" | "variation";

/** Whether the values of one metric in one lane may be treated as normal. */
export type Normality = { metric: string, lane: string, point?: SettingValue | null, count: number, shapiro_wilk: ShapiroWilk | null, missing?: Missing, };

/** The correlation of a metric with the varied setting. Each point of the sweep gives one pair: the value of the setting and the mean of the metric over the seeds. */
export type SweepCorrelation = { metric: string, lane: string, 
/** First and last point that the correlation covers. It covers all points, the points up to the largest mean, or the points from the largest mean on. The largest mean is found in the same data. */ between: readonly [SettingValue | null, SettingValue | null], correlation: Correlation | null, missing?: Missing, };

/** The result of the test. */
export type ShapiroWilk = { 
/** The statistic W, at most 1; normal values give a W close to 1. */ w: number, 
/** The p-value: the probability of a W at most as large if the values were normal. */ p: number, };

/** The linear correlation of two quantities. */
export type Correlation = { 
/** Number of pairs. */ count: number, 
/** Correlation coefficient, from −1 to 1. */ r: number, 
/** r in standard errors. */ t: number | null, 
/** Two-sided p-value: the probability of a correlation at least as strong, if there were no correlation and the pairs were independent. */ p: number, };

/** The result of the test on the ranks of the differences a − b. */
export type SignedRank = { 
/** Number of differences that are not 0; differences of 0 are left out. */ count: number, 
/** Sum of the ranks of the positive differences. */ positive: number, 
/** Sum of the ranks of the negative differences. */ negative: number, 
/** The p-value: the probability of sums at least as unequal if each difference were positive or negative with equal probability. */ p: number, 
/** Whether p is exact rather than computed from the normal distribution. */ exact: boolean, };

/** Quantities over time. */
export type Courses = { 
/** Start of the first bin [s]. */ from_s: number, 
/** Length of a bin [s]: the bin length of the experiment, or a multiple of it if bins were merged. */ width_s: number, 
/** The time series, one for each quantity. */ quantities: ReadonlyArray<Course>, };

/** A quantity over time. */
export type Course = { 
/** Name in files and reports. */ id: string, 
/** Name for people. */ name: string, 
/** Unit of the values. */ unit: string, 
/** The lanes that have runs. */ lanes: ReadonlyArray<CourseOfLane>, };

/** A quantity over time in one lane. */
export type CourseOfLane = { lane: string, 
/** Number of runs. */ count: number, 
/** Mean over the runs, bin by bin; `None` in a bin in which no run has a value. */ mean: ReadonlyArray<number | null>, 
/** 95 % interval of the mean; `None` if there is only one run. */ interval: ReadonlyArray<readonly [number, number] | null>, };

/** The results of the presets of a figure. */
export type FigureReport = { schema: number, engine: string, id: string, title: string, 
/** The paper that the figure is from. It is taken from the preset of the first point. */ document: ReportDocument, axis: FigureAxis, points: ReadonlyArray<FigurePoint>, curves: ReadonlyArray<FigureCurves>, };

/** The quantity in which the points of a figure differ. */
export type FigureAxis = { 
/** Name of the quantity, as the page shows it. */ name: string, 
/** Unit of the quantity; empty for a count. */ unit: string, };

/** A scene of a figure. */
export type FigurePoint = { 
/** Value of the point on the axis. */ at: number, 
/** Id of the preset. */ preset: string, title: string, 
/** Seeds that were run in every lane. */ seeds: number, };

/** A quantity over the points of a figure. */
export type FigureCurves = { 
/** The figure or table of the paper. */ place: string, metric: string, name: string, unit: string, lanes: ReadonlyArray<FigureLane>, };

/** A lane over the points of a figure. */
export type FigureLane = { lane: string, 
/** Values in order of the points; `None` if the preset of a point has no such lane. */ values: ReadonlyArray<FigureValue | null>, };

/** One lane at one point of a figure. */
export type FigureValue = { published: ReadonlyArray<PublishedValue>, reference?: Reference, 
/** Mean over the seeds. */ mean?: number, 
/** 95 % interval of the mean; `None` if there is only one seed. */ interval?: readonly [number, number], 
/** Agreement of the mean with the published value; `None` if no value is published, or if the values of the runs vary too much for a decision. */ verdict?: RowVerdict, };


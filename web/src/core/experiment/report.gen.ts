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
/** Name of the setting that is varied. */ sweep?: string, 
/** Values of the setting, or one `null`. */ points: ReadonlyArray<SettingValue | null>, rows: ReadonlyArray<ReportRow>, claims: ReadonlyArray<ClaimReport>, summary: Summary, 
/** Comparisons of every pair of lanes, seed by seed; with more than 12 lanes, of neighbours only. */ paired: ReadonlyArray<PairedDifference>, 
/** Whether the values of each lane may be treated as normal. */ normality: ReadonlyArray<Normality>, 
/** Correlations of the metrics with the varied setting. */ correlations: ReadonlyArray<SweepCorrelation>, 
/** Whether the document itself shows such tests. */ has_tests: boolean, 
/** Quantities over time, where the experiment has bins. */ courses?: Courses, };

/** The publication of an experiment. */
export type ReportDocument = { 
/** Id by which `chokepoint reproduce` finds it. */ id: string, 
/** Short title. */ title: string, 
/** Full citation. */ citation: string, 
/** Section, figures or tables. */ place: string, 
/** Whether the scene is a variant of the document's own scene: another reading, or a case that the document leaves out. Such a scene does not change the verdict on a printed fact of the document's own scene. */ companion?: true, };

/** One metric of one lane. */
export type ReportRow = { metric: string, name: string, unit: string, 
/** Name of the lane; for a published difference the names of both, as `choke − choke-apf`. */ lane: string, 
/** Value of the swept setting, if there is one. */ point?: SettingValue | null, published: ReadonlyArray<PublishedValue>, reference?: Reference, 
/** Half-width of the 95 % interval of the reference's mean. */ reference_half_width?: number, ours?: Sample, 
/** Agreement of our value with the published value; `None` if no value is published or the runs do not decide. */ verdict: RowVerdict | null, 
/** The reason for which a reproduced value is counted separately, if there is one. */ apart?: RowApart, 
/** The means of both halves of the measured window, if the quantity is still settling in the window. */ settling?: Settling, };

/** A printed value with its place in the document. */
export type PublishedValue = { 
/** The value, in the unit of the metric. */ value: number, 
/** Section, figure or table. */ place: string, 
/** The kind of its source in print: `text`, `table` or `figure`. */ quality: "text" | "table" | "figure", 
/** A note for the reader. */ note?: string, 
/** The reason for which the value cannot be taken at face value. */ caution?: string, 
/** The parameter of ours that was fitted to the value. */ fitted?: string, };

/** Mean and deviation over the seeds of another simulator. */
export type Reference = { 
/** Mean. */ mean: number, 
/** Sample standard deviation. */ sd: number, 
/** Number of seeds. */ seeds: number, 
/** Name of the simulator, for people. */ simulator: string, };

/** The values of our runs. */
export type Sample = { mean: number, sd: number | null, 
/** Half-width of the 95 % interval after Student; not a number (`null`) for one run. */ half_width: number | null, 
/** The 95 % interval, kept within [0, 1] for shares and indices; `None` for one run. */ interval: readonly [number, number] | null, median: number, quartiles: readonly [number, number], 
/** Whether the runs fall into two groups, so that the mean describes neither. */ two_states: boolean, 
/** Half-width of the 95 % prediction interval of one further run; not a number (`null`) for one run. A printed number of a single run lies in this interval if it has the same distribution. */ prediction_half_width: number | null, count: number, 
/** Runs in which the quantity has no value. */ left_out: number, 
/** Values in order of the seeds. */ values: ReadonlyArray<number>, };

/** How our value agrees with a published one. */
export type RowVerdict = "number" | "order" | "neither";

/** The reason for which a reproduced printed value is counted separately. */
export type RowApart = "common" | "fitted";

/** A quantity that is still settling while it is measured. */
export type Settling = { 
/** Means in the first and the second half of the measured window. */ halves: readonly [number, number], 
/** Agreement of the second half alone with the published value, if that changes the verdict. */ second_half?: RowVerdict, in_words: string, };

/** A claim with the verdict of the runs. */
export type ClaimReport = { id: string, text: string, origin: ClaimOrigin, outlook: "holds" | "open" | "fails", verdict: ClaimVerdict, 
/** Whether numbers decide the claim; otherwise a picture or a formula shows it. */ measured: boolean, 
/** Whether the verdict rests on one run, or on runs that have not ended. */ tentative: boolean, 
/** Number of comparisons of means behind the verdict. */ comparisons: number, 
/** Expected number of these comparisons that chance alone would decide if no difference existed. */ by_chance: number, 
/** The compared values in words. */ figures: string, 
/** The verdict of the second half of the measured window alone, if it is the opposite. */ second_half?: ClaimVerdict, 
/** The reason for which the claim is undecided, or for which it does or does not hold, if known. */ reason?: string, 
/** The moment in the scene at which the claim can be seen. */ seen_at?: SeenAt, };

/** The author of a claim. */
export type ClaimOrigin = "document" | "theory" | "ours";

/** The verdict of the runs on a claim. */
export type ClaimVerdict = "holds" | "fails" | "undecided";

/** A moment at which a claim can be seen, with the view of the page that shows it. */
export type SeenAt = { 
/** The moment [s]. */ at_s: number, 
/** The tab below the queue: `plots`, `distributions` or `theory`. */ below: "plots" | "distributions" | "theory", };

/** Counts of printed facts and claims. A fact is a document's statement of one quantity of one discipline in one scene. A fact that is printed twice, listed by two presets, or given both as loss and as throughput counts once, with the worst of its verdicts. */
export type Summary = { 
/** Printed values of the scenes that have been run. */ printed: number, 
/** Independent facts that the printed values state. The next six counts add up to this count. */ facts: number, 
/** Facts with the same value as ours, which most other disciplines do not give. */ number: number, 
/** Facts of which only the ranking is the same. */ order: number, 
/** Facts that our runs do not reproduce. */ neither: number, 
/** Facts on which the runs do not decide. */ undecided: number, 
/** Facts with the same value as ours, which at least half of the other disciplines give too. */ common: number, 
/** Facts with the same value as ours, because a parameter was fitted to it. */ fitted: number, 
/** Claims by origin; origins without a claim are left out. */ claims: ReadonlyArray<ClaimCount>, 
/** Comparisons of means behind the claims. */ comparisons: number, 
/** Expected number of these comparisons that chance would decide, in either direction, if no difference existed. */ by_chance: number, 
/** Printed values outside the 95 % prediction interval of one run of ours. */ outside: number, 
/** Printed values for which there is a prediction interval. */ predicted: number, 
/** Quantities that are still settling while they are measured. */ settling: number, 
/** Quantities whose halves of the measured window can be compared. */ halved: number, 
/** Verdicts on values and claims that change if only the second half of the measured window counts. */ unsettled_verdicts: number, 
/** The whole summary in sentences, one a line. */ in_words: string, };

/** Claims of one origin. */
export type ClaimCount = { origin: ClaimOrigin, holds: number, fails: number, undecided: number, 
/** Claims that no number checks. */ to_be_seen: number, };

/** Two lanes compared seed by seed: the first minus the second. */
export type PairedDifference = { metric: string, lanes: readonly [string, string], point?: SettingValue | null, mean: number, 
/** Half-width of the 95 % interval; not a number (`null`) for one run. */ half_width: number | null, count: number, 
/** Mean difference divided by the mean of the second lane; not a number (`null`) where that mean is 0, and for one run. */ relative: number | null, 
/** The test of whether the differences may be treated as normal. */ normality: ShapiroWilk | null, t_test: TTest | null, signed_rank: SignedRank | null, 
/** The correlation of the two lanes over the seeds, which shows the common influence of the seed. */ correlation: Correlation | null, 
/** The test that counts: `t_test`, unless the test of Shapiro and Wilk rejects normal differences (p below 0.05). In that case, or if there is no t, the test is `signed_rank`. */ test: "t_test" | "signed_rank" | null, 
/** The reasons for which statistics of the pair are `null`. */ missing: MissingOfPair, };

/** Student's test of the paired differences. */
export type TTest = { t: number, 
/** Degrees of freedom. */ degrees: number, 
/** Two-sided p. */ p: number, 
/** 95 % interval of the difference, in the unit of the metric. */ low: number, high: number, };

/** The reasons for which statistics of a pair are `null`. */
export type MissingOfPair = { normality?: Missing, t_test?: Missing, signed_rank?: Missing, correlation?: Missing, };

/** The reason for which a statistic is missing. */
export type Missing = "seeds" | "variation";

/** Whether the values of one metric in one lane may be treated as normal. */
export type Normality = { metric: string, lane: string, point?: SettingValue | null, count: number, shapiro_wilk: ShapiroWilk | null, missing?: Missing, };

/** The correlation of a metric with the varied setting. Each point of the sweep gives one pair, with the mean over the seeds. */
export type SweepCorrelation = { metric: string, lane: string, 
/** First and last point used. They enclose all points, or the points on one side of the largest mean; the data determine such a side. */ between: readonly [SettingValue | null, SettingValue | null], correlation: Correlation | null, missing?: Missing, };

/** The result of the test. */
export type ShapiroWilk = { 
/** The statistic W, at most 1; normal values give a W close to 1. */ w: number, 
/** The probability of a W at most as large if the values were normal. */ p: number, };

/** The linear correlation of two quantities. */
export type Correlation = { 
/** Number of pairs. */ count: number, 
/** Correlation coefficient, from −1 to 1. */ r: number, 
/** r in standard errors. */ t: number | null, 
/** Two-sided p: the probability of a correlation at least as strong if none existed and the pairs were independent. */ p: number, };

/** The result of the test on the ranks of the differences a − b. */
export type SignedRank = { 
/** Number of differences other than 0; zeros are left out. */ count: number, 
/** Sum of the ranks of the positive differences. */ positive: number, 
/** Sum of the ranks of the negative differences. */ negative: number, 
/** The probability of sums at least as unequal if both signs were equally likely for each difference. */ p: number, 
/** Whether p is exact and not taken from the normal distribution. */ exact: boolean, };

/** Quantities over time. */
export type Courses = { 
/** Start of the first bin [s]. */ from_s: number, 
/** Length of a bin [s]: that of the experiment, or a multiple of it where bins were joined. */ width_s: number, 
/** The courses, one for each quantity. */ quantities: ReadonlyArray<Course>, };

/** A quantity over time. */
export type Course = { 
/** Name in files and reports. */ id: string, 
/** Name for people. */ name: string, 
/** Unit of its values. */ unit: string, 
/** The lanes that have runs. */ lanes: ReadonlyArray<CourseOfLane>, };

/** A quantity over time in one lane. */
export type CourseOfLane = { lane: string, 
/** Number of runs. */ count: number, 
/** Mean over the runs, bin by bin; `None` in a bin in which no run has a value. */ mean: ReadonlyArray<number | null>, 
/** 95 % interval of the mean; `None` for one run. */ interval: ReadonlyArray<readonly [number, number] | null>, };

/** The results of the presets of a figure. */
export type FigureReport = { schema: number, engine: string, id: string, title: string, 
/** The document of the first point. */ document: ReportDocument, axis: FigureAxis, points: ReadonlyArray<FigurePoint>, curves: ReadonlyArray<FigureCurves>, };

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
/** The figure or table of the document. */ place: string, metric: string, name: string, unit: string, lanes: ReadonlyArray<FigureLane>, };

/** A lane over the points of a figure. */
export type FigureLane = { lane: string, 
/** Values in order of the points; `None` where the preset has no such lane. */ values: ReadonlyArray<FigureValue | null>, };

/** One lane at one point of a figure. */
export type FigureValue = { published: ReadonlyArray<PublishedValue>, reference?: Reference, 
/** Mean over the seeds. */ mean?: number, 
/** 95 % interval of the mean; `None` for one seed. */ interval?: readonly [number, number], 
/** Agreement of the mean with the published value; `None` without such a value, or where the runs do not decide. */ verdict?: RowVerdict, };


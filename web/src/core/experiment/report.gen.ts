// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { SettingValue } from '../border/scenario.gen';

/** One run of an experiment. */
export type Job = { 
/** Lane, by its place in the plan. */ lane: number, 
/** Point of the sweep, by its place; 0 without a sweep. */ point: number, 
/** Seed. */ seed: number, };

/** How far the runs have brought us. */
export type Report = { schema: number, engine: string, preset: string, title: string, document: ReportDocument, 
/** Seeds that have been run in every lane at every point. */ seeds: number, asked_seeds: number, profile: string, duration_s: number, measured_from_s: number, 
/** Name of the setting that is varied. */ sweep?: string, 
/** Its values, or one `null`. */ points: ReadonlyArray<SettingValue | null>, rows: ReadonlyArray<ReportRow>, claims: ReadonlyArray<ClaimReport>, summary: Summary, 
/** Every pair of lanes compared, seed by seed; with more than 12 lanes, neighbours only. */ paired: ReadonlyArray<PairedDifference>, 
/** Whether the values of a lane may be taken as normal. */ normality: ReadonlyArray<Normality>, 
/** How the metrics go with the setting that is varied. */ correlations: ReadonlyArray<SweepCorrelation>, 
/** Whether the document shows such tests itself. */ has_tests: boolean, 
/** Quantities over time, where the experiment has bins. */ courses?: Courses, };

/** The publication of an experiment. */
export type ReportDocument = { 
/** Id by which `chokepoint reproduce` finds it. */ id: string, 
/** Short title. */ title: string, 
/** Full citation. */ citation: string, 
/** Section, figures, tables. */ place: string, 
/** A scene beside the document's own: another reading, or a case that the document leaves out. Its results do not change how a printed fact comes out in the document's own scene. */ companion?: true, };

/** One metric of one lane. */
export type ReportRow = { metric: string, name: string, unit: string, 
/** Its name; of a published difference both, as `choke − choke-apf`. */ lane: string, 
/** Value of the swept setting, if there is one. */ point?: SettingValue | null, published: ReadonlyArray<PublishedValue>, reference?: Reference, 
/** Of the 95 % interval of the reference's mean, as ours. */ reference_half_width?: number, ours?: Sample, 
/** Agreement of ours with the published value; `None` where there is none or the runs do not decide. */ verdict: RowVerdict | null, 
/** Why a value that comes out is counted apart, if it is. */ apart?: RowApart, 
/** The halves of the measured window, if the quantity is still settling in it. */ settling?: Settling, };

/** A printed value with its place in the document. */
export type PublishedValue = { 
/** The value, in the unit of the metric. */ value: number, 
/** Section, figure or table. */ place: string, 
/** How it was printed: `text`, `table` or `figure`. */ quality: "text" | "table" | "figure", 
/** A note for the reader. */ note?: string, 
/** Why it cannot be taken at face value. */ caution?: string, 
/** Which parameter of ours was fitted to it. */ fitted?: string, };

/** Mean and deviation over the seeds of another simulator. */
export type Reference = { 
/** Mean. */ mean: number, 
/** Sample standard deviation. */ sd: number, 
/** How many seeds. */ seeds: number, 
/** Which simulator, for people. */ simulator: string, };

/** Our values. */
export type Sample = { mean: number, sd: number | null, 
/** Of the 95 % interval after Student; not a number (`null`) for one run. */ half_width: number | null, 
/** The 95 % interval, which stays in [0, 1] for shares and indices; nothing for one run. */ interval: readonly [number, number] | null, median: number, quartiles: readonly [number, number], 
/** The runs fall into two groups: the mean describes none of them. */ two_states: boolean, 
/** Of the 95 % prediction interval of one further run, in which the printed number of one run lies if it is of the same distribution; not a number (`null`) for one run. */ prediction_half_width: number | null, count: number, 
/** Runs in which the quantity has no value. */ left_out: number, 
/** In order of the seeds. */ values: ReadonlyArray<number>, };

/** How our value agrees with a published one. */
export type RowVerdict = "number" | "order" | "neither";

/** Why a printed value is counted apart although ours is the same. */
export type RowApart = "common" | "fitted";

/** A quantity that is still settling while it is measured. */
export type Settling = { 
/** Its means in the first and the second half of the measured window. */ halves: readonly [number, number], 
/** Agreement of the second half alone with the published value, if it is different. */ second_half?: RowVerdict, in_words: string, };

/** A claim with the verdict of the runs. */
export type ClaimReport = { id: string, text: string, origin: ClaimOrigin, outlook: "holds" | "open" | "fails", verdict: ClaimVerdict, 
/** Whether numbers decide it; otherwise a picture or a formula shows it. */ measured: boolean, 
/** Rests on one run, or on runs that go on. */ tentative: boolean, 
/** How many comparisons of means it rests on. */ comparisons: number, 
/** How many of them chance alone would decide, if there were no difference anywhere. */ by_chance: number, 
/** The compared values in words. */ figures: string, 
/** The verdict of the second half of the measured window alone, if it is the opposite. */ second_half?: ClaimVerdict, 
/** Why it is undecided, else why it does or does not come out where that is known. */ reason?: string, 
/** The place in the scene where it can be seen. */ seen_at?: SeenAt, };

/** The author of a claim. */
export type ClaimOrigin = "document" | "theory" | "ours";

/** The verdict of the runs on a claim. */
export type ClaimVerdict = "holds" | "fails" | "undecided";

/** A moment at which a claim can be seen, and under which view of the page. */
export type SeenAt = { 
/** The moment [s]. */ at_s: number, 
/** The tab below the queue: `plots`, `distributions` or `theory`. */ below: "plots" | "distributions" | "theory", };

/** Printed facts and claims, counted. A fact is a document's statement of one quantity of one scheme in one scene: printed in two tables, listed by two presets, or given both as loss and as throughput it is one. It comes out as the worst of these. */
export type Summary = { 
/** Printed values of the scenes that have been run. */ printed: number, 
/** Independent facts that they state; the next six add up to it. */ facts: number, 
/** The same value, to which most other schemes do not come. */ number: number, 
/** The same ranking only. */ order: number, 
/** Do not come out. */ neither: number, 
/** The runs do not decide. */ undecided: number, 
/** The same value, and so it is under at least half of the other schemes. */ common: number, 
/** The same value, since a parameter was fitted to it. */ fitted: number, 
/** Claims by origin; origins without a claim are left out. */ claims: ReadonlyArray<ClaimCount>, 
/** Comparisons of means that the claims rest on. */ comparisons: number, 
/** How many of them chance alone would decide, one way or the other, if there were no difference anywhere. */ by_chance: number, 
/** Printed values that lie outside the 95 % prediction interval of one run of ours, and how many there are with one. */ outside: number, 
/** See `outside`. */ predicted: number, 
/** Quantities that are still settling while they are measured, and of how many this can be said. */ settling: number, 
/** See `settling`. */ halved: number, 
/** Verdicts, of values and claims, that the second half of the measured window alone does not give. */ unsettled_verdicts: number, 
/** All this in sentences, to be quoted, one a line. */ in_words: string, };

/** Claims of one origin. */
export type ClaimCount = { origin: ClaimOrigin, holds: number, fails: number, undecided: number, 
/** Not checked by numbers. */ to_be_seen: number, };

/** Two lanes compared, seed by seed: the first less the second. */
export type PairedDifference = { metric: string, lanes: readonly [string, string], point?: SettingValue | null, mean: number, 
/** Of the 95 % interval; not a number (`null`) for one run. */ half_width: number | null, count: number, 
/** Mean difference over the mean of the second lane; not a number (`null`) where that is 0, and for one run. */ relative: number | null, 
/** Whether the differences may be taken as normal. */ normality: ShapiroWilk | null, t_test: TTest | null, signed_rank: SignedRank | null, 
/** The correlation of the two lanes over the seeds: the influence of the seed on both. */ correlation: Correlation | null, 
/** The test to be read: `t_test`, unless Shapiro and Wilk speak against normal differences (p below 0.05); then, or where there is no t, `signed_rank`. */ test: "t_test" | "signed_rank" | null, 
/** Why one of them is `null`. */ missing: MissingOfPair, };

/** Student's test of the paired differences. */
export type TTest = { t: number, 
/** Degrees of freedom. */ degrees: number, 
/** Two-sided. */ p: number, 
/** 95 % interval of the difference, in the unit of the metric. */ low: number, high: number, };

/** Why a statistic of a pair is `null`. */
export type MissingOfPair = { normality?: Missing, t_test?: Missing, signed_rank?: Missing, correlation?: Missing, };

/** Why there is no statistic. */
export type Missing = "seeds" | "variation";

/** Whether the values of one metric in one lane may be taken as normal. */
export type Normality = { metric: string, lane: string, point?: SettingValue | null, count: number, shapiro_wilk: ShapiroWilk | null, missing?: Missing, };

/** How a metric goes with the setting that is varied: one pair a point, the mean over the seeds. */
export type SweepCorrelation = { metric: string, lane: string, 
/** First and last point: all of them, or those on one side of the largest mean. Those were chosen by looking. */ between: readonly [SettingValue | null, SettingValue | null], correlation: Correlation | null, missing?: Missing, };

/** The result of the test. */
export type ShapiroWilk = { 
/** At most 1, the closer to it the more normal. */ w: number, 
/** How likely a W at most as large is, if the values were normal. */ p: number, };

/** How far two quantities go together in a straight line. */
export type Correlation = { 
/** How many pairs. */ count: number, 
/** From −1 to 1. */ r: number, 
/** r in standard errors. */ t: number | null, 
/** How likely a correlation at least as strong is, if there were none and the pairs were independent. */ p: number, };

/** The result of the test on the ranks of the differences a − b. */
export type SignedRank = { 
/** How many differences are not 0; the others are left out. */ count: number, 
/** Sum of the ranks of the positive differences. */ positive: number, 
/** Sum of the ranks of the negative differences. */ negative: number, 
/** How likely sums at least as unequal are, if either sign were as likely for each difference. */ p: number, 
/** Whether p is exact rather than taken from the normal distribution. */ exact: boolean, };

/** Quantities over time. */
export type Courses = { 
/** Start of the first bin [s]. */ from_s: number, 
/** Length of a bin [s]: that of the experiment, or a multiple of it where it has more bins than a picture has columns. */ width_s: number, 
/** One for every quantity. */ quantities: ReadonlyArray<Course>, };

/** A quantity over time. */
export type Course = { 
/** Name in files and reports. */ id: string, 
/** Name for people. */ name: string, 
/** Unit of its values. */ unit: string, 
/** One for every lane of which there are runs. */ lanes: ReadonlyArray<CourseOfLane>, };

/** A quantity over time in one lane. */
export type CourseOfLane = { lane: string, 
/** How many runs count. */ count: number, 
/** Mean over the runs, bin by bin; nothing in a bin in which no run has a value. */ mean: ReadonlyArray<number | null>, 
/** Its 95 % interval; nothing for one run. */ interval: ReadonlyArray<readonly [number, number] | null>, };

/** The results of the presets of a figure. */
export type FigureReport = { schema: number, engine: string, id: string, title: string, 
/** That of its first point. */ document: ReportDocument, axis: FigureAxis, points: ReadonlyArray<FigurePoint>, curves: ReadonlyArray<FigureCurves>, };

/** The quantity in which the points of a figure differ. */
export type FigureAxis = { 
/** Name of the quantity, for people. */ name: string, 
/** Its unit; empty for a count. */ unit: string, };

/** A scene of a figure. */
export type FigurePoint = { 
/** Place on the axis. */ at: number, 
/** Id of its preset. */ preset: string, title: string, 
/** Seeds that were run in every lane. */ seeds: number, };

/** A quantity over the points of a figure. */
export type FigureCurves = { 
/** The figure or table of the document. */ place: string, metric: string, name: string, unit: string, lanes: ReadonlyArray<FigureLane>, };

/** A lane over the points of a figure. */
export type FigureLane = { lane: string, 
/** In order of the points; nothing where the preset has no such lane. */ values: ReadonlyArray<FigureValue | null>, };

/** One lane at one point of a figure. */
export type FigureValue = { published: ReadonlyArray<PublishedValue>, reference?: Reference, 
/** Mean over the seeds. */ mean?: number, 
/** Its 95 % interval; nothing for one seed. */ interval?: readonly [number, number], 
/** Agreement of the mean with the published value, where there is one and the runs decide it. */ verdict?: RowVerdict, };


/** What an experiment is asked and what it answers, as `crates/core/engine/src/experiment` writes it. */

import type { SettingValue } from '../border/scenario';

/** A value of the setting that is varied; `null` in an experiment that varies none. */
export type Point = SettingValue | null;

/** One run: a lane at a point with a seed. */
export interface Job {
  /** Place among the lanes of the experiment. */
  readonly lane: number;
  /** Place among the values of the sweep; 0 without one. */
  readonly point: number;
  readonly seed: number;
}

export interface Report {
  readonly schema: 1;
  readonly engine: string;
  /** Id of the preset. */
  readonly preset: string;
  readonly title: string;
  readonly document: {
    readonly id: string;
    readonly title: string;
    readonly citation: string;
    readonly place: string;
  };
  /** Address that opens the scene. */
  readonly link?: string;
  /** Seeds of which every lane has been run. */
  readonly seeds: number;
  readonly asked_seeds: number;
  readonly profile: string;
  readonly duration_s: number;
  readonly measured_from_s: number;
  /** Name of the setting that is varied. */
  readonly sweep?: string;
  readonly points: readonly Point[];
  readonly rows: readonly ReportRow[];
  readonly claims: readonly ClaimReport[];
  readonly summary: Summary;
  /** Every pair of lanes; with more than 12 lanes, neighbours. */
  readonly paired: readonly PairedDifference[];
  readonly normality: readonly Normality[];
  readonly correlations: readonly SweepCorrelation[];
  /** Whether the document shows such tests itself. */
  readonly has_tests: boolean;
}

/** What comes out, counted: every fact once, what any scheme meets apart, claims by who states them. */
interface Summary {
  readonly printed: number;
  readonly facts: number;
  readonly number: number;
  readonly order: number;
  readonly neither: number;
  readonly undecided: number;
  readonly common: number;
  readonly fitted: number;
  /** Quantities that are still settling while they are measured, and verdicts that change with the second half alone. */
  readonly settling?: number;
  readonly unsettled_verdicts?: number;
  readonly claims: readonly {
    readonly origin: ClaimOrigin;
    readonly holds: number;
    readonly fails: number;
    readonly undecided: number;
    readonly to_be_seen: number;
  }[];
  /** In sentences, one a line. */
  readonly in_words: string;
}

/** A metric in a lane, at a point of the sweep if there is one. */
export interface ReportRow {
  readonly metric: string;
  readonly name: string;
  /** Unit of the values, as the catalog writes units. */
  readonly unit: string;
  /** Its name; of a difference that the document prints both, as "choke − choke-apf". */
  readonly lane: string;
  readonly point?: Point;
  readonly published: readonly PublishedValue[];
  /** The same scene in ns-2. */
  readonly reference?: Reference;
  /** Half of the 95 % interval of the reference's mean. */
  readonly reference_half_width?: number;
  readonly ours?: Sample;
  readonly verdict?: RowVerdict | null;
  readonly apart?: RowApart;
  readonly settling?: Settling;
}

/** A quantity that differs between the first and the second half of the measured window. */
interface Settling {
  readonly halves: readonly [number, number];
  /** The verdict with the second half alone, if it is another. */
  readonly second_half?: RowVerdict;
  readonly in_words: string;
}

interface Reference {
  readonly mean: number;
  readonly sd: number;
  readonly seeds: number;
  /** ns-2, or ns-2 with a plug-in. */
  readonly simulator: string;
}

/** Why a value that comes out is counted apart: `common`, if half of the other schemes come to it too; `fitted`. */
export type RowApart = 'common' | 'fitted';

/** `number`: the same value; `order`: only the same ranking of the lanes; `neither`: nor that. */
export type RowVerdict = 'number' | 'order' | 'neither';

export interface PublishedValue {
  readonly value: number;
  /** Section, table or figure. */
  readonly place: string;
  readonly quality: 'text' | 'table' | 'figure';
  readonly note?: string;
  /** Why the value cannot be taken as it stands. */
  readonly caution?: string;
  /** Which parameter of ours was fitted to it. */
  readonly fitted?: string;
}

/** Values over seeds. */
export interface Sample {
  readonly mean: number;
  readonly sd: number | null;
  /** Half of the 95 % interval of the mean; absent with a single value. */
  readonly half_width: number | null;
  /** The 95 % interval of the mean, which stays in [0, 1] for shares and indices. */
  readonly interval?: readonly [number, number] | null;
  readonly median?: number;
  readonly quartiles?: readonly [number, number];
  /** The runs fall into two groups: the mean describes none of them. */
  readonly two_states?: boolean;
  /** Runs in which the quantity has no value. */
  readonly left_out?: number;
  /** Half of the 95 % prediction interval of one further run, in which a printed number of one run has to lie. */
  readonly prediction_half_width?: number | null;
  readonly count: number;
  readonly values: readonly number[];
}

/** Who states a claim: the document, a formula, or we of a scene of ours. */
export type ClaimOrigin = 'document' | 'theory' | 'ours';

export interface ClaimReport {
  readonly id: string;
  readonly text: string;
  readonly origin: ClaimOrigin;
  /** What is expected of it. */
  readonly outlook: 'holds' | 'open' | 'fails';
  readonly verdict: 'holds' | 'fails' | 'undecided';
  /** Whether numbers can tell; otherwise it is to be seen, in a picture or a formula. */
  readonly measured: boolean;
  /** From one run only, or from a run that is not at its end. */
  readonly tentative: boolean;
  /** What was compared, in words with numbers. */
  readonly figures: string;
  /** The verdict with the second half of the measured window alone, if it is the opposite. */
  readonly second_half?: 'holds' | 'fails';
  readonly reason?: string;
  /** Where in the scene it can be seen. */
  readonly seen_at?: SeenAt;
}

/** A moment of the scene, and what is shown below the queue there. */
export interface SeenAt {
  readonly at_s: number;
  readonly below: 'plots' | 'distributions' | 'theory';
}

/** Why a statistic is missing: fewer than 3 seeds (or more than its test was made for), or what is tested does not vary. */
export type Missing = 'seeds' | 'variation';

/** W, and how often normal values give one as small. */
export interface ShapiroWilk {
  readonly w: number;
  readonly p: number;
}

/** Pearson's; `t` is `null` on a perfect line. */
export interface Correlation {
  readonly count: number;
  readonly r: number;
  readonly t: number | null;
  readonly p: number;
}

/** Whether the values of a lane may be taken as normal. */
interface Normality {
  readonly metric: string;
  readonly lane: string;
  readonly point?: Point;
  readonly count: number;
  readonly shapiro_wilk: ShapiroWilk | null;
  readonly missing?: Missing;
}

/** How a metric goes with the setting that is varied, over all points and on either side of its peak. */
interface SweepCorrelation {
  readonly metric: string;
  readonly lane: string;
  /** First and last point. */
  readonly between: readonly [Point, Point];
  readonly correlation: Correlation | null;
  readonly missing?: Missing;
}

/** Difference of two lanes on the same seeds: the first less the second. */
export interface PairedDifference {
  readonly metric: string;
  readonly lanes: readonly [string, string];
  readonly point?: Point;
  readonly mean: number;
  readonly half_width: number | null;
  readonly count: number;
  /** Part of the mean of the second lane; `null` where that is 0, and for one run. */
  readonly relative: number | null;
  /** Of the differences. */
  readonly normality: ShapiroWilk | null;
  readonly t_test: {
    readonly t: number;
    readonly degrees: number;
    readonly p: number;
    readonly low: number;
    readonly high: number;
  } | null;
  readonly signed_rank: {
    readonly count: number;
    readonly positive: number;
    readonly negative: number;
    readonly p: number;
    readonly exact: boolean;
  } | null;
  readonly correlation: Correlation | null;
  /** The test to be read. */
  readonly test: 't_test' | 'signed_rank' | null;
  readonly missing: Readonly<Partial<Record<'normality' | 't_test' | 'signed_rank' | 'correlation', Missing>>>;
}

/** What an experiment is asked and what it answers, as `engine/src/experiment` writes it. */

import type { SettingValue } from '../scenario/scenario';

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
  readonly paired: readonly PairedDifference[];
}

/** A metric in a lane, at a point of the sweep if there is one. */
export interface ReportRow {
  readonly metric: string;
  readonly name: string;
  /** Unit of the values, as the catalog writes units. */
  readonly unit: string;
  readonly lane: string;
  readonly point?: Point;
  readonly published: readonly PublishedValue[];
  /** The same scene in ns-2. */
  readonly reference?: { readonly mean: number; readonly sd: number; readonly seeds: number };
  readonly ours?: Sample;
  readonly verdict?: RowVerdict | null;
}

/** `number`: the published value comes out; `order`: only the ranking of the lanes does; `neither`: nor does that. */
export type RowVerdict = 'number' | 'order' | 'neither';

export interface PublishedValue {
  readonly value: number;
  /** Section, table or figure. */
  readonly place: string;
  readonly quality: 'text' | 'table' | 'figure';
  readonly note?: string;
  /** Why the value cannot be taken as it stands. */
  readonly caution?: string;
}

/** Values over seeds. */
export interface Sample {
  readonly mean: number;
  readonly sd: number | null;
  /** Half of the 95 % interval of the mean; absent with a single value. */
  readonly half_width: number | null;
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
  readonly reason?: string;
  /** Where in the scene it can be seen. */
  readonly seen_at?: SeenAt;
}

/** A moment of the scene, and what is shown below the queue there. */
export interface SeenAt {
  readonly at_s: number;
  readonly below: 'plots' | 'distributions' | 'theory';
}

/** Difference of two lanes on the same seeds. */
export interface PairedDifference {
  readonly metric: string;
  readonly lanes: readonly [string, string];
  readonly point?: Point;
  readonly mean: number;
  readonly half_width: number | null;
  readonly count: number;
}

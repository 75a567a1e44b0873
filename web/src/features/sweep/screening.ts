/** A screening, as the engine (module `screening` of crate `chokepoint-sweep`) reads and tells it. */

import type { Scenario, SettingValue } from '../../core/border/scenario';
import type { SweepMetric } from '../../core/experiment/sweep';

/** Whose settings are varied. */
export type Vary = 'queue' | 'bottleneck' | 'flows';

export interface ScreeningDefinition {
  readonly scene: Scenario;
  /** By its place. */
  readonly lane: number;
  readonly vary: readonly Vary[];
  /** Numbers are varied from their value divided by it to their value times it, inside their declared range. */
  readonly factor: number;
  readonly trajectories: number;
  readonly seeds: number;
  /** Without it, the usual ones that the scene has. */
  readonly metrics?: readonly string[];
}

export interface ScreeningFacts {
  readonly lane: number;
  readonly aqm: string;
  readonly vary: readonly Vary[];
  readonly factor: number;
  readonly levels: number;
  readonly trajectories: number;
  readonly seeds: number;
  /** Runs. */
  readonly tasks: number;
  readonly metrics: readonly SweepMetric[];
  readonly settings: readonly VariedSetting[];
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
}

/** A setting that is varied: a number over levels, a choice or switch once, to its other value. */
export interface VariedSetting {
  readonly path: string;
  readonly id: string;
  readonly unit: string;
  readonly value: SettingValue;
  readonly levels?: readonly number[];
  readonly other?: SettingValue;
  /** Why it cannot have its other value in this scene. */
  readonly refused?: string;
}

export interface ScreeningReport {
  readonly done: number;
  readonly tasks: number;
  readonly metrics: readonly MetricEffects[];
}

export interface MetricEffects {
  /** Place among the metrics. */
  readonly metric: number;
  /** Those that matter most first. */
  readonly settings: readonly SettingEffect[];
}

/**
 * How much a setting matters: of a number the elementary effects (change of the metric over the whole range), of a choice or
 * switch what its other value changes with all others as they are. The two have no common order: numbers come first.
 */
export interface SettingEffect {
  /** Place among the settings. */
  readonly setting: number;
  /** Mean size of the elementary effects; null before there is one, and of a choice or switch. */
  readonly mu_star: number | null;
  readonly mu: number | null;
  /** Their standard deviation. */
  readonly sigma: number | null;
  /** Of a choice or switch; null before there is one, and of a number. */
  readonly change: number | null;
  /** 95 % interval of μ*, or of the change. */
  readonly low: number | null;
  readonly high: number | null;
  /** What μ*, or the size of a change, stays below 95 times of 100 if the setting only makes the runs draw other random numbers; null with one seed. */
  readonly chance: number | null;
  /** A change of this size would be above chance in about 80 of 100 screenings; null of a number, and with one seed. */
  readonly detectable: number | null;
  /** Elementary effects. */
  readonly count: number;
  /** Steps that were left out: values that contradict each other, a whole number that stayed the same, a run without this value. */
  readonly refused: number;
  readonly unmoved: number;
  readonly without_value: number;
  /** No run changed at all. */
  readonly is_none: boolean;
  /** It matters more than chance alone would make it seem to; null before there is an effect. */
  readonly is_above_chance: boolean | null;
}

/** μ* of a number, the size of the change of a choice or switch. */
export function sizeOf({ mu_star, change }: SettingEffect): number | null {
  return mu_star ?? (change === null ? null : Math.abs(change));
}

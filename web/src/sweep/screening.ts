/** A screening, as the engine (module `screening` of crate `chokepoint-sweep`) reads and tells it. */

import type { Scenario, SettingValue } from '../scenario/scenario';
import type { SweepMetric } from './sweep';

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

/** How much a setting matters: the change of the metric over the whole range of the setting. */
export interface SettingEffect {
  /** Place among the settings. */
  readonly setting: number;
  /** Mean size of the elementary effects; null before there is one. */
  readonly mu_star: number | null;
  readonly mu: number | null;
  /** Their standard deviation; null of a choice or switch, which is changed once. */
  readonly sigma: number | null;
  /** 95 % interval of μ*. */
  readonly low: number | null;
  readonly high: number | null;
  /** What μ* would stay below, about 95 times of 100, if the setting did nothing and chance alone made the differences; null with one seed. */
  readonly chance: number | null;
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

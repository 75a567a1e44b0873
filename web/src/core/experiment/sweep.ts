/** A sweep in the format of the engine (crate `chokepoint-sweep`). */

import type { Scenario, SettingValue } from '../border/scenario';
import type { SWEEP_SCHEMA } from './sweep.gen';

export {
  type CoupledSetting,
  type DerivedSetting,
  SWEEP_SCHEMA,
  type SweepAxis,
  type SweepFacts,
  type SweepMetric,
  type SweepRow,
} from './sweep.gen';

/** Definition of a sweep; a sweep file has the same content. */
export interface SweepDefinition {
  readonly schema: typeof SWEEP_SCHEMA;
  readonly scene: Scenario;
  /** Varied settings, if any; all combinations of their values are run. */
  readonly over: readonly (AxisDefinition | CoupledDefinition)[];
  /** Settings that follow from others at each point: expressions by the path of the setting. */
  readonly derive?: Readonly<Record<string, string>>;
  /** Conditions between settings; points at which one is false are left out. */
  readonly where?: readonly string[];
  /** Compared lanes; absent: the lanes of the scene. */
  readonly lanes?: readonly LaneDefinition[];
  /** Name of a lane with which the command line and Python compare the others. */
  readonly against?: string;
  /** Number of seeds; they count from 1. */
  readonly seeds: number;
  /** The rule by which the command line and Python add seeds to a point; `seeds` is then the least number. */
  readonly until?: UntilDefinition;
  /** Ids of metrics with their arguments, such as `flow_loss_ratio:1`. */
  readonly metrics: readonly string[];
}

/** The largest half-width of the 95 % interval of the mean of a metric; one of the two widths is given. */
export interface UntilDefinition {
  readonly metric: string;
  /** In the unit of the metric. */
  readonly half_width?: number;
  /** As a part of the absolute mean. */
  readonly relative_half_width?: number;
  /** Largest number of seeds of a point. */
  readonly at_most?: number;
}

export type AxisDefinition =
  | { readonly path: string; readonly values: readonly SettingValue[] }
  | {
      readonly path: string;
      readonly from: number;
      readonly to: number;
      readonly count: number;
      readonly scale?: 'linear' | 'log';
    };

/** Settings that change together: each value is a list with one value for each path. */
export interface CoupledDefinition {
  readonly paths: readonly string[];
  readonly values: readonly (readonly SettingValue[])[];
}

export type LaneDefinition =
  | string
  | { readonly aqm: string; readonly name?: string; readonly params?: Readonly<Record<string, SettingValue>> };

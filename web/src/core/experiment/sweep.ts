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
  /** Compared lanes; absent: the lanes of the scene. */
  readonly lanes?: readonly LaneDefinition[];
  /** Name of a lane with which the command line and Python compare the others. */
  readonly against?: string;
  /** Number of seeds; they count from 1. */
  readonly seeds: number;
  /** Ids of metrics with their arguments, such as `flow_loss_ratio:1`. */
  readonly metrics: readonly string[];
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

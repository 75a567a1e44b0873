/** A sweep in the format of the engine (crate `chokepoint-sweep`). */

import type { Scenario, SettingValue } from '../border/scenario';
import type { SWEEP_SCHEMA } from './sweep.gen';

export { SWEEP_SCHEMA, type SweepAxis, type SweepFacts, type SweepMetric, type SweepRow } from './sweep.gen';

/** Definition of a sweep; a sweep file has the same content. */
export interface SweepDefinition {
  readonly schema: typeof SWEEP_SCHEMA;
  readonly scene: Scenario;
  /** Varied settings, if any; all combinations of their values are run. */
  readonly over: readonly AxisDefinition[];
  /** Compared lanes; absent: the lanes of the scene. */
  readonly lanes?: readonly LaneDefinition[];
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

export type LaneDefinition =
  | string
  | { readonly aqm: string; readonly name?: string; readonly params?: Readonly<Record<string, SettingValue>> };

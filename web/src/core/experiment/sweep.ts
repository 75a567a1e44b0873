/** A sweep, as the engine (crate `chokepoint-sweep`) reads and writes it. */

import type { Scenario, SettingValue } from '../border/scenario';
import type { SWEEP_SCHEMA } from './sweep.gen';

export { SWEEP_SCHEMA, type SweepAxis, type SweepFacts, type SweepMetric, type SweepRow } from './sweep.gen';

/** The definition of a sweep: the text of a sweep file, too. */
export interface SweepDefinition {
  readonly schema: typeof SWEEP_SCHEMA;
  readonly scene: Scenario;
  /** None or more settings; all combinations of their values are run. */
  readonly over: readonly AxisDefinition[];
  /** Without them, those of the scene. */
  readonly lanes?: readonly LaneDefinition[];
  /** 1 to this. */
  readonly seeds: number;
  /** Ids with their arguments, `flow_loss_ratio:1`. */
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

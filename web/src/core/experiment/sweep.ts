/** A sweep, as the engine (crate `chokepoint-sweep`) reads and tells it. */

import type { SceneProblem } from '../border/client';
import type { Scenario, SettingValue } from '../border/scenario';

/** Goes up with `SWEEP_SCHEMA` of the engine. */
export const SWEEP_SCHEMA = 1;

/** What is run: the text of a sweep file, too. */
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

/** A checked sweep. Points count the combinations of values: the last setting varies fastest. */
export interface SweepFacts {
  readonly axes: readonly SweepAxis[];
  readonly lanes: readonly string[];
  readonly seeds: number;
  readonly points: number;
  /** Runs: `(point * lanes + lane) * seeds + seed - 1` is the place of each. */
  readonly tasks: number;
  readonly metrics: readonly SweepMetric[];
}

export interface SweepAxis {
  /** In full. */
  readonly path: string;
  readonly name: string;
  readonly unit: string;
  readonly is_number: boolean;
  readonly is_logarithmic: boolean;
  readonly values: readonly SettingValue[];
}

export interface SweepMetric {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  /** Its values lie in [0, 1]. */
  readonly is_share: boolean;
}

/** What came out of a run: values in the order of the metrics, or why there is no such scene. */
export interface SweepRow {
  readonly point: number;
  readonly lane: number;
  readonly seed: number;
  readonly values?: readonly (number | null)[];
  readonly problems?: readonly SceneProblem[];
  /** In the halves of the measured window, in the order of the metrics. */
  readonly halves?: readonly (readonly [number, number] | null)[];
  /** What is right at the point and yet seldom meant; in the row of the first lane and seed alone. */
  readonly remarks?: readonly string[];
}

/** A sweep in the format of the engine (crate `chokepoint-sweep`). */

import type { Scenario, SettingValue } from '../border/scenario';
import type { PlotFigure } from './plot.gen';
import type { SWEEP_SCHEMA } from './sweep.gen';

export {
  type CoupledSetting,
  type DerivedSetting,
  type SeedsOfPoint,
  SWEEP_SCHEMA,
  type SweepAxis,
  type SweepFacts,
  type SweepMetric,
  type SweepRow,
} from './sweep.gen';

/** Definition of a sweep, with the same content as a sweep file. */
export interface SweepDefinition {
  readonly schema: typeof SWEEP_SCHEMA;
  /** The scene. Undefined if there are several. */
  readonly scene?: Scenario;
  /** Several scenes, which form the first axis. */
  readonly scenes?: readonly SceneDefinition[];
  /** Varied settings. All combinations of their values are run. */
  readonly over: readonly (AxisDefinition | CoupledDefinition)[];
  /** Settings that are computed from others at each point, as expressions by the path of the setting. */
  readonly derive?: Readonly<Record<string, string>>;
  /** Conditions on the settings. A point is skipped if one of its conditions is false. */
  readonly where?: readonly string[];
  /** Compared lanes. If absent, the lanes of the scene. */
  readonly lanes?: readonly LaneDefinition[];
  /** Name of the reference lane. The command line and Python compare every other lane with this lane. */
  readonly against?: string;
  /** Number of seeds. The seeds are numbered from 1. */
  readonly seeds: number;
  /** Rule that decides whether a point gets further seeds. With a rule, `seeds` is the minimum number. */
  readonly until?: UntilDefinition;
  /** Ids of metrics with their arguments, such as `flow_loss_ratio:1`. */
  readonly metrics: readonly string[];
  /** Definitions of figures by name, as in figure files. */
  readonly figures?: Readonly<Record<string, Partial<PlotFigure>>>;
}

/**
 * The largest allowed half-width of the 95 % confidence interval of a metric's mean. It is given either in the unit of
 * the metric or as a share of the mean.
 */
export interface UntilDefinition {
  readonly metric: string;
  /** Half-width in the unit of the metric. */
  readonly half_width?: number;
  /** Half-width as a share of the absolute value of the mean. */
  readonly relative_half_width?: number;
  /** Largest number of seeds at a point. */
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

/** Settings that change together. Each value is a list with one value for each path. */
export interface CoupledDefinition {
  readonly paths: readonly string[];
  readonly values: readonly (readonly SettingValue[])[];
}

/** One of several scenes. Its lanes have the same names as those of the other scenes. */
export interface SceneDefinition {
  readonly name: string;
  readonly scene: Scenario;
  readonly lanes?: readonly LaneDefinition[];
}

export type LaneDefinition =
  | string
  | { readonly aqm: string; readonly name?: string; readonly params?: Readonly<Record<string, SettingValue>> };

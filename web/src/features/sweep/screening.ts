/** A screening in the format that the engine reads and writes (module `screening` of crate `chokepoint-sweep`). */

import type { Scenario } from '../../core/border/scenario';
import type { SettingEffect, Vary } from '../../core/experiment/sweep.gen';

export type {
  MetricEffects,
  ScreeningFacts,
  ScreeningReport,
  SettingEffect,
  VariedSetting,
  Vary,
} from '../../core/experiment/sweep.gen';

export interface ScreeningDefinition {
  readonly scene: Scenario;
  /** Index of the lane in the scene. */
  readonly lane: number;
  readonly vary: readonly Vary[];
  /**
   * Factor that determines the range of a number. The number is divided by it and multiplied by it, within the declared
   * range.
   */
  readonly factor: number;
  readonly trajectories: number;
  readonly seeds: number;
  /** Metrics of the screening. By default, the usual metrics that the scene has. */
  readonly metrics?: readonly string[];
}

/** μ* of a number, or the size of the change for a choice or switch. */
export function sizeOf({ mu_star, change }: SettingEffect): number | null {
  return mu_star ?? (change === null ? null : Math.abs(change));
}

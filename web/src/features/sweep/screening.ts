/** A screening in the engine's format (module `screening` of crate `chokepoint-sweep`). */

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
   * Factor that determines a number's range: from the number divided by it to the number multiplied by it, within the
   * declared range.
   */
  readonly factor: number;
  readonly trajectories: number;
  readonly seeds: number;
  /** Ids of the metrics. If absent, the default metrics that the scene has. */
  readonly metrics?: readonly string[];
}

/** Size of a setting's effect: μ* for a number, the absolute change for a choice or switch. Null if unknown. */
export function sizeOf({ mu_star, change }: SettingEffect): number | null {
  return mu_star ?? (change === null ? null : Math.abs(change));
}

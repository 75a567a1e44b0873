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
  /** Metrics of the screening. By default, the usual ones that the scene has. */
  readonly metrics?: readonly string[];
}

/** μ* of a number, or the size of the change for a choice or switch. */
export function sizeOf({ mu_star, change }: SettingEffect): number | null {
  return mu_star ?? (change === null ? null : Math.abs(change));
}

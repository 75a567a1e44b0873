/** A screening, as the engine (module `screening` of crate `chokepoint-sweep`) reads and writes it. */

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
  /** The place of the lane. */
  readonly lane: number;
  readonly vary: readonly Vary[];
  /** Numbers are varied from their value divided by it to their value times it, inside their declared range. */
  readonly factor: number;
  readonly trajectories: number;
  readonly seeds: number;
  /** Without it, the usual ones that the scene has. */
  readonly metrics?: readonly string[];
}

/** μ* of a number, the size of the change of a choice or switch. */
export function sizeOf({ mu_star, change }: SettingEffect): number | null {
  return mu_star ?? (change === null ? null : Math.abs(change));
}

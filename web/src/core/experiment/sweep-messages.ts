/** Requests about a sweep to a worker, and its answers. */

import type { SceneProblem } from '../border/client';
import type { SweepFacts } from './sweep';

export type SweepRequest =
  /** The text of a definition: answered with an `OpenedSweep`. */
  | { readonly kind: 'open-sweep'; readonly definition: string }
  /** Answered with {@link RunTasks}; the values and the halves are in a block, one behind the other. */
  | { readonly kind: 'run-tasks'; readonly tasks: Float64Array };

/** A worker's description of the sweep that it opened. */
export interface OpenedSweep {
  readonly facts: SweepFacts;
  /** Key of the first run that has one: sweeps that are defined alike and have it in common give the same values. */
  readonly key: string;
}

export interface RefusedTask {
  readonly task: number;
  readonly problems: readonly SceneProblem[];
}

/** A worker's information on runs beside their values. */
export interface RunTasks {
  readonly refused: readonly RefusedTask[];
  readonly remarks: readonly RemarkedTask[];
}

/** Remarks on the valid but unusual point of a run. */
export interface RemarkedTask {
  readonly task: number;
  readonly remarks: readonly string[];
}

/** Runs that were made together, packed. */
export interface SweepBatch {
  readonly tasks: Float64Array;
  /** By place in `tasks`, then by metric; `NaN` where a run has no such value. */
  readonly values: Float64Array;
  /** The tasks that have no values at all. */
  readonly refused: readonly RefusedTask[];
  /** The same in the halves of the measured window, two for each value; of runs that were kept before there were halves, none. */
  readonly halves?: Float64Array;
  readonly remarks?: readonly RemarkedTask[];
}

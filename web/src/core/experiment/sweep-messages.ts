/** What a worker is asked about a sweep, and what it answers. */

import type { SceneProblem } from '../border/client';
import type { SweepFacts } from './sweep';

export type SweepRequest =
  /** The text of a definition: answered with an `OpenedSweep`. */
  | { readonly kind: 'open-sweep'; readonly definition: string }
  /** Answered with {@link RunTasks}; the values and the halves are in a block, one behind the other. */
  | { readonly kind: 'run-tasks'; readonly tasks: Float64Array };

/** What a worker tells of the sweep that it opened. */
export interface OpenedSweep {
  readonly facts: SweepFacts;
  /** Key of the first run that has one: sweeps that are defined alike and have it in common give the same values. */
  readonly key: string;
}

export interface RefusedTask {
  readonly task: number;
  readonly problems: readonly SceneProblem[];
}

/** What a worker tells of runs beside their values. */
export interface RunTasks {
  readonly refused: readonly RefusedTask[];
  readonly remarks: readonly RemarkedTask[];
}

/** What is right at the point of a run and yet seldom meant. */
export interface RemarkedTask {
  readonly task: number;
  readonly remarks: readonly string[];
}

/** Runs that were made together, packed. */
export interface SweepBatch {
  readonly tasks: Float64Array;
  /** By place in `tasks`, then by metric; `NaN` where a run has no such value. */
  readonly values: Float64Array;
  /** Those of the tasks that have no values at all. */
  readonly refused: readonly RefusedTask[];
  /** The same in the halves of the measured window, two for each value; of runs that were kept before there were halves, none. */
  readonly halves?: Float64Array;
  readonly remarks?: readonly RemarkedTask[];
}

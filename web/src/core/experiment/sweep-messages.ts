/** Requests about a sweep to a worker, and its answers. */

import type { SceneProblem } from '../border/client';
import type { SweepFacts } from './sweep';

export type SweepRequest =
  /** Text of a definition; the answer is an `OpenedSweep`. */
  | { readonly kind: 'open-sweep'; readonly definition: string }
  /** The answer is the scene at a point, with its derived settings. */
  | { readonly kind: 'scene-of-point'; readonly point: number }
  /** The answer is {@link RunTasks}, with a block that holds the values and, after them, the values of the halves. */
  | { readonly kind: 'run-tasks'; readonly tasks: Float64Array };

/** A worker's description of the sweep that it opened. */
export interface OpenedSweep {
  readonly facts: SweepFacts;
  /** Key of the first run that has one. Sweeps with equal definitions and an equal key give equal values. */
  readonly key: string;
}

export interface RefusedTask {
  readonly task: number;
  readonly problems: readonly SceneProblem[];
}

/** The worker's answer about runs, apart from their values. */
export interface RunTasks {
  readonly refused: readonly RefusedTask[];
  readonly remarks: readonly RemarkedTask[];
}

/** Remarks on a valid but unusual point of the sweep. */
export interface RemarkedTask {
  readonly task: number;
  readonly remarks: readonly string[];
}

/** Runs of one batch, as packed numbers. */
export interface SweepBatch {
  readonly tasks: Float64Array;
  /** Values by place in `tasks`, then by metric; `NaN` if a run has no such value. */
  readonly values: Float64Array;
  /** Tasks that have no values at all. */
  readonly refused: readonly RefusedTask[];
  /** Values in the two halves of the measured window, two for each value; absent in stored runs of earlier versions. */
  readonly halves?: Float64Array;
  readonly remarks?: readonly RemarkedTask[];
}

/** Requests to a worker about a sweep, and its answers. */

import type { SceneProblem } from '../border/client';
import type { SweepDefinition, SweepFacts } from './sweep';

export type SweepRequest =
  /** Opens the sweep with this definition. The answer is an `OpenedSweep`. */
  | { readonly kind: 'open-sweep'; readonly definition: string }
  /** The answer is the scene at a point, including its derived settings. */
  | { readonly kind: 'scene-of-point'; readonly point: number }
  /**
   * The answer is {@link RunTasks}. Its block contains the values, followed by the values in the two halves of the
   * measured window.
   */
  | { readonly kind: 'run-tasks'; readonly tasks: Float64Array }
  /** The answer is a list of `SeedsOfPoint`, in the order of the points. */
  | ({ readonly kind: 'seeds-of-points' } & SeedsMade)
  /** The answer is the figure of these runs as `PlotTexts`. `figure` is the text of its definition. */
  | ({ readonly kind: 'plot-runs'; readonly figure: string } & RunsToPlot)
  /** Parses a sweep file without opening the sweep. The answer is a {@link ReadSweep}. */
  | { readonly kind: 'read-sweep'; readonly text: string };

/** Points whose number of seeds is to be computed from their finished runs. */
export interface SeedsMade {
  readonly points: Float64Array;
  /** For each point, how many seeds, counted from the first, have finished all their runs. */
  readonly seeds: Float64Array;
  /**
   * Values of the metric that decides on further seeds, ordered by point, lane and seed. `NaN` if a run has no value.
   */
  readonly values: Float64Array;
}

/** Finished runs, as packed numbers. */
export interface RunsToPlot {
  /** Runs with values. */
  readonly tasks: Float64Array;
  /** One value for each task and metric. `NaN` if a run has no value of a metric. */
  readonly values: Float64Array;
  /** Runs whose settings contradict each other. */
  readonly refused: Float64Array;
}

/** The content of a sweep file. */
export interface ReadSweep {
  readonly facts: SweepFacts;
  /** The definition with its scene in full, and with a list of values for each axis in place of a range. */
  readonly definition: SweepDefinition;
}

/** A worker's description of the sweep that it has opened. */
export interface OpenedSweep {
  readonly facts: SweepFacts;
  /**
   * Key of the sweep’s first valid run. It contains the version of the engine, so stored values of a sweep with the
   * same definition and the same key are still valid.
   */
  readonly key: string;
}

export interface RefusedTask {
  readonly task: number;
  readonly problems: readonly SceneProblem[];
}

/** The answer to `run-tasks`. The values of the runs are in the block of the answer. */
export interface RunTasks {
  readonly refused: readonly RefusedTask[];
  readonly remarks: readonly RemarkedTask[];
}

/** A run at a valid but unusual point of the sweep, with remarks on the point. */
export interface RemarkedTask {
  readonly task: number;
  readonly remarks: readonly string[];
}

/** The runs of one batch, as packed numbers. */
export interface SweepBatch {
  readonly tasks: Float64Array;
  /**
   * Values in the order of `tasks`, and for each task in the order of the metrics. `NaN` if a run has no value of a
   * metric.
   */
  readonly values: Float64Array;
  /** Tasks for which there are no values. */
  readonly refused: readonly RefusedTask[];
  /**
   * Value of each metric in each half of the measured window: two numbers for each entry of `values`. Absent in runs
   * that earlier versions stored.
   */
  readonly halves?: Float64Array;
  readonly remarks?: readonly RemarkedTask[];
}

/** The interface to a sweep in a separate worker. */

import { SceneRefused } from '../../core/border/client';
import { type Asker, Refused } from '../../core/border/rpc';
import type { Scenario } from '../../core/border/scenario';
import { sceneProblems } from '../../core/border/scene-problems';
import { startEngine } from '../../core/engine/bridge';
import type { PlotFigure, PlotTexts } from '../../core/experiment/plot.gen';
import type { SeedsOfPoint, SweepDefinition } from '../../core/experiment/sweep';
import type {
  OpenedSweep,
  ReadSweep,
  RunsToPlot,
  RunTasks,
  SeedsMade,
  SweepBatch,
  SweepRequest,
} from '../../core/experiment/sweep-messages';

/**
 * Handles calls in order. A call is rejected with `EngineLost` if the worker crashed, and with `SceneRefused` for
 * problems.
 */
export interface SweepRunner {
  /** Opens a definition from its text. Must be called first. */
  open(definition: string): Promise<OpenedSweep>;
  run(tasks: readonly number[]): Promise<SweepBatch>;
  /**
   * The number of seeds that each point gets by the sweep's rule for further seeds, computed from the runs made so far.
   */
  seedsOf(made: SeedsMade): Promise<readonly SeedsOfPoint[]>;
  /** The scene at a point, with its derived settings. */
  scene(point: number): Promise<Scenario>;
  /** Draws `figure` from the results of runs of the open sweep. */
  plot(figure: Partial<PlotFigure>, runs: RunsToPlot): Promise<PlotTexts>;
  /** Parses a sweep file's text without opening a sweep. */
  read(text: string): Promise<ReadSweep>;
  /** Ends the worker. */
  close(): void;
}

/** Starts a runner. `signal` terminates the worker at once, even while it starts. */
export type ConnectSweep = (signal: AbortSignal) => Promise<SweepRunner>;

export const connectSweep: ConnectSweep = async (signal) =>
  sweepRunnerBehind(await startEngine<SweepRequest>('full', signal));

/** A run is not divided into slices, however long it takes. */
export function sweepRunnerBehind({ ask: askWorker, close }: Asker<SweepRequest>): SweepRunner {
  const ask = async (request: SweepRequest) => {
    try {
      return await askWorker(request, { patience_ms: Number.POSITIVE_INFINITY });
    } catch (problem) {
      throw problem instanceof Refused ? new SceneRefused(sceneProblems(problem)) : problem;
    }
  };
  return {
    open: async (definition) => (await ask({ kind: 'open-sweep', definition })).value as OpenedSweep,
    scene: async (point) => (await ask({ kind: 'scene-of-point', point })).value as Scenario,
    run: async (given) => {
      const tasks = Float64Array.from(given);
      const { value, block } = await ask({ kind: 'run-tasks', tasks });
      const all = new Float64Array(block ?? new ArrayBuffer(0));
      return { tasks, values: all.slice(0, all.length / 3), halves: all.slice(all.length / 3), ...(value as RunTasks) };
    },
    seedsOf: async (made) => (await ask({ kind: 'seeds-of-points', ...made })).value as readonly SeedsOfPoint[],
    plot: async (figure, runs) =>
      (await ask({ kind: 'plot-runs', figure: JSON.stringify(figure), ...runs })).value as PlotTexts,
    read: async (text) => (await ask({ kind: 'read-sweep', text })).value as ReadSweep,
    close,
  };
}

/** The scene at a point of a sweep as the engine computes it, including derived settings. */
export async function sceneOfPoint(
  definition: SweepDefinition,
  point: number,
  connect: ConnectSweep = connectSweep,
): Promise<Scenario> {
  const runner = await connect(new AbortController().signal);
  try {
    await runner.open(JSON.stringify(definition));
    return await runner.scene(point);
  } finally {
    runner.close();
  }
}

/**
 * Checks a sweep, and estimates its cost and its duration. The engine parses the sweep, and a few of its runs are
 * timed.
 */

import { type SceneProblem, SceneRefused } from '../../core/border/client';
import type { SweepDefinition, SweepFacts } from '../../core/experiment/sweep';
import { type ConnectSweep, connectSweep } from './sweep-runner';

export type SweepEstimate =
  | { readonly facts: SweepFacts; readonly s_per_run: number | undefined; readonly problems?: undefined }
  | { readonly problems: readonly SceneProblem[]; readonly facts?: undefined };

/**
 * Time after which no further run is timed [ms]. A run that has started is cancelled only if its time is no longer
 * needed.
 */
const LONGEST_MS = 1000;

/** The estimate. Undefined if it was cancelled or no worker could be started. */
export async function estimateSweep(
  definition: SweepDefinition,
  signal: AbortSignal,
  connect: ConnectSweep = connectSweep,
  now_ms: () => number = () => performance.now(),
): Promise<SweepEstimate | undefined> {
  const text = JSON.stringify(definition);
  const runner = await connect(signal).catch(() => undefined);
  if (runner === undefined) return undefined;
  try {
    const { facts } = await runner.open(text);
    const began_ms = now_ms();
    const took_ms: number[] = [];
    for (const task of sampleTasks(facts)) {
      const from_ms = now_ms();
      const { refused } = await runner.run([task]);
      // A run whose scene is refused takes no time, so it says nothing about the duration of others.
      if (refused.length === 0) took_ms.push(now_ms() - from_ms);
      if (now_ms() - began_ms > LONGEST_MS) break;
    }
    // Only the second half of the measured durations counts: in the first runs, the browser has not optimised the code
    // yet.
    const warm = took_ms.slice(Math.floor(took_ms.length / 2));
    const sum_ms = warm.reduce((sum, ms) => sum + ms, 0);
    return { facts, s_per_run: warm.length === 0 ? undefined : sum_ms / 1000 / warm.length };
  } catch (problem) {
    return problem instanceof SceneRefused ? { problems: problem.problems } : undefined;
  } finally {
    runner.close();
  }
}

/**
 * The runs that are timed, each twice: for each lane, those of the first, the middle and the last point. The first and
 * the last may be the shortest and the longest.
 */
function sampleTasks({ points, lanes, seeds, left_out = [] }: SweepFacts): readonly number[] {
  const at = (point: number, lane: number): number => (point * lanes.length + lane) * seeds;
  const leftOut = new Set(left_out);
  const places = [...new Set([Math.floor(points / 2), points - 1, 0])].filter((point) => !leftOut.has(point));
  const once = places.flatMap((point) => lanes.map((_, lane) => at(point, lane)));
  return [...once, ...once];
}

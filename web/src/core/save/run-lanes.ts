/** Every lane of a scene, run to its end on an engine beside the page's: the results that a bundle or a citation speaks of. */

import type { EngineClient } from '../border/client';
import type { Scenario } from '../border/scenario';
import { timeless } from './bundle';

interface RunLanes {
  readonly connect: () => Promise<EngineClient>;
  /** Aborted: there are no results. */
  readonly signal: AbortSignal;
  /** How much of all lanes is done, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** The result object of every lane, as the command line prints it; undefined if it was stopped. */
export async function runLanes(
  scenario: Scenario,
  { connect, signal, onProgress }: RunLanes,
): Promise<readonly unknown[] | undefined> {
  const results: unknown[] = [];
  const { duration_s, lanes } = scenario;
  const engine = await connect();
  try {
    for (const lane of lanes.keys()) {
      if (signal.aborted) return undefined;
      const onUnderWay = (now_s: number): void => onProgress((lane + now_s / duration_s) / lanes.length);
      await engine.open(scenario, duration_s, lane, { signal, onUnderWay });
      // One that was stopped stands where it had come to.
      if (signal.aborted) return undefined;
      results.push(timeless(await engine.result()));
      onProgress((lane + 1) / lanes.length);
    }
  } finally {
    engine.close();
  }
  return results;
}

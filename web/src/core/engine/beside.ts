/**
 * Engines for additional runs, which leave the run on the page unchanged. Each engine starts on demand, and all are
 * closed together. An engine that is still starting when they are closed is closed as soon as it is ready.
 */

import { type EngineClient, EngineLost } from '../border/client';
import type { Scenario } from '../border/scenario';

type Connect = () => Promise<EngineClient>;

export class Beside {
  private readonly engines: Promise<EngineClient>[] = [];
  private closed = false;

  constructor(private readonly connect: Connect) {}

  get isClosed(): boolean {
    return this.closed;
  }

  /** The engine with this index, counted from 0. Rejects with `EngineLost` after all engines have been closed. */
  async engine(place = 0): Promise<EngineClient> {
    if (this.closed) throw new EngineLost('it was closed');
    this.engines[place] ??= this.connect();
    const engine = await this.engines[place];
    if (this.closed) throw new EngineLost('it was closed');
    return engine;
  }

  close(): void {
    this.closed = true;
    for (const engine of this.engines.splice(0)) engine.then((it) => it.close()).catch(() => {});
  }
}

export interface LanesBeside {
  readonly connect: Connect;
  /** Stops the work, which then has no result. */
  readonly signal: AbortSignal;
  /** Called while lanes run, with the share of their simulated time that is finished, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** A lane that runs on a separate engine. */
export interface LaneBeside {
  readonly lane: number;
  /** Opens a scene with this lane and runs it until `until_s` [s]. False if the run was stopped earlier. */
  readonly open: (scenario: Scenario, until_s: number) => Promise<boolean>;
  /** Continues the run until `until_s` [s]. False if the run was stopped earlier. */
  readonly seek: (until_s: number) => Promise<boolean>;
  readonly result: () => Promise<unknown>;
}

/**
 * Runs one lane after another on one engine. `work` returns the result of a lane, or undefined if it was stopped.
 * `length_s` is the simulated time of one lane [s], summed over the runs that `work` opens. Returns undefined if a lane
 * was stopped.
 */
export async function eachLane<Result>(
  lanes: number,
  length_s: number,
  { connect, signal, onProgress }: LanesBeside,
  work: (lane: LaneBeside) => Promise<Result | undefined>,
): Promise<readonly Result[] | undefined> {
  const results: Result[] = [];
  const beside = new Beside(connect);
  try {
    const engine = await beside.engine();
    for (let lane = 0; lane < lanes; lane += 1) {
      if (signal.aborted) return undefined;
      let before_s = 0;
      let now_s = 0;
      const onUnderWay = (at_s: number): void => {
        now_s = at_s;
        onProgress((lane + (before_s + at_s) / length_s) / lanes);
      };
      const options = { signal, onUnderWay };
      const result = await work({
        lane,
        open: async (scenario, until_s) => {
          before_s += now_s;
          now_s = 0;
          await engine.open(scenario, until_s, lane, options);
          // If `signal` aborts, `open` still resolves, at a time before `until_s`.
          return !signal.aborted;
        },
        seek: async (until_s) => {
          await engine.seek(until_s, options);
          return !signal.aborted;
        },
        result: () => engine.result(),
      });
      if (result === undefined) return undefined;
      results.push(result);
      onProgress((lane + 1) / lanes);
    }
  } finally {
    beside.close();
  }
  return results;
}

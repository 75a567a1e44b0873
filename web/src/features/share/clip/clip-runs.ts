/**
 * A scene's lanes, run for a clip by separate engines. The engines always take the same steps: from the start of the
 * scene to the start of the clip, and then frame by frame.
 */

import type { Catalog } from '../../../core/border/catalog';
import type { EngineClient } from '../../../core/border/client';
import type { Scenario } from '../../../core/border/scenario';
import { Beside } from '../../../core/engine/beside';
import { type LaneRun, MOST_LANES, namedLanes } from '../../../core/run/lanes';
import { RunBuffer } from '../../../core/run/run-buffer';
import { type ClipPlan, instantOf } from './clip-plan';
import type { BeginOptions } from './clip-scene';

/** Length of an engine's slices of work [ms]. */
const SLICE_MS = 30;
/**
 * Largest allowed difference between a frame's time and the engine's time at this frame [s]. The engine rounds times to
 * nanoseconds.
 */
const ROUNDING_S = 2e-9;
/**
 * Time on the clip's clock at its first frame [ms]. It is large enough that frames before the clip have positive times.
 */
const BEGIN_MS = 10_000;

interface ClipLane {
  readonly client: EngineClient;
  readonly run: RunBuffer;
  factsVersion: number;
}

export class ClipRuns {
  private opened: readonly ClipLane[] = [];
  /** The lanes, with distinct names. */
  lanes: readonly LaneRun[] = [];

  private readonly beside: Beside;

  constructor(
    connect: () => Promise<EngineClient>,
    private readonly catalog: Catalog,
  ) {
    this.beside = new Beside(connect);
  }

  /** Opens a scene at its start in every lane. */
  async open(scenario: Scenario): Promise<void> {
    const count = Math.max(1, Math.min(MOST_LANES, scenario.lanes.length));
    this.opened = await Promise.all(
      Array.from({ length: count }, async (_, lane) => {
        const client = await this.beside.engine(lane);
        const opened = await client.open(scenario, 0, lane);
        return {
          client,
          run: new RunBuffer(this.catalog, opened),
          factsVersion: opened.frame.scalars.facts_version,
        };
      }),
    );
    this.lanes = namedLanes(this.opened.map(({ run }) => run));
  }

  /** Seeks exactly to a frame's simulated time. */
  async goTo(plan: ClipPlan, frame: number, { signal, onUnderWay }: BeginOptions): Promise<void> {
    const at_s = instantOf(plan, frame);
    const now_ms = clockOf(plan, frame);
    const reached = await Promise.all(this.opened.map((lane) => goOn(lane, at_s, now_ms, signal, onUnderWay)));
    if (reached.includes('other facts')) this.lanes = namedLanes(this.opened.map(({ run }) => run));
  }

  close(): void {
    this.beside.close();
  }
}

/** The clip's clock at a frame [ms], which controls the motion on the stage. */
export function clockOf({ fps }: ClipPlan, frame: number): number {
  return BEGIN_MS + (1000 * frame) / fps;
}

async function goOn(
  lane: ClipLane,
  at_s: number,
  now_ms: number,
  signal: AbortSignal,
  onUnderWay: ((now_s: number) => void) | undefined,
): Promise<'as before' | 'other facts'> {
  const { client, run } = lane;
  for (;;) {
    if (signal.aborted) return 'as before';
    const { isThere, now_s, frame } = await client.stretch(at_s, SLICE_MS);
    onUnderWay?.(now_s);
    if (!isThere || frame === undefined) continue;
    run.append(frame, now_ms);
    break;
  }
  const { now_s, facts_version } = run.latest.scalars;
  // A clip must be the same on every machine, so a frame at another time than requested is an error.
  if (Math.abs(now_s - at_s) > ROUNDING_S) throw new Error(`the engine is at ${now_s} s in place of ${at_s} s`);
  if (facts_version === lane.factsVersion) return 'as before';
  lane.factsVersion = facts_version;
  run.updateFacts(await client.facts());
  return 'other facts';
}

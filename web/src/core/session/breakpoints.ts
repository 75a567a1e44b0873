/**
 * Stops the run when a line with a breakpoint is executed. The lane's engine searches ahead on a copy of the run. The
 * run plays as usual up to the event that was found, and stops just after it.
 */

import type { StepKind } from '../border/client';
import type { Scenario } from '../border/scenario';
import type { LaneRun } from '../run/lanes';
import type { EngineRequest } from '../run/playback';
import { scriptStore } from '../scene/script-store';
import type { Frames, LaneEngines } from './lane-engines';

/** Resolution of the engine's time [s]. */
const NANOSECOND_S = 1e-9;

/** Result of the search ahead. */
interface Ahead {
  /** Scene, breakpoints and simulated time with which the search began. */
  readonly scenario: Scenario;
  readonly kind: StepKind & { readonly kind: 'line' };
  readonly from_s: number;
  /**
   * Simulated time at which a line with a breakpoint is executed. Without `event`, no such line is executed before this
   * time.
   */
  readonly at_s: number;
  readonly event: number | undefined;
}

export class Breakpoints {
  private ahead: Ahead | undefined;

  /**
   * Limits a request to the time of the first event that executes a line with a breakpoint. If the result has a `stop`,
   * the caller runs `stop` instead of the request. `stop` goes to the time just after the event.
   */
  async limit(
    request: EngineRequest,
    lanes: readonly LaneRun[],
    engines: LaneEngines,
    signal: AbortSignal,
  ): Promise<{ readonly request: EngineRequest; readonly stop?: (engines: LaneEngines) => Promise<Frames> }> {
    const lane = lanes.find(
      ({ index, run }) => index === scriptStore.getState().lane && run.facts.script !== undefined,
    );
    const kind = lane && linesOf(lane);
    if (lane === undefined || kind === undefined) return { request };
    if (request.kind !== 'advance' && request.kind !== 'step') return { request };
    const { at_s, event } = await this.lookAhead(lane, kind, engines, signal);
    const stopBehind = (number: number) => (running: LaneEngines) => running.seekEvent(lane.index, number, { signal });
    if (request.kind === 'step') {
      if (event === undefined) return { request };
      const next = await engines.find(lane.index, { kind: 'decision' }, { signal });
      return next.event !== undefined && next.event < event ? { request } : { request, stop: stopBehind(event) };
    }
    if (request.until_s < at_s) return { request };
    const now_s = lane.run.latest.scalars.now_s;
    const isNear = request.until_s < Number.MAX_VALUE || at_s - now_s <= 2 * NANOSECOND_S;
    if (event !== undefined && isNear) return { request, stop: stopBehind(event) };
    return { request: { ...request, until_s: event === undefined ? at_s : at_s - NANOSECOND_S } };
  }

  private async lookAhead(
    { index, run }: LaneRun,
    kind: Ahead['kind'],
    engines: LaneEngines,
    signal: AbortSignal,
  ): Promise<Ahead> {
    const { scenario } = run.facts;
    const { now_s } = run.latest.scalars;
    const { ahead } = this;
    const isKnown =
      ahead !== undefined &&
      ahead.scenario === scenario &&
      ahead.kind.lines.join() === kind.lines.join() &&
      ahead.from_s <= now_s &&
      now_s < ahead.at_s;
    if (isKnown) return ahead;
    const { found, at_s, event } = await engines.find(index, kind, { signal });
    const next: Ahead = {
      scenario,
      kind,
      from_s: now_s,
      at_s: at_s ?? Number.POSITIVE_INFINITY,
      event: found === 'found' ? event : undefined,
    };
    // An aborted search has no result.
    this.ahead = signal.aborted ? undefined : next;
    return next;
  }
}

/** Lines of pseudo-code with breakpoints. Undefined if there are none. */
function linesOf({ run }: LaneRun): Ahead['kind'] | undefined {
  const places = scriptStore.getState().breakpoints.map((line) => run.facts.script?.lines.indexOf(line) ?? -1);
  const lines = places.filter((place) => place >= 0);
  return lines.length === 0 ? undefined : { kind: 'line', lines };
}

/**
 * A lane whose engine did not respond and was terminated. The lane stays at the last time that its engine reported,
 * like a lane whose script has stopped at an error, while the other lanes continue. A new engine can go to any time up
 * to there, but not beyond.
 */

import type { Frame } from '../border/border.gen';
import type { EngineClient, Opened, SceneFacts, Stepped } from '../border/client';
import type { ScriptStop } from '../border/script';

/** State of the lane when its engine was terminated. */
interface Ended {
  /** Last reported frame. */
  readonly last: Frame;
  readonly facts: SceneFacts;
  /** How long the engine did not answer [s]. */
  readonly silent_s: number;
}

export interface StillLane extends EngineClient {
  /** Engine for earlier simulated times. */
  readonly engine: EngineClient;
  /**
   * Stores a scenario in which a setting was changed for the other lanes. Returns the facts about this lane with the
   * new scenario.
   */
  takeScenario(scenario: SceneFacts['scenario']): SceneFacts;
}

/** The lane after its engine was terminated. `engine` is a new engine, in which the scene is open at its start. */
export function stillLane(engine: EngineClient, ended: Ended): StillLane {
  let { last, facts } = ended;
  let ended_s = last.scalars.now_s;
  let now_s = ended_s;
  /** Current simulated time of the engine [s], and number of the lane's decisions. */
  let engine_s = 0;
  let decided = last.scalars.decisions;
  /** True after the page has asked the lane to run. The answer has reported to the page that the lane has stopped. */
  let isReported = false;

  const isBefore = (): boolean => now_s < ended_s;
  /** The frame that the page gets, made from a frame of the engine. */
  const atEngine = (frame: Frame): Frame => {
    engine_s = frame.scalars.now_s;
    now_s = engine_s;
    decided = frame.scalars.decisions;
    if (isBefore()) return frame;
    last = frame;
    return unmoved(frame);
  };
  /** The frame with the current time of the lane, which may be later than the time of the frame. */
  const unmoved = (frame: Frame): Frame => ({
    ...frame,
    scalars: {
      ...frame.scalars,
      now_s,
      is_finished: now_s >= facts.scenario.duration_s ? 1 : 0,
      // No engine uses this version number, so the page reads the facts again.
      facts_version: -1,
      furthest_s: Math.max(frame.scalars.furthest_s, now_s),
    },
  });
  const still = (): Frame => {
    const frame = unmoved(last);
    return {
      ...frame,
      happenings: emptied(frame.happenings),
      decisions: emptied(frame.decisions),
      steps: emptied(frame.steps),
      series: emptied(frame.series),
      windows: emptied(frame.windows),
      scalars: {
        ...frame.scalars,
        series_valid_until_s: Number.MAX_VALUE,
        decisions_left_out: 0,
        happenings_left_out: 0,
        is_seek: 0,
      },
    };
  };
  const stay = async (at_s: number): Promise<Frame> => {
    const wasBefore = isBefore();
    if (wasBefore) atEngine(await engine.seek(ended_s));
    now_s = Math.min(Math.max(inNanoseconds(at_s), ended_s), facts.scenario.duration_s);
    return wasBefore ? unmoved(last) : still();
  };
  const seek: EngineClient['seek'] = async (at_s, options) =>
    at_s < ended_s ? atEngine(await engine.seek(at_s, options)) : stay(at_s);
  /** Moves the engine to the simulated time of the lane, or to the time at which the previous engine was terminated. */
  const moveEngine = async (): Promise<void> => {
    const at_s = Math.min(now_s, ended_s);
    if (engine_s !== at_s) engine_s = (await engine.seek(at_s)).scalars.now_s;
  };
  const factsNow = (): SceneFacts => {
    const problem = `this lane's engine did not answer for ${ended.silent_s} s and was stopped`;
    const stopped: ScriptStop = { line: 1, column: 1, problem, at_s: ended_s, values: [], silent_s: ended.silent_s };
    return isBefore() ? facts : { ...facts, stopped };
  };
  /**
   * Runs until a simulated time. The time at which the previous engine was terminated counts like an error in a script.
   */
  const runTo = async (until_s: number, halts: boolean): Promise<{ frame: Frame; isHalted: boolean }> => {
    const isOnTheWay = isBefore() || !isReported;
    const isHalted = halts && isOnTheWay && until_s >= ended_s;
    isReported = true;
    return { frame: await seek(isHalted ? ended_s : until_s), isHalted };
  };

  return {
    ...engine,
    engine,
    takeScenario: (scenario) => {
      facts = { ...facts, scenario };
      return factsNow();
    },
    advance: async (until_s) => (await runTo(until_s, false)).frame,
    stretch: async (until_s, _budget_ms, { halts = false } = {}) => {
      const { frame, isHalted } = await runTo(until_s, halts);
      return { isThere: true, isHalted, now_s, spent_ms: 0, frame };
    },
    stepDecision: async (options) => {
      if (!isBefore() || decided >= last.scalars.decisions) return stay(ended_s);
      await moveEngine();
      return atEngine(await engine.seekDecision(decided + 1, options));
    },
    step: async (kind, direction, options): Promise<Stepped> => {
      await moveEngine();
      if (direction === 'back') {
        const { found, frame } = await engine.step(kind, direction, options);
        if (found === 'found') return { found, frame: atEngine(frame) };
        return { found, frame: isBefore() ? frame : still() };
      }
      if (!isBefore() && kind.kind !== 'second') return { found: 'none', frame: still() };
      // A forward step goes straight to the end of the lane. The new engine could run beyond this end, if it searched
      // for an event.
      const until_s = kind.kind === 'second' ? now_s + 1 : ended_s;
      return { found: 'found', frame: await seek(isBefore() ? Math.min(until_s, ended_s) : until_s, options) };
    },
    seek,
    seekDecision: async (serial, options) =>
      serial <= last.scalars.decisions ? atEngine(await engine.seekDecision(serial, options)) : stay(ended_s),
    seekEvent: async (event, options) =>
      event <= last.scalars.events ? atEngine(await engine.seekEvent(event, options)) : stay(ended_s),
    find: async () => ({ found: 'none', at_s: undefined, event: undefined }),
    history: (from_s, until_s, filter, max) => engine.history(from_s, Math.min(until_s, ended_s), filter, max),
    change: async (path, value): Promise<Opened> => {
      await moveEngine();
      const opened = await engine.change(path, value);
      // A change in the past replaces the later part of the run, so the lane ends at the time of the change.
      ended_s = Math.min(now_s, ended_s);
      ({ facts, frame: last } = opened);
      return { facts: factsNow(), frame: still() };
    },
    facts: async () => factsNow(),
    result: async () => {
      await moveEngine();
      return { ...((await engine.result()) as object), stopped: factsNow().stopped };
    },
  };
}

/** A time with the resolution of the engines, so that lanes at the same time have equal numbers. */
function inNanoseconds(at_s: number): number {
  return Math.round(at_s * 1e9) / 1e9;
}

function emptied<Table extends object>(table: Table): Table {
  return Object.fromEntries(
    Object.entries(table as Record<string, Uint8Array>).map(([name, column]) => [name, column.subarray(0, 0)]),
  ) as Table;
}

/**
 * The engines of the lanes, with one worker for each lane. The workers compute at the same time, and report frames with
 * the same simulated time for all lanes. After an aborted call, lanes may be at different times. The next call brings
 * them to the same time.
 */

import { problemText } from '../../base/problem-text';
import type { Frame } from '../border/border.gen';
import type { Catalog } from '../border/catalog';
import {
  type Divergence,
  type EngineClient,
  type EngineKind,
  EngineLost,
  type FoundAt,
  type HistoryFilter,
  type HistoryPage,
  type MoveOptions,
  type Opened,
  type SceneFacts,
  SceneRefused,
  type StepDirection,
  type StepKind,
  type Stretch,
} from '../border/client';
import type { Scenario, SettingValue } from '../border/scenario';
import { MOST_LANES } from '../run/lanes';
import { DRIVEN_LANE, type Recording } from './recording';
import type { StillLane } from './still-lane';

export type Connect = (kind?: EngineKind) => Promise<EngineClient>;

/** The frames of each lane, in order. The last frames of all lanes have the same simulated time. */
export type Frames = readonly (readonly Frame[])[];

/**
 * Lower and upper limit of a stride [s]. A stride is the simulated time that each lane covers in about one computing
 * budget.
 */
const SHORTEST_STRIDE_S = 1e-6;
const LONGEST_STRIDE_S = 100;
/** Factors by which a stride may shrink and grow from one call to the next. */
const STRIDE_GROWTH = 4;
const STRIDE_SHRINKAGE = 8;
/** Real time that a lane which is behind another lane computes without a pause [ms]. */
const SLICE_MS = 30;

/**
 * Decides what happens if the engine of a lane does not respond. If true, only this engine is terminated. Otherwise all
 * engines count as lost.
 */
type EndsAlone = (lane: number, aqm: string | undefined) => boolean;

interface LaneEngine {
  client: EngineClient;
  /** A substitute for `client`, set after the lane's engine was terminated (`still-lane.ts`). */
  still: StillLane | undefined;
  /** Set while the lane's engine is being terminated. */
  ending: Promise<void> | undefined;
  /** The last frame of the lane. */
  last: Frame | undefined;
  facts: SceneFacts | undefined;
  /** True if the lane has an open scene. */
  isOpen: boolean;
  /** Current simulated time of the lane, and time of its last frame [s]. */
  at_s: number;
  reported_s: number;
  /** Frames that were not passed on yet. */
  frames: Frame[];
  /** True if the lane has stopped at an error in its script that was not reported yet. */
  isHalted: boolean;
  /** The recording of packets that the lane plays, and the number of its pieces that the lane has received. */
  recording: Recording | undefined;
  pieces: number;
}

export class LaneEngines {
  private lanes: LaneEngine[] = [];
  /** Engine that compares lanes without delaying them. It is started on demand. */
  private aside: EngineClient | undefined;
  private isClosed = false;
  private stride_s = LONGEST_STRIDE_S;
  private kind: EngineKind = 'lab';
  /** True if the last frames that were passed on end at an error in a script. */
  private hasHandedOverHalt = false;

  private constructor(
    private readonly connect: Connect,
    private readonly endsAlone: EndsAlone,
  ) {}

  static async start(connect: Connect, endsAlone: EndsAlone = () => false): Promise<LaneEngines> {
    const engines = new LaneEngines(connect, endsAlone);
    engines.lanes.push(laneOf(await connect()));
    return engines;
  }

  /** Engine for requests that concern no single lane, for example about the catalog and links. */
  get first(): EngineClient {
    return this.lane(0).client;
  }

  /** Current simulated time of the lanes [s]. If they are at different times, the earliest of these. */
  get now_s(): number {
    return Math.min(...this.lanes.map(({ at_s }) => at_s));
  }

  /** True if the last call ended early because of an error in a script. */
  get hasHalted(): boolean {
    return this.hasHandedOverHalt;
  }

  /** Starts another engine of the same kind. */
  beside(): Promise<EngineClient> {
    return this.connect(this.kind);
  }

  /** Searches for an event in the lane with the index `leader`. No lane moves. */
  find(leader: number, kind: StepKind, options: MoveOptions): Promise<FoundAt> {
    return this.ask(this.lane(leader), (client) => client.find(kind, options));
  }

  catalog(): Promise<Catalog> {
    return this.first.catalog();
  }

  /**
   * Opens every lane of a scene at its start. The packets of a recording, if there is one, arrive in the first lane. If
   * the engine refuses the scene, it does so in all lanes.
   */
  async open(scenario: Scenario, recording?: Recording): Promise<readonly Opened[]> {
    try {
      return await this.openIn(this.kind, scenario, recording);
    } catch (problem) {
      if (!(problem instanceof SceneRefused) || !problem.needsFull) throw problem;
      return await this.openIn('full', scenario, recording);
    }
  }

  /**
   * Opens the scene in engines of this kind. They replace running engines of the other kind, except full engines, which
   * can play every scene.
   */
  private async openIn(kind: EngineKind, scenario: Scenario, recording?: Recording): Promise<readonly Opened[]> {
    const count = Math.max(1, Math.min(MOST_LANES, scenario.lanes.length));
    const lanes = kind === this.kind ? this.lanes : [];
    let opened: readonly Opened[];
    try {
      while (lanes.length < count) lanes.push(laneOf(await this.another(kind)));
      opened = await Promise.all(
        lanes.slice(0, count).map(async (engine, lane) => {
          await record(engine, lane === DRIVEN_LANE ? recording : undefined);
          return engine.client.open(scenario, 0, lane);
        }),
      );
    } catch (problem) {
      if (lanes !== this.lanes) closeAll(lanes);
      throw problem;
    }
    if (lanes !== this.lanes) {
      closeAll(this.lanes);
      this.closeAside();
      Object.assign(this, { lanes, kind });
    }
    closeAll(this.lanes.splice(count));
    if (count === 1) this.closeAside();
    for (const [place, lane] of this.lanes.entries()) {
      const { facts, frame: last } = opened[place] ?? {};
      // A lane whose engine was terminated gets another attempt.
      Object.assign(lane, { client: lane.still?.engine ?? lane.client, still: undefined });
      Object.assign(lane, { isOpen: true, at_s: 0, reported_s: 0, frames: [], isHalted: false, facts, last });
    }
    this.stride_s = LONGEST_STRIDE_S;
    return opened;
  }

  /** Passes new pieces of the recording to the lanes that play it. */
  async recordMore(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => record(lane, lane.recording)));
  }

  /**
   * Runs until a simulated time, or as far as all lanes get in about `budget_ms` of computing time. With `halts`, stops
   * at the first error in a script.
   */
  async advance(until_s: number, budget_ms: number, signal?: AbortSignal, halts = false): Promise<Frames> {
    await this.gather({ signal });
    // A lane has stopped at an error in its script, but an earlier call was aborted before it could report the error.
    // This call reports the error instead of running on.
    if (halts && this.lanes.some(({ isHalted }) => isHalted)) return this.passFrames();
    const [first, ...others] = this.lanes;
    if (first !== undefined && others.length === 0) {
      takeStretch(
        first,
        await this.ask(first, (client) => client.stretch(until_s, budget_ms, { halts, withFrame: true })),
      );
      return this.passFrames();
    }
    const from_s = first?.at_s ?? 0;
    let goal_s = Math.min(until_s, from_s + this.stride_s);
    const spent_ms = this.lanes.map(() => 0);
    let behind = [...this.lanes.keys()];
    while (behind.length > 0 && signal?.aborted !== true) {
      const stretches = await Promise.all(
        behind.map((place) => this.stretch(place, goal_s, budget_ms, spent_ms, halts)),
      );
      const areBehind = behind.filter((_, at) => stretches[at] === false);
      // The goal is the simulated time to which all lanes run. If no lane has reached it, it moves back to just beyond
      // the lane that is furthest ahead. This lane then does not wait until the others have covered the whole stride.
      // It still runs a little to the new goal, so that it reports its last decision.
      if (areBehind.length === this.lanes.length) {
        const furthest_s = Math.max(...this.lanes.map(({ at_s }) => at_s));
        goal_s = Math.min(goal_s, furthest_s + (furthest_s - from_s) / 50);
      }
      behind = areBehind;
      // No lane goes beyond the first error in a script. A lane that is already beyond it goes back.
      const halted_s = Math.min(...this.lanes.filter(({ isHalted }) => isHalted).map(({ at_s }) => at_s));
      if (halted_s < goal_s) {
        goal_s = halted_s;
        behind = behind.filter((place) => this.lane(place).at_s < goal_s);
      }
    }
    if (this.lanes.some(({ isHalted }) => isHalted)) await this.gather({ signal });
    else if (behind.length === 0)
      this.adaptStride(goal_s - from_s, Math.max(...spent_ms), budget_ms, goal_s === until_s);
    return this.passFrames();
  }

  /**
   * The lane with the index `leader` goes to the time just after its next decision. The other lanes go to the same
   * time.
   */
  stepDecision(leader: number, signal?: AbortSignal): Promise<Frames> {
    return this.led(leader, (client) => client.stepDecision({ signal }), 'advance', { signal });
  }

  /** Makes a step of the given kind in the lane with the index `leader`. The other lanes go to the same time. */
  async step(
    leader: number,
    kind: StepKind,
    direction: StepDirection,
    options: MoveOptions,
  ): Promise<{ found: boolean; frames: Frames }> {
    let found = false;
    const frames = await this.led(
      leader,
      async (client) => {
        const stepped = await client.step(kind, direction, options);
        found = stepped.found === 'found';
        return stepped.frame;
      },
      direction === 'back' ? 'seek' : 'advance',
      options,
    );
    return { found, frames };
  }

  async seek(at_s: number, options: MoveOptions): Promise<Frames> {
    await Promise.all(this.lanes.map((lane) => this.seekOf(lane, at_s, options)));
    return this.passFrames();
  }

  seekDecision(leader: number, serial: number, options: MoveOptions): Promise<Frames> {
    return this.led(leader, (client) => client.seekDecision(serial, options), 'seek', options);
  }

  seekEvent(leader: number, event: number, options: MoveOptions): Promise<Frames> {
    return this.led(leader, (client) => client.seekEvent(event, options), 'seek', options);
  }

  /**
   * Goes to the divergence, the first moment at which two lanes act differently. Up to this time all lanes have made
   * the same decisions.
   */
  async seekDivergence({ at_s, decision, isArrival }: Divergence, options: MoveOptions): Promise<Frames> {
    if (!isArrival) return this.seek(at_s, options);
    await Promise.all(
      this.lanes.map(async (lane) =>
        take(lane, await this.ask(lane, (client) => client.seekDecision(decision, options))),
      ),
    );
    return this.passFrames();
  }

  /**
   * After an aborted call, lanes may be at different times. Brings all to the time of the lane that is furthest behind.
   */
  async together(options: MoveOptions = {}): Promise<Frames> {
    await this.gather(options);
    return this.passFrames();
  }

  /** Changes a setting in all lanes. All lanes must be at the same time. */
  async change(path: string, value: SettingValue): Promise<readonly Opened[]> {
    const changed = await Promise.all(this.lanes.map((lane) => this.ask(lane, (client) => client.change(path, value))));
    // A lane whose engine was terminated is at an earlier time, so the changed scenario is read from a lane that runs.
    const running = changed[this.lanes.findIndex(({ still }) => still === undefined)];
    const opened = changed.map(({ facts, frame }, place) => ({
      facts: (running && this.lanes[place]?.still?.takeScenario(running.facts.scenario)) ?? facts,
      frame,
    }));
    for (const [place, lane] of this.lanes.entries())
      Object.assign(lane, { facts: opened[place]?.facts, last: opened[place]?.frame });
    return opened;
  }

  async facts(): Promise<readonly SceneFacts[]> {
    return Promise.all(
      this.lanes.map(async (lane) => {
        lane.facts = await this.ask(lane, (client) => client.facts());
        return lane.facts;
      }),
    );
  }

  /** Events of a lane. The lanes do not move. */
  async history(
    lane: number,
    from_s: number,
    until_s: number,
    filter: HistoryFilter,
    max: number,
  ): Promise<HistoryPage> {
    const asked = this.lane(lane);
    // A history may be requested before a new engine has opened the scene. It then fails as if the engine were lost.
    if (!asked.isOpen) throw new EngineLost('it has no scene yet');
    return this.ask(asked, (client) => client.history(from_s, until_s, filter, max));
  }

  /** The divergence of a lane from the first lane. Undefined if it is not known. */
  async divergence(scenario: Scenario): Promise<Divergence | 'none' | undefined> {
    try {
      this.aside ??= await this.connected();
      return await earliestDivergence(this.aside, scenario);
    } catch (problem) {
      // If the comparing engine is lost, the lanes continue without the comparison.
      if (problem instanceof EngineLost) this.closeAside();
      return undefined;
    }
  }

  /** Result objects of the lanes, all at the same simulated time. */
  results(): Promise<readonly unknown[]> {
    return Promise.all(this.lanes.map((lane) => this.ask(lane, (client) => client.result())));
  }

  close(): void {
    this.isClosed = true;
    closeAll(this.lanes.splice(0));
    this.closeAside();
  }

  /** True if a lane reached the end of a stride. Adds the time spent to the lane's computing time. */
  private async stretch(
    place: number,
    goal_s: number,
    budget_ms: number,
    spent_ms: number[],
    halts: boolean,
  ): Promise<boolean> {
    const lane = this.lane(place);
    const stretch = await this.ask(lane, (client) => client.stretch(goal_s, budget_ms, { halts }));
    spent_ms[place] = (spent_ms[place] ?? 0) + stretch.spent_ms;
    takeStretch(lane, stretch);
    return stretch.isThere;
  }

  /**
   * Adapts the stride, so that the slowest lane needs about `budget_ms` of computing time for it. Waiting does not
   * count.
   */
  private adaptStride(stride_s: number, spent_ms: number, budget_ms: number, isWanted: boolean): void {
    const fitting_s = (stride_s * budget_ms) / Math.max(0.1, spent_ms);
    const next_s = Math.min(Math.max(fitting_s, stride_s / STRIDE_SHRINKAGE), stride_s * STRIDE_GROWTH);
    // A stride may be short only because it ended at the requested time. If such a stride did not use up the budget,
    // the stride of the next call is not shortened.
    const isKept = isWanted && spent_ms < budget_ms;
    const wanted_s = isKept ? Math.max(this.stride_s, next_s) : next_s;
    this.stride_s = Math.min(LONGEST_STRIDE_S, Math.max(SHORTEST_STRIDE_S, wanted_s));
  }

  private closeAside(): void {
    this.aside?.close();
    this.aside = undefined;
  }

  private async led(
    leader: number,
    lead: (client: EngineClient) => Promise<Frame>,
    follow: 'advance' | 'seek',
    options: MoveOptions,
  ): Promise<Frames> {
    await this.gather(options);
    const leading = this.lanes[leader] ?? this.lane(0);
    take(leading, await this.ask(leading, lead));
    const followers = this.lanes.filter((lane) => lane !== leading);
    if (follow === 'advance') {
      await Promise.all(followers.map((lane) => this.follow(lane, leading.at_s, options.signal, true)));
      // The script of another lane stopped before the requested time.
      if (followers.some(({ isHalted }) => isHalted)) await this.gather(options);
    } else await Promise.all(followers.map((lane) => this.seekOf(lane, leading.at_s, options)));
    return this.passFrames();
  }

  private async follow(
    lane: LaneEngine,
    until_s: number,
    signal: AbortSignal | undefined,
    halts = false,
  ): Promise<void> {
    let isThere = false;
    while (!isThere && signal?.aborted !== true) {
      const stretch = await this.ask(lane, (client) => client.stretch(until_s, SLICE_MS, { halts }));
      takeStretch(lane, stretch);
      ({ isThere } = stretch);
    }
  }

  /** Brings all lanes to the time of the lane that is furthest behind. */
  private async gather({ signal, onUnderWay }: MoveOptions): Promise<void> {
    if (this.isTogether()) return;
    const earliest_s = Math.min(...this.lanes.map(({ at_s }) => at_s));
    const options = { signal, ...(onUnderWay ? { onUnderWay } : {}) };
    await Promise.all(
      this.lanes.map(async (lane) => {
        if (lane.at_s > earliest_s) await this.seekOf(lane, earliest_s, options);
        else if (lane.reported_s !== lane.at_s) await this.follow(lane, earliest_s, signal);
      }),
    );
  }

  private async seekOf(lane: LaneEngine, at_s: number, options: MoveOptions): Promise<void> {
    take(lane, await this.ask(lane, (client) => client.seek(at_s, options)));
  }

  /**
   * Sends a request to a lane. If the lane does not respond and `endsAlone` allows it, its engine is terminated, and
   * its replacement gets the request. Otherwise the error is thrown.
   */
  private async ask<T>(lane: LaneEngine, question: (client: EngineClient) => Promise<T>): Promise<T> {
    const { client } = lane;
    try {
      return await question(client);
    } catch (problem) {
      if (!(problem instanceof EngineLost) || problem.silent_s === undefined || this.isClosed) throw problem;
      // Another request may have noticed the same silence. Its replacement of the engine is then done already, or is
      // awaited here.
      if (lane.client === client) {
        if (
          lane.ending === undefined &&
          (lane.still !== undefined || !this.endsAlone(this.lanes.indexOf(lane), lane.facts?.aqm))
        )
          throw problem;
        lane.ending ??= this.end(lane, problem, problem.silent_s).finally(() => {
          lane.ending = undefined;
        });
        await lane.ending;
      }
      return question(lane.client);
    }
  }

  private async end(lane: LaneEngine, problem: EngineLost, silent_s: number): Promise<void> {
    const { last, facts, recording } = lane;
    if (last === undefined || facts === undefined) throw problem;
    const { stillLane } = await import('./still-lane').catch(() => {
      throw problem;
    });
    const engine = await this.connected();
    try {
      for (const piece of recording?.pieces ?? []) await engine.record(piece);
      await engine.open(facts.scenario, 0, facts.lane);
    } catch {
      engine.close();
      throw problem;
    }
    const still = stillLane(engine, { last, facts, silent_s });
    Object.assign(lane, { client: still, still, at_s: lane.reported_s, pieces: recording?.pieces.length ?? 0 });
  }

  /** True if all lanes are at the same simulated time and have sent a frame at this time. */
  private isTogether(): boolean {
    const [first] = this.lanes;
    return this.lanes.every(({ at_s, reported_s }) => at_s === first?.at_s && reported_s === at_s);
  }

  /** Passes on the frames of the lanes if they end at the same simulated time. */
  private passFrames(): Frames {
    this.hasHandedOverHalt = false;
    if (!this.isTogether()) return this.lanes.map(() => []);
    this.hasHandedOverHalt = this.lanes.some(({ isHalted }) => isHalted);
    return this.lanes.map((lane) => {
      const { frames } = lane;
      Object.assign(lane, { frames: [], isHalted: false });
      return frames;
    });
  }

  /** Starts an engine for one more lane. If this engine cannot start, the running lanes continue. */
  private async another(kind: EngineKind): Promise<EngineClient> {
    try {
      return await this.connected(kind);
    } catch (problem) {
      if (this.isClosed) throw problem;
      const reason = problemText(problem);
      throw new SceneRefused([{ path: 'lanes', problem: `need another engine, which could not start: ${reason}` }]);
    }
  }

  private async connected(kind: EngineKind = this.kind): Promise<EngineClient> {
    const client = await this.connect(kind);
    if (this.isClosed) {
      client.close();
      throw new EngineLost('it was closed');
    }
    return client;
  }

  private lane(lane: number): LaneEngine {
    const engine = this.lanes[lane];
    if (engine === undefined) throw new EngineLost('it is not running');
    return engine;
  }
}

function closeAll(lanes: readonly LaneEngine[]): void {
  for (const { client } of lanes) client.close();
}

function laneOf(client: EngineClient): LaneEngine {
  return {
    client,
    still: undefined,
    ending: undefined,
    last: undefined,
    facts: undefined,
    isOpen: false,
    at_s: 0,
    reported_s: 0,
    frames: [],
    isHalted: false,
    recording: undefined,
    pieces: 0,
  };
}

/** Passes to a lane the pieces of a recording that it has not received yet. */
async function record(lane: LaneEngine, recording: Recording | undefined): Promise<void> {
  if (lane.recording !== recording) {
    Object.assign(lane, { recording, pieces: 0 });
    await lane.client.record(undefined);
  }
  if (recording === undefined) return;
  for (const piece of recording.pieces.slice(lane.pieces)) {
    lane.pieces += 1;
    recording.known_s = Math.max(recording.known_s, await lane.client.record(piece));
  }
}

/** Stores the frame of a lane that has moved. */
function take(lane: LaneEngine, frame: Frame): void {
  lane.at_s = frame.scalars.now_s;
  lane.reported_s = lane.at_s;
  lane.last = frame;
  lane.frames.push(frame);
  lane.isHalted = false;
}

/** Stores the result of a lane that has run. */
function takeStretch(lane: LaneEngine, { now_s, frame, isHalted }: Stretch): void {
  lane.at_s = now_s;
  if (frame !== undefined) take(lane, frame);
  lane.isHalted = isHalted;
}

async function earliestDivergence(client: EngineClient, scenario: Scenario): Promise<Divergence | 'none' | undefined> {
  const count = Math.min(MOST_LANES, scenario.lanes.length);
  let isWhole = true;
  let earliest: Divergence | undefined;
  for (let lane = 1; lane < count; lane += 1) {
    const until_s = earliest?.at_s ?? scenario.duration_s;
    const divergence = await client.divergence(scenario, 0, lane, until_s);
    if (divergence === 'unknown') isWhole = false;
    else if (divergence !== 'none' && (earliest === undefined || divergence.at_s < earliest.at_s))
      earliest = divergence;
  }
  return earliest ?? (isWhole ? 'none' : undefined);
}

/**
 * The engines of the lanes, one worker each, in lock-step: after every call all lanes stand at the same moment. Calls
 * that move them take turns, so that no lane is asked to go on before the others have followed.
 */

import type { Catalog } from '../engine/catalog';
import {
  type Divergence,
  type EngineClient,
  EngineLost,
  type HistoryFilter,
  type HistoryPage,
  type Opened,
  type SceneFacts,
  SceneRefused,
  type StepDirection,
  type StepKind,
} from '../engine/client';
import type { Frame } from '../engine/frame';
import { MOST_LANES } from '../run/lanes';
import type { Scenario, SettingValue } from '../scenario/scenario';

/** What a call brought: a frame for every lane, all of the same moment. */
export type Told = readonly Frame[];

/** At full speed several lanes go on in strides that adapt to the machine; the first one [s], and the longest. */
const FIRST_STRIDE_S = 0.2;
const LONGEST_STRIDE_S = 100;
const NO_BUDGET_MS = Number.MAX_VALUE;

export class LaneEngines {
  private clients: EngineClient[] = [];
  /** Compares lanes without holding them up; started when there is something to compare. */
  private aside: EngineClient | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private stride_s = FIRST_STRIDE_S;

  private constructor(private readonly connect: () => Promise<EngineClient>) {}

  static async start(connect: () => Promise<EngineClient>): Promise<LaneEngines> {
    const engines = new LaneEngines(connect);
    engines.clients.push(await connect());
    return engines;
  }

  /** For what concerns no lane: the catalog and links. */
  get first(): EngineClient {
    return this.lane(0);
  }

  catalog(): Promise<Catalog> {
    return this.first.catalog();
  }

  /** Opens every lane of a scene and runs it up to `at_s`. What is refused is refused in all lanes alike. */
  open(scenario: Scenario, at_s: number): Promise<readonly Opened[]> {
    return this.inTurn(async () => {
      const count = Math.max(1, Math.min(MOST_LANES, scenario.lanes.length));
      while (this.clients.length < count) this.clients.push(await this.another());
      const opened = await Promise.all(
        this.clients.slice(0, count).map((client, lane) => client.open(scenario, at_s, lane)),
      );
      for (const client of this.clients.splice(count)) client.close();
      if (count === 1) this.closeAside();
      return opened;
    });
  }

  /** Runs on until a moment, or as far as the slowest lane gets in about `budget_ms`. */
  advance(now_s: number, until_s: number, budget_ms: number): Promise<Told> {
    return this.inTurn(async () => {
      if (this.clients.length === 1) return [await this.first.advance(until_s, budget_ms)];
      const goal_s = Math.min(until_s, now_s + this.stride_s);
      const began_ms = performance.now();
      const told = await Promise.all(this.clients.map((client) => client.advance(goal_s, NO_BUDGET_MS)));
      const pace = budget_ms / Math.max(0.1, performance.now() - began_ms);
      if (goal_s < until_s || pace < 1)
        this.stride_s = Math.min(LONGEST_STRIDE_S, this.stride_s * Math.min(2, Math.max(0.5, pace)));
      return told;
    });
  }

  /** The leading lane goes to just after its next decision, the others to the same moment. */
  stepDecision(leader: number): Promise<Told> {
    return this.led(leader, (client) => client.stepDecision(), 'advance');
  }

  /** A step of the leading lane; the others go to the same moment. */
  async step(leader: number, kind: StepKind, direction: StepDirection): Promise<{ found: boolean; told: Told }> {
    let found = false;
    const told = await this.led(
      leader,
      async (client) => {
        const stepped = await client.step(kind, direction);
        found = stepped.found === 'found';
        return stepped.frame;
      },
      direction === 'back' ? 'seek' : 'advance',
    );
    return { found, told };
  }

  seek(at_s: number): Promise<Told> {
    return this.inTurn(() => Promise.all(this.clients.map((client) => client.seek(at_s))));
  }

  seekDecision(leader: number, serial: number): Promise<Told> {
    return this.led(leader, (client) => client.seekDecision(serial), 'seek');
  }

  seekEvent(leader: number, event: number): Promise<Told> {
    return this.led(leader, (client) => client.seekEvent(event), 'seek');
  }

  /** To where lanes part: until then every lane has taken the same decisions. */
  seekDivergence({ at_s, decision, isArrival }: Divergence): Promise<Told> {
    if (!isArrival) return this.seek(at_s);
    return this.inTurn(() => Promise.all(this.clients.map((client) => client.seekDecision(decision))));
  }

  change(path: string, value: SettingValue): Promise<readonly Opened[]> {
    return this.inTurn(() => Promise.all(this.clients.map((client) => client.change(path, value))));
  }

  facts(): Promise<readonly SceneFacts[]> {
    return this.inTurn(() => Promise.all(this.clients.map((client) => client.facts())));
  }

  /** Moves nothing, so it need not wait for its turn. */
  history(lane: number, from_s: number, until_s: number, filter: HistoryFilter, max: number): Promise<HistoryPage> {
    return this.lane(lane).history(from_s, until_s, filter, max);
  }

  /** The first moment at which any lane does not do what the first one does; undefined when that is not known. */
  async divergence(scenario: Scenario): Promise<Divergence | 'none' | undefined> {
    const aside = this.aside ?? (await this.connected());
    this.aside = aside;
    try {
      return await earliestDivergence(aside, scenario);
    } catch (problem) {
      // The lanes themselves go on without it.
      if (problem instanceof EngineLost) this.closeAside();
      return undefined;
    }
  }

  /** The result objects of the lanes, all of the same moment. */
  results(): Promise<readonly unknown[]> {
    return this.inTurn(() => Promise.all(this.clients.map((client) => client.result())));
  }

  close(): void {
    this.isClosed = true;
    for (const client of this.clients.splice(0)) client.close();
    this.closeAside();
  }

  private closeAside(): void {
    this.aside?.close();
    this.aside = undefined;
  }

  private led(
    leader: number,
    lead: (client: EngineClient) => Promise<Frame>,
    follow: 'advance' | 'seek',
  ): Promise<Told> {
    return this.inTurn(async () => {
      const leading = this.clients[leader] ?? this.first;
      const frame = await lead(leading);
      const { now_s } = frame.scalars;
      return Promise.all(
        this.clients.map(async (client) => {
          if (client === leading) return frame;
          return follow === 'seek' ? client.seek(now_s) : client.advance(now_s, NO_BUDGET_MS);
        }),
      );
    });
  }

  /** One more lane. If it cannot be had, the lanes that run go on. */
  private async another(): Promise<EngineClient> {
    try {
      return await this.connected();
    } catch (problem) {
      if (this.isClosed) throw problem;
      const reason = problem instanceof Error ? problem.message : String(problem);
      throw new SceneRefused([
        { path: 'lanes', problem: `need another engine, which could not be started: ${reason}` },
      ]);
    }
  }

  private async connected(): Promise<EngineClient> {
    const client = await this.connect();
    if (this.isClosed) {
      client.close();
      throw new EngineLost('it was closed');
    }
    return client;
  }

  private lane(lane: number): EngineClient {
    const client = this.clients[lane];
    if (client === undefined) throw new EngineLost('it is not running');
    return client;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}

async function earliestDivergence(client: EngineClient, scenario: Scenario): Promise<Divergence | 'none' | undefined> {
  const count = Math.min(MOST_LANES, scenario.lanes.length);
  let isWhole = true;
  let earliest: Divergence | undefined;
  for (let lane = 1; lane < count; lane += 1) {
    const until_s = earliest?.at_s ?? scenario.duration_s;
    const parted = await client.divergence(scenario, 0, lane, until_s);
    if (parted === 'unknown') isWhole = false;
    else if (parted !== 'none' && (earliest === undefined || parted.at_s < earliest.at_s)) earliest = parted;
  }
  return earliest ?? (isWhole ? 'none' : undefined);
}

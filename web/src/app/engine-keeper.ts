/**
 * Keeps the engines of the lanes: starts them, runs what is asked of them, knows whether an answer is still out, and turns
 * a scene that they refuse, or their loss, into a notice.
 */

import type { Catalog } from '../engine/catalog';
import { type EngineClient, EngineLost, SceneRefused } from '../engine/client';
import { sceneStore } from '../store/scene-store';
import { LaneEngines } from './lane-engines';

/** What the keeper needs of the session. */
interface Surroundings {
  readonly connect: () => Promise<EngineClient>;
  /** Tells the console of a fault of the page itself. */
  readonly report: (problem: unknown) => void;
  readonly onLost: () => void;
}

export class EngineKeeper {
  private engines: LaneEngines | undefined;
  private knownCatalog: Catalog | undefined;
  /** Requests that the engines have not answered yet. */
  private waiting = 0;

  constructor(private readonly surroundings: Surroundings) {}

  /** Undefined until engines were started for the first time. */
  get catalog(): Catalog | undefined {
    return this.knownCatalog;
  }

  get isWaiting(): boolean {
    return this.waiting > 0;
  }

  /** Starts engines, in place of those that may run. */
  async connect(): Promise<void> {
    this.waiting = 0;
    this.engines?.close();
    this.engines = await LaneEngines.start(this.surroundings.connect);
    this.knownCatalog = await this.engines.first.catalog();
  }

  running(): LaneEngines {
    if (this.engines === undefined) throw new EngineLost('it is not running');
    return this.engines;
  }

  /** Runs what the user or the clock asked for, if there are engines; a lost engine becomes a notice. */
  async perform(work: () => Promise<void>): Promise<void> {
    if (this.engines !== undefined) await this.guarded(work);
  }

  /** The same for work that may start the engines itself. */
  async guarded(work: () => Promise<void>): Promise<void> {
    const { engines } = this;
    try {
      await work();
    } catch (problem) {
      // News of an engine that was replaced meanwhile.
      if (engines !== undefined && engines !== this.engines) return;
      if (problem instanceof SceneRefused) {
        sceneStore.setState({ notice: { kind: 'refused', problems: problem.problems } });
        return;
      }
      this.lose(problem);
    }
  }

  /** Counts a request as waiting until it is answered. */
  async counted<T>(work: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    try {
      return await work();
    } finally {
      this.waiting = Math.max(0, this.waiting - 1);
    }
  }

  private lose(problem: unknown): void {
    this.engines?.close();
    this.engines = undefined;
    this.surroundings.onLost();
    const reason = problem instanceof Error ? problem.message : String(problem);
    sceneStore.setState({ state: 'lost', isCatchingUp: false, notice: { kind: 'engine-lost', reason } });
    if (!(problem instanceof EngineLost)) this.surroundings.report(problem);
  }
}

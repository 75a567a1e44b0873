/** How the page talks to the engine. One implementation speaks to a worker, one is a fake for tests. */

import type { Scenario, SettingValue } from '../scenario/scenario';
import type { Catalog } from './catalog';
import type { Frame } from './frame';

/** Facts of an opened scene that change only when a setting does. */
export interface SceneFacts {
  /** Names of the classes, in the order of class numbers: responsive first. */
  readonly classes: readonly string[];
  readonly flows: readonly { readonly number: number; readonly class: string; readonly transport: string }[];
  /** The discipline of this lane and all its parameters as they are in force now. */
  readonly aqm: string;
  readonly params: Readonly<Record<string, SettingValue>>;
  readonly capacity_bps: number;
  /** Packets that may wait. */
  readonly limit: number;
  /** Capacity divided by the number of flows [bit/s]. */
  readonly fair_share_bps: number;
  /** The scenario as it stands, interventions included: what the link carries. */
  readonly scenario: Scenario;
}

/** A problem with something the user gave: where, what was given, what is allowed. */
export interface SceneProblem {
  /** Dotted path, e.g. `queue.params.max_th`. */
  readonly path: string;
  readonly problem: string;
}

export class SceneRefused extends Error {
  constructor(readonly problems: readonly SceneProblem[]) {
    super(problems.map(({ path, problem }) => `${path}: ${problem}`).join('\n'));
    this.name = 'SceneRefused';
  }
}

export interface Opened {
  readonly facts: SceneFacts;
  readonly frame: Frame;
}

/** What a link carries beside the scene: how it is looked at. */
export interface ViewInLink {
  /** Where the run stood when it was shared [s]; absent: from the start, playing. */
  readonly at_s?: number;
  readonly speed?: number;
}

export interface DecodedLink {
  readonly scenario: Scenario;
  readonly view: ViewInLink;
}

/**
 * Requests are answered in order; the worker never speaks unasked. Each rejects with `SceneRefused` for what the user
 * gave, and with `EngineLost` when the worker died.
 */
export interface EngineClient {
  catalog(): Promise<Catalog>;
  /** Opens a scene at time 0 (or run up to `at_s`), the first lane only. */
  open(scenario: Scenario, at_s?: number): Promise<Opened>;
  /** Runs until `until_s` of simulated time, or until `budget_ms` of real time are used up. */
  advance(until_s: number, budget_ms: number): Promise<Frame>;
  /** Runs to just after the next decision on an arrival. */
  stepDecision(): Promise<Frame>;
  /** Changes a setting now, as a timed intervention. */
  change(path: string, value: SettingValue): Promise<Opened>;
  facts(): Promise<SceneFacts>;
  /** The fragment of the link, without `#`. `preset` is the scenario that the link names and differs from. */
  encodeLink(scenario: Scenario, preset: Scenario, view: ViewInLink): Promise<string>;
  decodeLink(fragment: string, presets: readonly Scenario[]): Promise<DecodedLink>;
  /** The result object of the run so far, as on the command line. */
  result(): Promise<unknown>;
  /** Ends the worker. */
  close(): void;
}

export class EngineLost extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'EngineLost';
  }
}

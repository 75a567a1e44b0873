/** The page's interface to the engine of a lane: requests and answers. */

import type {
  Catalog,
  EventColumns,
  Found,
  Frame,
  HappeningColumns,
  HappeningName,
  SceneFacts as LaneFacts,
  SceneProblem,
} from './border.gen';
import type { Scenario, SettingValue } from './scenario';
import type { Checked, ScriptFacts, ScriptProblem, ScriptStop, ScriptTarget, TranslatedScript } from './script';
import type { DecodedLink as ToldLink, ToldRecording } from './told.gen';

export type { HappeningName, SceneProblem } from './border.gen';
export type { ToldRecording } from './told.gen';

/** A package of the engine: `lab`, which every page loads, plays most scenes; `full` plays all, and reads scripts. */
export type EngineKind = 'lab' | 'full';

/** Facts of a lane. They change only with a setting or when a script stops. */
export interface SceneFacts extends LaneFacts {
  /** Declarations of the lane's script, if its discipline is a script. */
  readonly script?: ScriptFacts;
  /** The fault at which the lane's script stopped. */
  readonly stopped?: ScriptStop;
}

export { EngineLost } from './rpc';

export class SceneRefused extends Error {
  /** `of`: the refused file or value, for the notice. */
  constructor(
    readonly problems: readonly SceneProblem[],
    readonly of: 'scene' | 'playlist' = 'scene',
  ) {
    super(problems.map(({ path, problem }) => `${path}: ${problem}`).join('\n'));
    this.name = 'SceneRefused';
  }

  /** True if only the package `full` can check the scene, and the refusing engine is not that package. */
  get needsFull(): boolean {
    return this.problems.some(({ needs }) => needs === 'full');
  }
}

export interface Opened {
  readonly facts: SceneFacts;
  readonly frame: Frame;
}

/** How a scene is viewed; the link holds this beside the scene. */
export interface ViewInLink {
  /** Moment of the run at which the link was made [s]; absent: the run plays from the start. */
  readonly at_s?: number;
  /** True if the run was between the draws of a match and the resulting drops. */
  readonly half?: boolean;
  readonly speed?: number;
  /** The unit of the step buttons, if not a decision (`core/session/link-view.ts`). */
  readonly step?: string;
  /** Index of the only displayed lane; absent: all lanes are shown. */
  readonly solo_lane?: number;
  /** Id of the workspace, if it is not Watch (`core/page/workspaces.ts`). */
  readonly workspace?: string;
  /** Settings of that workspace, if a link had them; in the link the workspace’s id names their field. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Quantity that the colour of packets shows, if not the flow. */
  readonly packets?: 'wait' | 'label';
  /** Part of the run to which plots and statistics are limited [s]; absent: the whole run. */
  readonly interval?: readonly [from_s: number, until_s: number];
  /** The presenter, if the link opens it: its plot, if not the first, and its theme. */
  readonly presenter?: { readonly plot?: string; readonly theme?: string };
}

export interface DecodedLink extends ToldLink {
  readonly view: ViewInLink;
}

/** Destination of a step. `flow` is a flow row, `reason` a place in `Catalog.reasons`; absent: any. */
export type StepKind =
  | { readonly kind: 'decision' }
  | { readonly kind: 'arrival'; readonly flow: number }
  | { readonly kind: 'drop'; readonly reason?: number }
  | { readonly kind: 'match' }
  /** One of these lines of pseudo-code runs; each is a place in the discipline’s list of lines. */
  | { readonly kind: 'line'; readonly lines: readonly number[] }
  | { readonly kind: 'second' };

export type StepDirection = 'back' | 'forward';

export interface Stepped {
  /** `not-within-reach`: the search ended before it found a match. The run moves only if the destination was found. */
  readonly found: Found;
  readonly frame: Frame;
}

/** Result of a search for an event. */
export interface FoundAt {
  readonly found: Found;
  /** Moment of the event [s]; with `not-within-reach`, the end of the searched part; undefined: no such event. */
  readonly at_s: number | undefined;
  /** Number of the event; the run is shown just after it. */
  readonly event: number | undefined;
}

/** Filter of a list of events. Without `kinds`, the list has drops and marks. */
export interface HistoryFilter {
  readonly kinds?: readonly HappeningName[];
  readonly flow?: number;
  /** Name of a class. */
  readonly class?: string;
  /** Id of a reason. */
  readonly reason?: string;
  /** The `event` of the last row of the previous page. */
  readonly after_event?: number;
}

/** Columns of events, with the number of the event in each row. */
export type HistoryColumns = HappeningColumns & EventColumns;

/** Events between two moments, oldest first. */
export interface HistoryPage {
  readonly rows: HistoryColumns;
  /** Number of all rows in the searched stretch, also of those that are not in this page. */
  readonly count: number;
  /** True if the whole stretch was searched and reported; otherwise ask again with `after_event: lastEvent`. */
  readonly isWhole: boolean;
  /** Moment that the search reached [s]. */
  readonly ended_s: number;
  /** Number of the last event that was examined. */
  readonly lastEvent: number;
}

/** The first moment at which two lanes act differently (their divergence). */
export interface Divergence {
  readonly at_s: number;
  /** Serial of the decision, the same in both lanes; between two decisions, the serial of the earlier one. */
  readonly decision: number;
  /** True if the first difference is an arriving packet; false if it is a packet sent or dropped at the head. */
  readonly isArrival: boolean;
  /** The two lanes; `done` has the action of each ("admits the arrival of flow 7"). */
  readonly lanes: readonly [number, number];
  readonly done: readonly [string, string];
  /** The difference in one sentence. */
  readonly text: string;
}

/** How a move to another moment is watched and cancelled. */
export interface MoveOptions {
  /** Stops the move. The answer is then the moment that the run has reached. */
  readonly signal?: AbortSignal | undefined;
  /** Called during the move with the present moment of the run [s]. */
  readonly onUnderWay?: ((now_s: number) => void) | undefined;
}

/** Result of running a lane for a while. */
export interface Stretch {
  readonly isThere: boolean;
  /** True if the run ended before the requested moment because the lane's script stopped at a fault. */
  readonly isHalted: boolean;
  readonly now_s: number;
  /** Computing time of the simulation, without the time in which the page waited for it [ms]. */
  readonly spent_ms: number;
  /** Frame at the end; undefined if the run stopped early and no frame was requested for that case. */
  readonly frame: Frame | undefined;
}

/**
 * Requests to the engine of a lane. The worker answers them in order, in short slices, and sends no other messages.
 * Each request rejects with `SceneRefused` for wrong input, and with `EngineLost` if the worker crashed or does not
 * answer.
 */
export interface EngineClient {
  catalog(): Promise<Catalog>;
  /**
   * Passes the next bytes of a recording whose packets replace the scene's senders; without bytes, the senders return.
   * In force from the next `open`, or at once in a lane that a recording already drives. Returns the time of the last
   * known packets [s].
   */
  record(bytes: Uint8Array | undefined): Promise<number>;
  /** Reads a recording's bytes and returns a description. The running scene does not change. */
  readRecording(bytes: Uint8Array): Promise<ToldRecording>;
  /** Opens one lane of a scene at time 0, or opens it and runs it to `at_s`. */
  open(scenario: Scenario, at_s?: number, lane?: number, options?: MoveOptions): Promise<Opened>;
  /** Runs until `until_s` of simulated time, or until `budget_ms` of real time are used up. */
  advance(until_s: number, budget_ms: number): Promise<Frame>;
  /**
   * Runs like `advance`; the frame at `until_s` includes earlier events. With `halts` the run stops just after a fault
   * of the lane's script. With `tells` the answer has a frame wherever the run ends.
   */
  stretch(
    until_s: number,
    budget_ms: number,
    options?: { readonly halts?: boolean; readonly tells?: boolean },
  ): Promise<Stretch>;
  /** Runs to just after the next decision on an arrival. Does not move if the script of the lane has stopped. */
  stepDecision(options?: MoveOptions): Promise<Frame>;
  /** Changes a setting at the present moment and keeps the change as a timed intervention. */
  change(path: string, value: SettingValue): Promise<Opened>;
  /** Goes to a moment of the run exactly; beyond the simulated part, the run is continued. */
  seek(at_s: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to the moment just after the decision with this serial. */
  seekDecision(serial: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to the moment just after an event. Rows of a history have the number of their event. */
  seekEvent(event: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to the moment just after the next event of a kind, or the previous one. */
  step(kind: StepKind, direction: StepDirection, options?: MoveOptions): Promise<Stepped>;
  /** Events between two moments: about `max` rows; the rows of one event stay together. The run does not move. */
  history(from_s: number, until_s: number, filter: HistoryFilter, max: number): Promise<HistoryPage>;
  /** The divergence of two lanes before `until_s`; unknown if they were not compared that far. */
  divergence(
    scenario: Scenario,
    first: number,
    second: number,
    until_s: number,
  ): Promise<Divergence | 'none' | 'unknown'>;
  /** Searches for the next event of a kind; the kind `second` is not allowed. The run does not move. */
  find(kind: StepKind, options?: MoveOptions): Promise<FoundAt>;
  /** The declarations of a script, or its problem. Only in an engine that reads scripts. */
  readScript(text: string): Promise<ScriptFacts | ScriptProblem>;
  /** Checks a script against the laws of a discipline in `scenes` small scenes; undefined if aborted. */
  checkScript(text: string, scenes: number, signal?: AbortSignal): Promise<Checked | undefined>;
  /** Translates a valid script for another simulator; only in an engine that reads scripts. */
  translateScript(text: string, target: ScriptTarget): Promise<TranslatedScript>;
  facts(): Promise<SceneFacts>;
  /** The fragment of the link, without `#`. The link names `preset` and contains the differences from it. */
  encodeLink(scenario: Scenario, preset: Scenario, view: ViewInLink): Promise<string>;
  /**
   * Reads a link. If the link names a preset, its content comes from `presets`, or from `archive` with earlier
   * versions. Undefined if the link needs the archive and none was given.
   */
  decodeLink(fragment: string, presets: readonly Scenario[], archive?: string): Promise<DecodedLink | undefined>;
  /**
   * Reads the scene in the text of a file: a bare scene, a preset or a bundle. The engine's own run does not change.
   */
  readScene(text: string): Promise<Scenario>;
  /** The result object of the run so far, as on the command line. */
  result(): Promise<unknown>;
  close(): void;
}

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
import type { DecodedLink as GeneratedLink, ToldRecording } from './told.gen';

export type { HappeningName, SceneProblem } from './border.gen';
export type { ToldRecording } from './told.gen';

/** A package of the engine. `lab` is smaller and plays most scenes. `full` plays all scenes and can parse scripts. */
export type EngineKind = 'lab' | 'full';

/** Facts about a lane. They change only when a setting changes or when a script stops. */
export interface SceneFacts extends LaneFacts {
  /** Declarations of the lane's script, if its discipline is a script. */
  readonly script?: ScriptFacts;
  /** The error that stopped the lane's script. */
  readonly stopped?: ScriptStop;
}

export { EngineLost } from './rpc';

export class SceneRefused extends Error {
  /** `of` is the kind of input that the engine refused, for the notice to the user. */
  constructor(
    readonly problems: readonly SceneProblem[],
    readonly of: 'scene' | 'playlist' = 'scene',
  ) {
    super(problems.map(({ path, problem }) => `${path}: ${problem}`).join('\n'));
    this.name = 'SceneRefused';
  }

  /** True if the package `lab` refused the scene because only the package `full` can check it. */
  get needsFull(): boolean {
    return this.problems.some(({ needs }) => needs === 'full');
  }
}

export interface Opened {
  readonly facts: SceneFacts;
  readonly frame: Frame;
}

/** The part of a link that describes the view: what the page shows of the scene, and how. */
export interface ViewInLink {
  /** Simulated time at which the link was made [s]. Absent if the run plays from the start. */
  readonly at_s?: number;
  /** True if the link was made inside a decision: after a drawn packet has matched, before the drops that follow. */
  readonly half?: boolean;
  readonly speed?: number;
  /**
   * Kind of event to which the step buttons go, as written by `core/session/link-view.ts`. Absent if they go to the
   * next decision.
   */
  readonly step?: string;
  /** Index of the only displayed lane. Absent if all lanes are shown. */
  readonly solo_lane?: number;
  /** Id of the workspace; absent for Watch (`core/page/workspaces.ts`). */
  readonly workspace?: string;
  /**
   * Settings of the open workspace. The link writes them under the id of the workspace, such as
   * `theory.values.rho=0.5`.
   */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Quantity that the colour of packets represents. Absent if the colour identifies the flow. */
  readonly packets?: 'wait' | 'label';
  /** Interval of the run that plots and statistics cover [s]. Absent for the whole run. */
  readonly interval?: readonly [from_s: number, until_s: number];
  /**
   * Plot and theme of the presenter, the view for a lecture hall. Absent if the link does not open the presenter.
   * Without `plot`, the presenter shows its first plot.
   */
  readonly presenter?: { readonly plot?: string; readonly theme?: string };
}

export interface DecodedLink extends GeneratedLink {
  readonly view: ViewInLink;
}

/**
 * Kind of event to which a step goes. `flow` is the row of a flow, `reason` an index into `Catalog.reasons`. Without
 * `reason`, drops for every reason match.
 */
export type StepKind =
  | { readonly kind: 'decision' }
  | { readonly kind: 'arrival'; readonly flow: number }
  | { readonly kind: 'drop'; readonly reason?: number }
  | { readonly kind: 'match' }
  /**
   * A step to the next execution of any of these lines of pseudo-code, given as indices into the discipline’s list of
   * lines.
   */
  | { readonly kind: 'line'; readonly lines: readonly number[] }
  | { readonly kind: 'second' };

export type StepDirection = 'back' | 'forward';

export interface Stepped {
  /** `not-within-reach`: the search ended before it found an event. The run moves only if the destination was found. */
  readonly found: Found;
  readonly frame: Frame;
}

/** Result of a search for an event. */
export interface FoundAt {
  readonly found: Found;
  /**
   * Simulated time of the event [s]. If `found` is `not-within-reach`, no event was found up to this time, where the
   * search ended. Undefined if there is no such event.
   */
  readonly at_s: number | undefined;
  /** Number of the event, for `seekEvent`. */
  readonly event: number | undefined;
}

/** Filter of a list of events. Without `kinds`, the list contains drops and marks. */
export interface HistoryFilter {
  readonly kinds?: readonly HappeningName[];
  readonly flow?: number;
  /** Name of a class. */
  readonly class?: string;
  /** Id of a reason. */
  readonly reason?: string;
  /** Number of the last event on the previous page of results (`lastEvent`). Absent for the first page. */
  readonly after_event?: number;
}

/** Events as columns. The column `event` contains the number of each event, for `seekEvent`. */
export type HistoryColumns = HappeningColumns & EventColumns;

/** Events between two simulated times, oldest first. */
export interface HistoryPage {
  readonly rows: HistoryColumns;
  /** Total number of rows in the searched interval, including those on other pages. */
  readonly count: number;
  /** True if the whole interval was searched and reported. Otherwise the next page begins after `lastEvent`. */
  readonly isWhole: boolean;
  /** Simulated time that the search reached [s]. */
  readonly ended_s: number;
  /** Number of the last event that was examined. */
  readonly lastEvent: number;
}

/** The first difference between the actions of two lanes (their divergence). */
export interface Divergence {
  readonly at_s: number;
  /**
   * Serial number of the decision, the same in both lanes. If the lanes differ between two decisions, the number of the
   * earlier decision.
   */
  readonly decision: number;
  /**
   * True if the first difference is at an arriving packet. False if it is at a packet sent or dropped at the head of
   * the queue.
   */
  readonly isArrival: boolean;
  /** Indexes of the two lanes. `done` describes what each lane did ("admits the arrival of flow 7"). */
  readonly lanes: readonly [number, number];
  readonly done: readonly [string, string];
  /** The difference, described in one sentence. */
  readonly text: string;
}

/** Options for monitoring or cancelling a move to another simulated time. */
export interface MoveOptions {
  /** Stops the move at the simulated time that it has reached. */
  readonly signal?: AbortSignal | undefined;
  /** Called repeatedly until the move ends, with the simulated time reached so far [s]. */
  readonly onUnderWay?: ((now_s: number) => void) | undefined;
}

/** Result of running a lane for an interval. */
export interface Stretch {
  readonly isThere: boolean;
  /** True if the run ended before the requested time because the lane's script stopped with an error. */
  readonly isHalted: boolean;
  readonly now_s: number;
  /** Time spent simulating [ms], excluding the time for which the worker waited for the page. */
  readonly spent_ms: number;
  /** Frame at the end. Undefined if the run stopped early and the caller asked for no frame in that case. */
  readonly frame: Frame | undefined;
}

/**
 * Requests to the engine of a lane. The worker handles requests in order, in short slices, and sends nothing but
 * responses. A request is rejected with `SceneRefused` if the input is invalid, and with `EngineLost` if the worker
 * crashed or stopped responding.
 */
export interface EngineClient {
  catalog(): Promise<Catalog>;
  /**
   * Passes the next bytes of a recording, whose packets replace those of the scene's senders. Without bytes, the
   * senders are used again. The change takes effect at the next `open`, or at once in a lane that is already playing a
   * recording. For such a lane, returns the time up to which the packets of the recording are complete [s], otherwise
   * 0.
   */
  record(bytes: Uint8Array | undefined): Promise<number>;
  /** Parses the bytes of a recording and returns its description. The running scene is unaffected. */
  readRecording(bytes: Uint8Array): Promise<ToldRecording>;
  /** Opens one lane of a scene at time 0. With `at_s`, also runs the lane to that time. */
  open(scenario: Scenario, at_s?: number, lane?: number, options?: MoveOptions): Promise<Opened>;
  /** Runs until the simulated time `until_s`, or until `budget_ms` of real time have passed. */
  advance(until_s: number, budget_ms: number): Promise<Frame>;
  /**
   * Like `advance`, but responds without a frame if the budget runs out before `until_s`. The next frame then includes
   * the events of this call. With `halts`, the run stops just after an error in the lane's script. With `withFrame`,
   * the response always has a frame.
   */
  stretch(
    until_s: number,
    budget_ms: number,
    options?: { readonly halts?: boolean; readonly withFrame?: boolean },
  ): Promise<Stretch>;
  /** Runs until just after the next decision on an arrival. Does nothing if the lane's script has stopped. */
  stepDecision(options?: MoveOptions): Promise<Frame>;
  /** Changes a setting at the current simulated time, and stores the change as a timed intervention. */
  change(path: string, value: SettingValue): Promise<Opened>;
  /** Goes to exactly this simulated time, simulating further if the run has not reached it yet. */
  seek(at_s: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to the time just after the decision with this serial number. */
  seekDecision(serial: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to the time just after the event with this number. `history` returns the numbers. */
  seekEvent(event: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to the time just after the next or the previous event of a kind. */
  step(kind: StepKind, direction: StepDirection, options?: MoveOptions): Promise<Stepped>;
  /**
   * Events between two simulated times, about `max` rows of them. There may be a few more, because all rows of one
   * event are returned together. The run does not move.
   */
  history(from_s: number, until_s: number, filter: HistoryFilter, max: number): Promise<HistoryPage>;
  /**
   * The divergence of two lanes before `until_s`: `none` if they act alike until then, `unknown` if they were compared
   * only up to an earlier time.
   */
  divergence(
    scenario: Scenario,
    first: number,
    second: number,
    until_s: number,
  ): Promise<Divergence | 'none' | 'unknown'>;
  /**
   * Searches for the next event of a kind. The kind `second` is a span of time and not an event, so it cannot be
   * searched for. The run does not move.
   */
  find(kind: StepKind, options?: MoveOptions): Promise<FoundAt>;
  /** Declarations of a script, or the problem in it. Needs an engine that can parse scripts. */
  readScript(text: string): Promise<ScriptFacts | ScriptProblem>;
  /**
   * Tests a script in `scenes` small scenes against the invariants of a discipline. Undefined if the test was aborted.
   */
  checkScript(text: string, scenes: number, signal?: AbortSignal): Promise<Checked | undefined>;
  /** Translates a valid script for another simulator. Needs an engine that can parse scripts. */
  translateScript(text: string, target: ScriptTarget): Promise<TranslatedScript>;
  facts(): Promise<SceneFacts>;
  /** The fragment of the link, without `#`. The link names `preset` and lists the scene's differences from it. */
  encodeLink(scenario: Scenario, preset: Scenario, view: ViewInLink): Promise<string>;
  /**
   * Parses a link. If it names a preset, the preset's content is taken from `presets`, or from `archive`, which holds
   * earlier versions. Undefined if the link needs the archive and none was given.
   */
  decodeLink(fragment: string, presets: readonly Scenario[], archive?: string): Promise<DecodedLink | undefined>;
  /** Parses the scene in a file: a bare scenario, a preset or a bundle. The running scene is unaffected. */
  readScene(text: string): Promise<Scenario>;
  /** The result object of the run so far, in the format of the command line. */
  result(): Promise<unknown>;
  close(): void;
}

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

/** A package of the engine: `lab`, which every page loads, plays most scenes; `full` does everything. */
export type EngineKind = 'lab' | 'full';

/** Facts of a lane that change only when a setting does, or when a script stops. */
export interface SceneFacts extends LaneFacts {
  /** The declarations of its script, where it is one. */
  readonly script?: ScriptFacts;
  /** The mistake at which its script stopped. */
  readonly stopped?: ScriptStop;
}

export { EngineLost } from './rpc';

export class SceneRefused extends Error {
  /** `of`: the refused thing, for the notice. */
  constructor(
    readonly problems: readonly SceneProblem[],
    readonly of: 'scene' | 'playlist' = 'scene',
  ) {
    super(problems.map(({ path, problem }) => `${path}: ${problem}`).join('\n'));
    this.name = 'SceneRefused';
  }

  /** True if only the full engine can judge it, and this one is not. */
  get needsFull(): boolean {
    return this.problems.some(({ needs }) => needs === 'full');
  }
}

export interface Opened {
  readonly facts: SceneFacts;
  readonly frame: Frame;
}

/** The content of a link beside the scene: how it is viewed. */
export interface ViewInLink {
  /** The moment of the run when it was shared [s]; absent: from the start, playing. */
  readonly at_s?: number;
  /** It was between the draws of a match and the drops that follow. */
  readonly half?: boolean;
  readonly speed?: number;
  /** The unit of the step buttons, if not a decision (`core/session/link-view.ts`). */
  readonly step?: string;
  /** The only lane shown. */
  readonly solo_lane?: number;
  /** The workspace that fills the page, if not the stage with its reason (`core/page/workspaces.ts`). */
  readonly workspace?: string;
  /** How that workspace is set up, where it was read from a link: by its id, which is a field of its own beside these in the link. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The quantity that the colour of packets shows, if not their flow. */
  readonly packets?: 'wait' | 'label';
  /** The part of the run that plots and statistics are about [s]; absent: all of it. */
  readonly interval?: readonly [from_s: number, until_s: number];
  /** It opens in the presenter: with which plot, if not the first, and in which theme. */
  readonly presenter?: { readonly plot?: string; readonly theme?: string };
}

export interface DecodedLink extends ToldLink {
  readonly view: ViewInLink;
}

/** The destination of a step; `flow` is a flow row, `reason` a place in `Catalog.reasons` (absent: any). */
export type StepKind =
  | { readonly kind: 'decision' }
  | { readonly kind: 'arrival'; readonly flow: number }
  | { readonly kind: 'drop'; readonly reason?: number }
  | { readonly kind: 'match' }
  /** One of these lines of pseudo-code runs, by their places in the list of the discipline. */
  | { readonly kind: 'line'; readonly lines: readonly number[] }
  | { readonly kind: 'second' };

export type StepDirection = 'back' | 'forward';

export interface Stepped {
  /** `not-within-reach`: the search ended before it found one. Unless found, the run does not move. */
  readonly found: Found;
  readonly frame: Frame;
}

/** The place of an event that was searched for. */
export interface FoundAt {
  readonly found: Found;
  /** When [s]; `not-within-reach`: up to when was searched; undefined: nowhere. */
  readonly at_s: number | undefined;
  /** Just after which event. */
  readonly event: number | undefined;
}

/** Which happenings a list holds; drops and marks unless `kinds` says otherwise. */
export interface HistoryFilter {
  readonly kinds?: readonly HappeningName[];
  /** Flow row. */
  readonly flow?: number;
  /** Name of a class. */
  readonly class?: string;
  /** Id of a reason. */
  readonly reason?: string;
  /** The `event` of the last row of the page before. */
  readonly after_event?: number;
}

/** Events of packets, with the event of each row. */
export type HistoryColumns = HappeningColumns & EventColumns;

/** Events between two moments, oldest first. */
export interface HistoryPage {
  readonly rows: HistoryColumns;
  /** How many rows there are in all in the stretch that was searched. */
  readonly count: number;
  /** True if the whole stretch was searched and reported; else ask again with `after_event: lastEvent`. */
  readonly isWhole: boolean;
  /** How far the search got [s]. */
  readonly ended_s: number;
  /** The last event that was looked at. */
  readonly lastEvent: number;
}

/** The first moment at which two lanes do not do the same. */
export interface Divergence {
  readonly at_s: number;
  /** Serial of the decision, the same in both lanes; the one before where they part between two decisions. */
  readonly decision: number;
  /** True if they first differ in a packet that arrives; otherwise in one that is sent, or dropped at the head. */
  readonly isArrival: boolean;
  /** The two lanes, and the action of each ("admits the arrival of flow 7"). */
  readonly lanes: readonly [number, number];
  readonly done: readonly [string, string];
  /** The difference in one sentence. */
  readonly text: string;
}

/** How a move to another moment is watched and given up. */
export interface MoveOptions {
  /** Aborted: the run stays at the moment it has reached, and that is the answer. */
  readonly signal?: AbortSignal | undefined;
  /** Called during the move with the present moment of the run [s]. */
  readonly onUnderWay?: ((now_s: number) => void) | undefined;
}

/** A stretch of a run. */
export interface Stretch {
  readonly isThere: boolean;
  /** It is there before its end: at a mistake at which the script of the lane stopped. */
  readonly isHalted: boolean;
  readonly now_s: number;
  /** How long simulating took, without waiting for it [ms]. */
  readonly spent_ms: number;
  /** Only if the run is there, unless it was asked for wherever it ends. */
  readonly frame: Frame | undefined;
}

/**
 * Requests are answered in order; the worker never sends unasked. It works in short slices, between which it answers
 * others. Each rejects with `SceneRefused` for wrong input, and with `EngineLost` when the worker crashed or is silent.
 */
export interface EngineClient {
  catalog(): Promise<Catalog>;
  /**
   * Passes the next bytes of a recording whose packets replace the scene's senders; without bytes the senders are
   * back. In force from the next `open`; in a lane driven already, at once. Returns the end of known packets [s].
   */
  record(bytes: Uint8Array | undefined): Promise<number>;
  /** The content of a recording's bytes. The running scene is not changed. */
  readRecording(bytes: Uint8Array): Promise<ToldRecording>;
  /** Opens one lane of a scene at time 0, or run up to `at_s`. */
  open(scenario: Scenario, at_s?: number, lane?: number, options?: MoveOptions): Promise<Opened>;
  /** Runs until `until_s` of simulated time, or until `budget_ms` of real time are used up. */
  advance(until_s: number, budget_ms: number): Promise<Frame>;
  /**
   * The same, with a frame only at `until_s`, which includes earlier events. `halts`: no further than to just after a
   * mistake at which its script stops; `tells`: with a frame at whatever end.
   */
  stretch(
    until_s: number,
    budget_ms: number,
    options?: { readonly halts?: boolean; readonly tells?: boolean },
  ): Promise<Stretch>;
  /** Runs to just after the next decision on an arrival, or stays where it is if the script of the lane has stopped. */
  stepDecision(options?: MoveOptions): Promise<Frame>;
  /** Changes a setting now, as a timed intervention. */
  change(path: string, value: SettingValue): Promise<Opened>;
  /** Goes to a moment of the run, exactly; beyond the simulated part it runs on. */
  seek(at_s: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to just after a decision. */
  seekDecision(serial: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to just after an event, as the rows of a history name it. */
  seekEvent(event: number, options?: MoveOptions): Promise<Frame>;
  /** Goes to the next moment, or the last one before, just after something of a kind. */
  step(kind: StepKind, direction: StepDirection, options?: MoveOptions): Promise<Stepped>;
  /** Events between two moments: about `max` rows, since those of one event stay together. The run does not move. */
  history(from_s: number, until_s: number, filter: HistoryFilter, max: number): Promise<HistoryPage>;
  /** The first difference of two lanes before `until_s`; unknown when they were not compared that far. No run moves. */
  divergence(
    scenario: Scenario,
    first: number,
    second: number,
    until_s: number,
  ): Promise<Divergence | 'none' | 'unknown'>;
  /** Looks for the next moment of a kind, except by seconds. The run does not move. */
  find(kind: StepKind, options?: MoveOptions): Promise<FoundAt>;
  /** The declarations of a script, or its problem; only where the engine reads scripts. */
  readScript(text: string): Promise<ScriptFacts | ScriptProblem>;
  /** Tries the laws of a discipline on a script, in `scenes` small scenes; undefined if aborted. */
  checkScript(text: string, scenes: number, signal?: AbortSignal): Promise<Checked | undefined>;
  /** A right script for another simulator; only where the engine reads scripts. */
  translateScript(text: string, target: ScriptTarget): Promise<TranslatedScript>;
  facts(): Promise<SceneFacts>;
  /** The fragment of the link, without `#`. `preset` is the scenario that the link names and differs from. */
  encodeLink(scenario: Scenario, preset: Scenario, view: ViewInLink): Promise<string>;
  /**
   * Reads a link that names one of `presets`, as they are today, or of the archive of those that were there before; undefined
   * if it asks for the archive and none was given.
   */
  decodeLink(fragment: string, presets: readonly Scenario[], archive?: string): Promise<DecodedLink | undefined>;
  /** The scene of a text as in files: bare, in a preset, or in a bundle. The engine's own run is not changed. */
  readScene(text: string): Promise<Scenario>;
  /** The result object of the run so far, as on the command line. */
  result(): Promise<unknown>;
  /** Ends the worker. */
  close(): void;
}

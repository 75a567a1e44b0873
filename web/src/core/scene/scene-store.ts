/**
 * The scene on the page, the parts of it that a link contains, and the state of its run. React renders from this store.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type {
  Divergence,
  EngineClient,
  HistoryFilter,
  HistoryPage,
  StepDirection,
  StepKind,
  ToldRecording,
} from '../border/client';
import type { Lane, Preset, Scenario, SettingValue } from '../border/scenario';

export interface SceneState {
  readonly presets: readonly Preset[];
  /** The preset from which the scene was opened. Undefined if the scene has a title and text of its own. */
  readonly preset: Preset | undefined;
  /**
   * The scenario to which links refer: a link contains only the differences of the scene from it. Undefined if it is
   * the scenario of the preset.
   */
  readonly base: Scenario | undefined;
  /** True if the scene was opened from the playlist that is open now. */
  readonly isOfPlaylist: boolean;
  /** The current scene with its interventions. Undefined until the first scene is open. */
  readonly scenario: Scenario | undefined;
  /** Index in `PACES`. */
  readonly pace: number;
  readonly state: 'opening' | 'playing' | 'paused' | 'finished' | 'lost';
  /** Progress of a move to another simulated time. Set if the move takes long enough to be noticed. */
  readonly catchingUp: CatchingUp | undefined;
  /**
   * Achieved speed of the run [simulated s per real s], if it is below the chosen speed or the chosen speed is `max`.
   * Otherwise undefined.
   */
  readonly achievedRate: number | undefined;
  /** Id of a discipline that the user has chosen. Set until the engine runs this discipline. */
  readonly switchingTo: string | undefined;
  /** The last change, if its value was refused. */
  readonly refusal: Refusal | undefined;
  /** Notices, the newest last. Only `notify` and `clear` of `notices.ts` change this list. */
  readonly notices: readonly Notice[];
  /** Direction in which the run plays. */
  readonly direction: 'forward' | 'backward';
  /**
   * True if the page has stopped within the last decision: after the draws with a match, and before the drops. The
   * matched packets are still shown, although the engine has already made the whole decision.
   */
  readonly isHalfway: boolean;
  /** The unit of the step buttons and keys. */
  readonly stepKind: StepKind;
  /**
   * The divergence of the first two lanes. `none` if they never differ. Undefined if there is one lane, or if it is not
   * known yet.
   */
  readonly divergence: Divergence | 'none' | undefined;
  /** The recording whose packets arrive in the first lane. */
  readonly recording: RecordingFacts | undefined;
  /** True if a change of the scene can be undone, or if an undone change can be redone. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The facts of a recording. */
export interface RecordingFacts {
  /** Name of the recording: the name of its file, of its preset, or of the machine that records. */
  readonly name: string;
  readonly description: ToldRecording;
  /** `yes`: packets are being received. `over`: they were received on this page, and the recording has ended. */
  readonly live: 'no' | 'yes' | 'over';
}

/** Progress of a move to another simulated time. */
export interface CatchingUp {
  readonly now_s: number;
  /** Simulated time at which the move ends [s]. Undefined during a search for an event. */
  readonly until_s: number | undefined;
  /** Estimated remaining real time [s]. Undefined until it is known. */
  readonly left_s: number | undefined;
}

/** A problem with the user's input, described by the engine. */
export interface SettingProblem {
  readonly path: string;
  readonly problem: string;
}

/** A refused value. The previous value stays in effect. */
export interface Refusal {
  /** Path of the setting that the user changed. The problems may name another setting that contradicts it. */
  readonly tried: string;
  readonly problems: readonly SettingProblem[];
}

export type Notice =
  | { readonly kind: 'bad-link'; readonly problems: readonly SettingProblem[] }
  /** A playlist, or one of its entries, that can be opened only in part. */
  | { readonly kind: 'bad-playlist'; readonly problems: readonly SettingProblem[] }
  /** A lesson that cannot be opened from its address. */
  | { readonly kind: 'bad-lesson'; readonly problems: readonly SettingProblem[] }
  /** Public parameters of the address that are wrong and have no effect. The other parameters are applied. */
  | { readonly kind: 'bad-parameters'; readonly problems: readonly SettingProblem[] }
  /** A file that cannot be opened. The scene does not change. */
  | { readonly kind: 'bad-file'; readonly name: string; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'refused'; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'lanes-left-out'; readonly lanes: number; readonly shown: readonly string[] }
  | { readonly kind: 'no-link'; readonly problems: readonly SettingProblem[] }
  /** The link was made from an earlier version of the preset, or by an engine with another version of the results. */
  | {
      readonly kind: 'older-scene';
      /** Id of the preset in its current version. */
      readonly preset: string;
      /** True if the scene of the preset has changed since the link was made. */
      readonly isEarlier: boolean;
      readonly numbers?: { readonly link: number; readonly here: number };
    }
  | { readonly kind: 'engine-lost'; readonly reason: string }
  /** A new engine has replaced a lost one. It continues the same scene at the same simulated time [s]. */
  | { readonly kind: 'engine-replaced'; readonly reason: string; readonly at_s: number }
  /**
   * The script of a lane stopped with an error, and the lane makes no more decisions. `line` is undefined if, instead,
   * the lane's engine stopped responding and was terminated. `lane` is the index of the lane.
   */
  | {
      readonly kind: 'script-stopped';
      readonly lane: number;
      readonly name: string;
      readonly at_s: number;
      readonly line: number | undefined;
      readonly problem: string;
    }
  /**
   * The run is too heavy for this machine. At `rate` [simulated s per real s] it needs `left_s` [s] until its end.
   * `shorter_s` is a duration that is feasible [s].
   */
  | { readonly kind: 'heavy'; readonly rate: number; readonly left_s: number; readonly shorter_s: number | undefined }
  /**
   * The code that draws the queue of this discipline could not be loaded. The page tries again when the network is
   * available.
   */
  | { readonly kind: 'not-drawn' }
  /** The run was not started, because the system asks for reduced motion. */
  | { readonly kind: 'starts-paused' }
  /** An entry was added to the playlist. `count` is the number of its entries. */
  | { readonly kind: 'moment-added'; readonly title: string; readonly count: number }
  /**
   * The page is in a frame of another page, and its scene has scripts that are not allowed in this browser yet. The lab
   * at `address` can ask the user.
   */
  | { readonly kind: 'scripts-in-frame'; readonly address: string }
  | { readonly kind: 'unsupported'; readonly reason: string };

export const sceneStore = createStore<SceneState>(() => ({
  presets: [],
  preset: undefined,
  base: undefined,
  isOfPlaylist: false,
  scenario: undefined,
  pace: 0,
  state: 'opening',
  catchingUp: undefined,
  achievedRate: undefined,
  switchingTo: undefined,
  refusal: undefined,
  notices: [],
  direction: 'forward',
  isHalfway: false,
  stepKind: { kind: 'decision' },
  divergence: undefined,
  recording: undefined,
  canUndo: false,
  canRedo: false,
}));

export function setHalfway(isHalfway: boolean): void {
  if (sceneStore.getState().isHalfway !== isHalfway) sceneStore.setState({ isHalfway });
}

export function isPlaying(): boolean {
  return sceneStore.getState().state === 'playing';
}

export function useScene<T>(select: (state: SceneState) => T): T {
  return useStore(sceneStore, select);
}

export interface Change {
  readonly path: string;
  readonly value: SettingValue;
}

export interface SceneActions {
  openPreset(id: string): void;
  /** Opens the current version of the preset in place of the earlier version that a link has opened. */
  openTodays(): void;
  /** Opens the scene that is shown if the address contains no link. */
  openFirstScene(): void;
  switchDiscipline(aqm: string): void;
  /**
   * Changes a setting. Resolves when the engine has answered. Changes with the same `drag` are combined into one
   * intervention.
   */
  change(path: string, value: SettingValue, drag?: number): Promise<void>;
  /** Changes several settings as one change. If the engine refuses the change, no setting is changed. */
  changeAll(changes: readonly Change[]): Promise<void>;
  /** Ends a drag. */
  settle(drag: number): Promise<void>;
  /** Removes interventions, and runs the scene to the current time without them. */
  takeBack(indexes: readonly number[]): void;
  /**
   * Restarts the run from its beginning. The values that the interventions have set apply from the start, and the
   * interventions are removed.
   */
  startOver(): void;
  /** Restarts the run with these settings and lanes, as a change that can be undone. */
  openFromStart(scenario: Scenario): Promise<void>;
  /**
   * Undoes the last change of the scene, and stays at the current simulated time. The next call undoes the change
   * before that.
   */
  undo(): void;
  redo(): void;
  togglePlay(): void;
  /** Makes one step of the kind `stepKind` in the focused lane. The other lanes go to the same simulated time. */
  step(direction?: StepDirection): void;
  stepBy(kind: StepKind, direction: StepDirection): void;
  setStepKind(kind: StepKind): void;
  /** Goes to a simulated time in all lanes. */
  seek(at_s: number): void;
  /**
   * Focuses a lane and goes to the time just after one of its decisions. The other lanes go to the same simulated time.
   */
  goToDecision(lane: number, serial: number): void;
  /** Goes to the time just after an event of a lane. The event is given by its number in the history. */
  goToEvent(lane: number, event: number): void;
  playBackward(): void;
  /**
   * Replaces the lanes (one to four), and runs the new ones to the current time. `change` gets the lanes at the time
   * when the command is run. Earlier commands may have changed the lanes since the call. Consecutive changes with the
   * same `drag` count as one.
   */
  setLanes(change: (lanes: readonly Lane[]) => readonly Lane[], drag?: number): Promise<void>;
  /** Adds a copy of a lane. Later changes affect only the copy. */
  forkLane(lane: number): void;
  goToDivergence(): void;
  /** Removes from the plots the simulated future that a change has replaced. */
  dismissGhost(): void;
  history(lane: number, from_s: number, until_s: number, filter: HistoryFilter, max: number): Promise<HistoryPage>;
  restart(): void;
  setPace(pace: number): void;
  /** Stores the simulated time, so that reloading the page opens the scene at this time. */
  holdMoment(): void;
  /** Address of the current scene. */
  linkOf(withMoment: boolean): Promise<string>;
  /** Address that opens a scene from its start, in the workspace Paper. */
  linkOfScene(scenario: Scenario, preset: Scenario): Promise<string>;
  /** Opens the scene, bundle, sweep or playlist in a file. If this fails, returns the problems and changes nothing. */
  openFile(given: Blob, name: string): Promise<readonly SettingProblem[]>;
  /** Goes to the latest time for which packets are known, and plays. */
  goToNow(): void;
  /** The open recording as a file. */
  recordingFile(): Blob | undefined;
  /** Starts a separate engine. The caller must close it. */
  connectAnother(): Promise<EngineClient>;
  /** Result objects of all lanes up to the current time, in the format of the command line. */
  results(): Promise<readonly unknown[]>;
  /** Cancels a long task. The run stays at the simulated time that it has reached. */
  stop(): void;
  /** Removes the notice of a kind. Without a kind, removes all notices. */
  dismissNotice(kind?: Notice['kind']): void;
  /** Starts a new engine after the previous one was lost, and opens the scene from its start. */
  revive(): void;
}

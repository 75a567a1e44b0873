/** The scene on the page, its part in links, and the state of its run. React renders from it; nothing per frame. */

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
  /** The preset that the scene started from; undefined: the scene has words of its own. */
  readonly preset: Preset | undefined;
  /** The base of the scene's links, where that is not the preset. */
  readonly base: Scenario | undefined;
  /** It was opened from the playlist at hand. */
  readonly isOfPlaylist: boolean;
  /** The present scene, interventions included; undefined until the first one is open. */
  readonly scenario: Scenario | undefined;
  /** Place in `PACES`. */
  readonly pace: number;
  readonly state: 'opening' | 'playing' | 'paused' | 'finished' | 'lost';
  /** The engine works its way to another moment, and it takes long enough to be noticed. */
  readonly catchingUp: CatchingUp | undefined;
  /** Simulated seconds per second, while they are fewer than asked for, or as many as possible were; else undefined. */
  readonly achievedRate: number | undefined;
  /** The discipline asked for while the engine catches up under it. */
  readonly switchingTo: string | undefined;
  /** The refused part of the last change. */
  readonly refusal: Refusal | undefined;
  /** Newest last; changed by `notify` and `clear` of `notices.ts`. */
  readonly notices: readonly Notice[];
  /** The direction of playing in time. */
  readonly direction: 'forward' | 'backward';
  /**
   * The page is between the draws of the last decision, which found a match, and its outcome: both packets are still
   * there. The engine has taken the decision as a whole.
   */
  readonly isHalfway: boolean;
  /** The unit of the step buttons and keys. */
  readonly stepKind: StepKind;
  /** The first difference of the first two lanes; `none`: nowhere in the run; undefined: one lane, or not known yet. */
  readonly divergence: Divergence | 'none' | undefined;
  /** The recording whose packets come in the first lane. */
  readonly recording: RecordingFacts | undefined;
  /** True if a change of the scene can be undone, or redone after that. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The facts of a recording. */
export interface RecordingFacts {
  /** The name of its file, its preset or the machine. */
  readonly name: string;
  readonly told: ToldRecording;
  /** Its packets still come; `over`: they came while the page was open, and it has ended. */
  readonly live: 'no' | 'yes' | 'over';
}

/** The progress on the way to another moment. */
export interface CatchingUp {
  readonly now_s: number;
  /** Undefined while something is searched for. */
  readonly until_s: number | undefined;
  /** The remaining time, once it is known [s of real time]. */
  readonly left_s: number | undefined;
}

/** A problem with something the user gave, in the engine's words. */
export interface SettingProblem {
  readonly path: string;
  readonly problem: string;
}

/** A value that the engine refused; the old one stays in force. */
export interface Refusal {
  /** The setting that was to be changed; the problems may name another one that it contradicts. */
  readonly tried: string;
  readonly problems: readonly SettingProblem[];
}

export type Notice =
  | { readonly kind: 'bad-link'; readonly problems: readonly SettingProblem[] }
  /** A playlist, or a moment of one, of which not all can be opened. */
  | { readonly kind: 'bad-playlist'; readonly problems: readonly SettingProblem[] }
  /** An address that should open a lesson. */
  | { readonly kind: 'bad-lesson'; readonly problems: readonly SettingProblem[] }
  /** Public parameters of the address that could not be followed; the rest of them was. */
  | { readonly kind: 'bad-parameters'; readonly problems: readonly SettingProblem[] }
  /** A file that was dropped on the page, in whose place the scene stays. */
  | { readonly kind: 'bad-file'; readonly name: string; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'refused'; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'lanes-left-out'; readonly lanes: number; readonly shown: readonly string[] }
  | { readonly kind: 'no-link'; readonly problems: readonly SettingProblem[] }
  /** A link that was made of an earlier version of the preset, or under other numbers of the engine. */
  | {
      readonly kind: 'older-scene';
      /** Id of the preset today. */
      readonly preset: string;
      /** True if the scene is another one today. */
      readonly isEarlier: boolean;
      readonly numbers?: { readonly link: number; readonly here: number };
    }
  | { readonly kind: 'engine-lost'; readonly reason: string }
  /** Another engine runs the same scene from the same moment [s]. */
  | { readonly kind: 'engine-replaced'; readonly reason: string; readonly at_s: number }
  /**
   * The script of a lane stopped at a mistake, or, without a line, its engine did not answer and was ended: the lane decides
   * nothing from there on. `lane`: its place.
   */
  | {
      readonly kind: 'script-stopped';
      readonly lane: number;
      readonly name: string;
      readonly at_s: number;
      readonly line: number | undefined;
      readonly problem: string;
    }
  /** At this rate [simulated s per s] the run takes so long to its end [s]; `shorter_s` is an end that it can reach. */
  | { readonly kind: 'heavy'; readonly rate: number; readonly left_s: number; readonly shorter_s: number | undefined }
  /** The painter of this queue could not be loaded; it is asked for again when the network is back. */
  | { readonly kind: 'not-drawn' }
  /** It was not started: the system is set to less motion. */
  | { readonly kind: 'stands-still' }
  /** `count`: of the moments in the playlist now. */
  | { readonly kind: 'moment-added'; readonly title: string; readonly count: number }
  /** A scene in a frame brings scripts that were not allowed in this browser: the lab asks. */
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

export function standHalfway(isHalfway: boolean): void {
  if (sceneStore.getState().isHalfway !== isHalfway) sceneStore.setState({ isHalfway });
}

export function isPlaying(): boolean {
  return sceneStore.getState().state === 'playing';
}

export function useScene<T>(select: (state: SceneState) => T): T {
  return useStore(sceneStore, select);
}

/** A setting and its new value. */
export interface Change {
  readonly path: string;
  readonly value: SettingValue;
}

/** The actions for panels. */
export interface SceneActions {
  openPreset(id: string): void;
  /** The preset as it is today, in place of the earlier version that a link opened. */
  openTodays(): void;
  /** The scene that opens without a link. */
  openFirstScene(): void;
  switchDiscipline(aqm: string): void;
  /** Changes a setting; done when the engine has answered. All changes with the same `drag` become one intervention. */
  change(path: string, value: SettingValue, drag?: number): Promise<void>;
  /** Changes several settings as one: all of them, or, where the engine refuses that, none. */
  changeAll(changes: readonly Change[]): Promise<void>;
  /** The drag is over. */
  settle(drag: number): Promise<void>;
  /** Removes interventions and runs up to the present moment without them. */
  takeBack(indexes: readonly number[]): void;
  /** Starts anew with the settings that the interventions have made. */
  startOver(): void;
  /** Starts anew with these settings and lanes: a change of the open scene that can be taken back. */
  openFromStart(scenario: Scenario): Promise<void>;
  /** Takes the last change of the scene back, at the present moment; the one before with the next call. */
  undo(): void;
  redo(): void;
  togglePlay(): void;
  /** One step by `stepKind`; the focused lane leads, the others go to the same moment. */
  step(direction?: StepDirection): void;
  stepBy(kind: StepKind, direction: StepDirection): void;
  setStepKind(kind: StepKind): void;
  /** Goes to a moment; every lane with it. */
  seek(at_s: number): void;
  /** Goes to just after a decision of a lane, which gets the focus; the others go to the same moment. */
  goToDecision(lane: number, serial: number): void;
  /** Goes to just after an event of a lane, as its history names it. */
  goToEvent(lane: number, event: number): void;
  playBackward(): void;
  /**
   * Other lanes, one to four; the run catches up under them. `change` gets those that are there when its turn has come, which may be
   * others than the page shows. All changes with the same `drag` in a row are one.
   */
  setLanes(change: (lanes: readonly Lane[]) => readonly Lane[], drag?: number): Promise<void>;
  /** A copy of a lane beside it; from now on changes are made in the copy alone. */
  forkLane(lane: number): void;
  goToDivergence(): void;
  /** Takes the ghost of the future that was left out of the plots. */
  dismissGhost(): void;
  history(lane: number, from_s: number, until_s: number, filter: HistoryFilter, max: number): Promise<HistoryPage>;
  restart(): void;
  setPace(pace: number): void;
  /** The page is about to be loaded again: it opens this scene, at its moment. */
  holdMoment(): void;
  /** The address that opens this very scene. */
  linkOf(withMoment: boolean): Promise<string>;
  /** The address that opens a scene from its start, with the paper in sight. */
  linkOfScene(scenario: Scenario, preset: Scenario): Promise<string>;
  /** Opens the scene, the bundle or the playlist of a file; or returns its problems, and nothing changes. */
  openFile(given: Blob, name: string): Promise<readonly SettingProblem[]>;
  /** Goes to the last moment of which all packets are known, and plays. */
  goToNow(): void;
  /** The bytes of the recording that is open, as a file. */
  recordingFile(): Blob | undefined;
  /** An engine beside those of the lanes; the caller closes it. */
  connectAnother(): Promise<EngineClient>;
  /** The result objects of all lanes up to the present time, as on the command line. */
  results(): Promise<readonly unknown[]>;
  /** Cancels a long task: the run stays at the moment it has reached. */
  stop(): void;
  /** Takes a notice off the page; without a kind all of them. */
  dismissNotice(kind?: Notice['kind']): void;
  /** After the engine was lost: a new one, the same scene from its start. */
  revive(): void;
}

/** How scenes come onto the page: from a link, a playlist, the picker, by Back, or as the first one; and where they were left. */

import { type DecodedLink, SceneRefused, type ViewInLink } from '../engine/client';
import type { LessonScene } from '../lesson/lesson';
import { lanesLeftOut } from '../run/lanes';
import { DEFAULT_PACE } from '../run/playback';
import { openedScene } from '../scenario/edit';
import { hasScript, type Preset, type Scenario } from '../scenario/scenario';
import { leaveHall } from '../store/hall-store';
import { lessonStore } from '../store/lesson-store';
import { type Notice, sceneStore } from '../store/scene-store';
import { showLanes, theoryOfPreset, viewStore } from '../store/view-store';
import { FIRST_SCENE } from './first-scene';
import { type Left, LeftScenes } from './left-scenes';
import { readView, viewAsLinked } from './link-view';
import type { Recording } from './recording';
import {
  isHallFragment,
  isLessonFragment,
  isLiveFragment,
  isPlaylistFragment,
  type SceneAddress,
} from './scene-address';
import { openScenario, type SceneRun } from './scene-run';

interface Callbacks {
  /** No scene begins to play by itself. */
  readonly opensPaused: boolean;
  readonly loadArchive: () => Promise<string>;
  /** What could be undone belongs to the scene before. */
  readonly forgetChanges: () => void;
  readonly writeAddressSoon: () => void;
  /** Opens the lesson that an address names. */
  readonly openLessonAddress: (fragment: string, signal: AbortSignal) => Promise<void>;
  /** A scene that belongs to no lesson takes its place. */
  readonly leaveLesson: () => void;
}

export class OpeningScenes {
  private readonly left = new LeftScenes();

  constructor(
    private readonly presets: readonly Preset[],
    private readonly run: SceneRun,
    private readonly address: SceneAddress,
    private readonly callbacks: Callbacks,
  ) {}

  /** Opens what the address names with its public parameters. */
  async openWithParameters(
    search: string,
    fragment: string,
    keepSearch: (search: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const openAddress = (): Promise<void> => this.openAddress(fragment, signal);
    let parameters: typeof import('./open-with-parameters');
    try {
      parameters = await import('./open-with-parameters');
    } catch {
      await openAddress();
      const problems = [{ path: '?', problem: 'could not be read: is the network there?' }];
      return sceneStore.setState({ notice: { kind: 'bad-parameters', problems } });
    }
    const { presets, run } = this;
    const stage = {
      presets,
      run,
      openAddress,
      keepSearch,
      decode: (link: string) => this.decodeLink(link),
      presetOf: (link: DecodedLink) => this.presetOf(link),
      noticeOfAge: (link: DecodedLink) => this.noticeOfAge(link),
      begin: (isWanted: boolean) => this.begin(isWanted),
    };
    await parameters.openWithParameters(search, fragment, stage, signal);
  }

  /** Opens the scene of a link; the default one without one, or, with a message, when it cannot be read. */
  async openAddress(fragment: string, signal: AbortSignal): Promise<void> {
    this.callbacks.forgetChanges();
    const isHall = isHallFragment(fragment);
    if (!isHall) leaveHall();
    if (isLessonFragment(fragment) && !isHall) return this.callbacks.openLessonAddress(fragment, signal);
    this.callbacks.leaveLesson();
    if (isLiveFragment(fragment)) {
      const { openLive } = await import('./recordings');
      return openLive(fragment, this, this.run, this.address, signal);
    }
    if (fragment === '') {
      viewStore.setState((before) => viewAsLinked({}, before));
      return this.openFirst(signal, this.left.of(''));
    }
    if (isPlaylistFragment(fragment)) {
      const { openPlaylist } = await import('./playlists');
      await openPlaylist(fragment, {
        decode: (scene) => this.decodeLink(scene),
        open: (scene, presenter) => this.openLinked(scene, signal, { presenter }),
        openFirst: () => this.openFirst(signal),
      });
      this.callbacks.writeAddressSoon();
      return;
    }
    try {
      if (isHall) await this.openHall(fragment, signal);
      else await this.openLinked(fragment, signal, { left: this.left.of(fragment) });
    } catch (problem) {
      if (!(problem instanceof SceneRefused)) throw problem;
      await this.openFirst(signal);
      sceneStore.setState({ notice: { kind: 'bad-link', problems: problem.problems } });
    }
  }

  /** `presenter` is looked at in the presenter, with this where the link does not say otherwise. */
  async openLinked(
    fragment: string,
    signal: AbortSignal,
    { presenter, left }: { presenter?: ViewInLink['presenter']; left?: Left | undefined } = {},
  ): Promise<void> {
    const link = await this.decodeLink(fragment);
    const { scenario, view } = link;
    const preset = this.presetOf(link);
    const told = readView(view);
    const inLink: ViewInLink =
      presenter === undefined ? told : { ...told, presenter: { ...presenter, ...told.presenter } };
    const { at_s, speed, solo_lane } = inLink;
    if (!(await this.mayRun(scenario, signal))) return;
    this.run.clock.reset(speed ?? DEFAULT_PACE);
    sceneStore.setState({ notice: undefined });
    const onOpened = (): void => {
      showLanes(this.run.lanes.length, solo_lane);
      viewStore.setState((before) => viewAsLinked(inLink, before));
      sceneStore.setState({ notice: lanesLeftOut(scenario.lanes.length, this.run.lanes) ?? this.noticeOfAge(link) });
    };
    await this.run.openAnother(scenario, { preset, at_s: left?.at_s ?? at_s ?? 0, onOpened }, signal);
    this.begin(left?.wasPlaying ?? at_s === undefined);
  }

  /** Whether a scene from elsewhere may be opened: for one with scripts somebody is asked. Where nothing is open yet, the first scene is then. */
  private async mayRun(scenario: Scenario, signal: AbortSignal): Promise<boolean> {
    if (!hasScript(scenario)) return true;
    const { mayRunScripts } = await import('./scripts-from-elsewhere');
    const mayRun = await mayRunScripts(scenario, signal);
    if (!mayRun && this.run.runs.isEmpty && !signal.aborted) await this.openFirst(signal);
    return mayRun;
  }

  /** A phone in a hall: the scene with a seed of its own, at the usual pace. */
  private async openHall(fragment: string, signal: AbortSignal): Promise<void> {
    const { openHall } = await import('./halls');
    await openHall(fragment, {
      presets: this.presets,
      catalog: () => this.run.running().first.catalog(),
      decode: (link) => this.decodeLink(link),
      open: async (scenario) => {
        if (!(await this.mayRun(scenario, signal))) return leaveHall();
        this.run.clock.reset(DEFAULT_PACE);
        sceneStore.setState({ notice: undefined });
        const preset = this.presets.find((known) => known.scenario.id === scenario.id);
        const onOpened = (): void => viewStore.setState((before) => viewAsLinked({}, before));
        await this.run.openAnother(scenario, { preset, at_s: 0, onOpened }, signal);
        this.begin();
      },
    });
  }

  async decodeLink(fragment: string): Promise<DecodedLink> {
    const today = this.presets.map(({ scenario }) => scenario);
    const decoded = await this.run.askAbout((engine) => engine.decodeLink(fragment, today));
    if (decoded !== undefined) return decoded;
    const archive = await this.loadArchive();
    const ofArchive = await this.run.askAbout((engine) => engine.decodeLink(fragment, today, archive));
    if (ofArchive === undefined) throw new Error('the engine asks for an archive that it has');
    return ofArchive;
  }

  private async loadArchive(): Promise<string> {
    try {
      return await this.callbacks.loadArchive();
    } catch {
      const problem = 'was made before its preset changed, and what was there before could not be loaded; try again';
      throw new SceneRefused([{ path: 'link', problem }]);
    }
  }

  /** The preset from which a link differs, as it was then. */
  private presetOf({ preset, earlier }: DecodedLink): Preset | undefined {
    const today = this.presets.find(({ scenario }) => scenario.id === preset);
    return today === undefined || earlier === null ? today : { ...today, scenario: earlier };
  }

  /** What somebody is told whose link was made of another version of the preset, or under other numbers of the engine. */
  private noticeOfAge({ preset, earlier, numbers }: DecodedLink): Notice | undefined {
    const here = this.run.lanes[0]?.run.catalog.numbers;
    const isOtherwise = numbers !== null && here !== undefined && numbers !== here;
    if (earlier === null && !isOtherwise) return undefined;
    return {
      kind: 'older-scene',
      preset,
      isEarlier: earlier !== null,
      ...(isOtherwise ? { numbers: { link: numbers, here } } : {}),
    };
  }

  /** Another scene, from its start and in its own view; Back leads to the one before. */
  async openPreset(preset: Preset, signal: AbortSignal): Promise<void> {
    await this.leave();
    this.callbacks.leaveLesson();
    // The pace of the first scene is not one that somebody chose.
    const { pace, preset: before } = sceneStore.getState();
    const isFirst = before?.scenario.id === FIRST_SCENE.preset && pace === FIRST_SCENE.pace;
    this.run.clock.reset(isFirst ? DEFAULT_PACE : undefined);
    sceneStore.setState({ notice: undefined });
    await this.run.openAnother(
      openedScene(preset),
      { preset, at_s: 0, onOpened: () => theoryOfPreset(preset) },
      signal,
    );
    this.begin();
  }

  /** A scene from a file, from its start, with the recording that it belongs to, if any; Back leads to the one before. */
  async openScene(scenario: Scenario, signal: AbortSignal, recording?: Recording): Promise<void> {
    if (!(await this.mayRun(scenario, signal))) return;
    await this.leave();
    leaveHall();
    this.callbacks.leaveLesson();
    const preset = this.presets.find((known) => known.scenario.id === scenario.id);
    this.run.clock.reset(DEFAULT_PACE);
    sceneStore.setState({ notice: undefined });
    const onOpened = (): void => {
      showLanes(this.run.lanes.length, undefined);
      sceneStore.setState({ notice: lanesLeftOut(scenario.lanes.length, this.run.lanes) });
    };
    await this.run.openAnother(scenario, { preset, at_s: 0, onOpened }, signal, recording);
    this.begin();
  }

  /** A scene of a lesson, as the lesson wants it. */
  async openSceneOfLesson(scene: LessonScene, pace: number, signal: AbortSignal): Promise<void> {
    const { scenario, at_s, plays } = scene;
    await this.knowScriptsOfLesson(scenario);
    if (!(await this.mayRun(scenario, signal))) return;
    const preset = this.presets.find((known) => known.scenario.id === scene.preset);
    this.run.clock.reset(pace);
    sceneStore.setState({ notice: undefined });
    await this.run.openAnother(
      scenario,
      { preset, at_s, onOpened: () => showLanes(this.run.lanes.length, undefined) },
      signal,
    );
    this.begin(plays);
  }

  /** What a lesson of this page brings along is nobody else's. */
  private async knowScriptsOfLesson({ lanes }: Scenario): Promise<void> {
    if (lessonStore.getState().source?.kind !== 'built-in') return;
    const scripts = lanes.flatMap(({ script }) => (script === undefined ? [] : [script]));
    if (scripts.length === 0) return;
    const { knowScript } = await import('./scripts-from-elsewhere');
    for (const script of scripts) await knowScript(script);
  }

  /** What somebody sees who comes without a link. */
  async openFirst(signal: AbortSignal, left?: Left): Promise<void> {
    const first = this.presets.find(({ scenario }) => scenario.id === FIRST_SCENE.preset);
    const preset = first ?? this.presets[0];
    if (preset === undefined) throw new Error('this build carries no preset');
    const { at_s, pace } = first === undefined ? { at_s: 0, pace: DEFAULT_PACE } : FIRST_SCENE;
    this.run.clock.reset(pace);
    sceneStore.setState({ notice: undefined });
    await this.run.openAnother(preset.scenario, { preset, at_s: left?.at_s ?? at_s }, signal);
    this.address.needsNoLink(openScenario(), pace);
    this.begin(left?.wasPlaying);
  }

  /** A scene that has opened begins to play, except for those who asked their system for less motion: they are told how. */
  begin(isWanted = true): void {
    if (!isWanted || this.callbacks.opensPaused) return;
    if (!viewStore.getState().prefersReducedMotion) return this.run.clock.play();
    sceneStore.setState(({ notice }) => ({ notice: notice ?? { kind: 'stands-still' } }));
  }

  /** Another scene will be opened: Back leads to this one, as it stands. */
  async leave(): Promise<void> {
    this.callbacks.forgetChanges();
    if (this.run.runs.isEmpty) return;
    await this.address.settle(this.run.running().first);
    this.rememberLeft();
    this.address.opensAnother();
  }

  rememberLeft(): void {
    const { fragment } = this.address;
    if (fragment === undefined || this.run.runs.isEmpty) return;
    this.left.remember(fragment, { at_s: this.run.present_s(), wasPlaying: this.run.clock.state === 'playing' });
  }
}

import { problemText } from '../../base/problem-text';
import { askAboutScriptsWith } from '../border/allowed-scripts';
import {
  type EngineClient,
  EngineLost,
  type HistoryFilter,
  type HistoryPage,
  type MoveOptions,
  SceneRefused,
  type StepDirection,
  type StepKind,
  type ViewInLink,
} from '../border/client';
import type { Lane, Preset, Scenario, SettingValue } from '../border/scenario';
import { focusLane, viewStore } from '../page/view-store';
import type { FrameCallback, FramePhase } from '../run/frame-loop';
import type { LaneRun } from '../run/lanes';
import { DEFAULT_PACE } from '../run/playback';
import { clear, noticeOf, notify } from '../scene/notices';
import {
  type Change,
  type Notice,
  type SceneActions,
  type SettingProblem,
  sceneStore,
  setHalfway,
} from '../scene/scene-store';
import type { AddressBar } from './address-bar';
import { type Command, type CommandKind, CommandQueue } from './command-queue';
import { Door, type Opened } from './door';
import { type Feature, featureNamed, type Inside } from './feature';
import type { Connect, Frames, LaneEngines } from './lane-engines';
import { momentInLink } from './link-view';
import { MoveProgress } from './move-progress';
import type { Opening } from './opening';
import { AddressParser } from './parse-address';
import { type Arrival, fragmentOf, fragmentOfScene, type Left, SceneAddress } from './scene-address';
import { SceneEdits } from './scene-edits';
import { openScenario, SceneRun } from './scene-run';

/** The session's access to the browser. Tests use other implementations. */
export interface Surroundings {
  readonly connect: Connect;
  readonly bar: AddressBar;
  readonly addressOf: (fragment: string) => string;
  /** Features, with their addresses, tabs and settings in links. */
  readonly features: readonly Feature[];
  /** Loads earlier versions of presets, for old links. */
  readonly loadArchive: () => Promise<string>;
  /** Query of the address with its `?`. Absent if there is none. */
  readonly search?: string;
  /** Replaces the query of the address. */
  readonly keepSearch?: (search: string) => void;
  readonly onFrame: (phase: FramePhase, callback: FrameCallback) => () => void;
  /** Reports an error of the page itself to the console. */
  readonly report: (problem: unknown) => void;
  /** True if an opened scene does not start by itself. Otherwise it plays, unless its link contains a time. */
  readonly opensPaused?: boolean;
  /** True if the page is in a frame of another page. */
  readonly isFramed?: boolean;
  /** Parses the scene that opens first, on a page whose addresses have another format, such as an embedded scene. */
  readonly parseFirst?: (parser: AddressParser, signal: AbortSignal) => Promise<Opening>;
}

/**
 * Kinds of commands that move the run to another simulated time. The destination is cleared when such a command has
 * ended, unless it was aborted.
 */
const LEADS_SOMEWHERE: readonly CommandKind[] = ['scene', 'edit', 'settle', 'move'];

export class Session implements SceneActions {
  private readonly run: SceneRun;
  private readonly edits: SceneEdits;
  private isClosed = false;
  private readonly commands = new CommandQueue((command, signal) => this.perform(command, signal));
  private readonly address: SceneAddress;
  private readonly door: Door;
  private readonly parser: AddressParser;
  /** Address with which the page was loaded. */
  private arrival: Arrival = { fragment: '', unsaid: undefined, left: undefined };
  /** Access for features. */
  readonly inside: Inside;

  constructor(
    presets: readonly Preset[],
    private readonly surroundings: Surroundings,
  ) {
    const { connect, report, bar, loadArchive, addressOf } = surroundings;
    this.address = new SceneAddress({
      bar,
      // An engine that replaces a lost one cannot read scripts until the scene is open in it. Until then, `askAbout`
      // starts and asks a full engine, which can read scripts.
      ask: (work) => void this.do('ask', () => this.run.askAbout(work)),
      onArrival: () => this.followAddress(),
      present: () => this.presentMoment(),
      catalog: () => this.run.catalog,
    });
    this.run = new SceneRun({ connect, report, onOpened: () => this.address.changed() });
    this.edits = new SceneEdits(
      this.run,
      (...command) => this.do(...command),
      () => this.door.begin(),
      () => this.address.changed(),
    );
    this.parser = new AddressParser(presets, this.run, loadArchive, surroundings.features);
    this.door = new Door({
      run: this.run,
      address: this.address,
      first: () => this.parser.first(),
      opensPaused: surroundings.opensPaused ?? false,
      inLab: surroundings.isFramed === true ? addressOf : undefined,
      forgetChanges: () => this.edits.forgetChanges(),
      features: surroundings.features,
    });
    this.inside = {
      presets,
      parser: this.parser,
      run: this.run,
      address: this.address,
      perform: (kind, work) => this.do(kind, work),
      open: (parse) => this.open(parse),
    };
    askAboutScriptsWith((texts, signal) => this.mayRunMore(texts, signal));
    sceneStore.setState({ presets, pace: DEFAULT_PACE });
    viewStore.subscribe((view, before) => {
      const inLink = [
        'soloLane',
        'workspace',
        'settings',
        'packetColour',
        'interval',
        'isPresenting',
        'presentedPlot',
        'themeChoice',
      ] as const;
      const isOther = inLink.some((name) => view[name] !== before[name]);
      if (isOther) this.address.changed();
    });
  }

  /** Starts the engines, opens the scene of the address and plays it. */
  async start(): Promise<void> {
    this.arrival = this.address.cameIn() ?? this.arrival;
    const turn = this.address.present;
    // Other requests also need the engines, so they wait for this command.
    await this.do('scene', () => this.run.startEngines());
    if (this.run.hasEngines && turn === this.address.present)
      await this.comeQuietly(turn, (signal) => this.parseFirst(signal));
    this.surroundings.onFrame('advance', (now_ms) => this.onTick(now_ms));
  }

  private async parseFirst(signal: AbortSignal): Promise<Opening> {
    const { arrival } = this;
    const { search = '', keepSearch = () => undefined, parseFirst } = this.surroundings;
    if (parseFirst !== undefined) return parseFirst(this.parser, signal);
    if (search === '') return this.parser.arrival(arrival, signal);
    const { parseParameters } = await import('./parse-parameters');
    const { opening, kept } = await parseParameters(search, arrival, this.parser, signal);
    keepSearch(kept);
    return opening;
  }

  /** Opens the parsed scene when its turn comes, with a new entry in the history. Rejects with `SceneRefused`. */
  open(parse: (signal: AbortSignal, parser: AddressParser) => Promise<Opening>): Promise<Opened> {
    return this.come(this.address.begins(), (signal) => parse(signal, this.parser));
  }

  private async come(turn: number, parse: (signal: AbortSignal) => Promise<Opening>): Promise<Opened> {
    let result: Opened = 'superseded';
    let refusal: SceneRefused | undefined;
    await this.do('scene', async (signal) => {
      try {
        // A later request for another scene aborts the parsing at once, even while code for the parsing is still being
        // loaded.
        const opening = await this.parsed(parse, signal);
        if (opening !== undefined) await unlessAborted(this.prepare(opening), signal);
        if (opening !== undefined && !signal.aborted) result = await this.door.open(opening, turn, signal);
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        refusal = problem;
        const { problems, of } = problem;
        notify({ kind: of === 'playlist' ? 'bad-playlist' : 'refused', problems });
      }
      if (result !== 'opened') this.address.stays(turn);
    });
    if (refusal !== undefined) throw refusal;
    return result;
  }

  /** The lanes on the page. Empty until the first scene is open. */
  get lanes(): readonly LaneRun[] {
    return this.run.lanes;
  }

  /** Subscribes React to replacements of `lanes`. */
  get subscribeLanes(): SceneRun['runs']['subscribe'] {
    return this.run.runs.subscribe;
  }

  async openFile(given: Blob, name: string): Promise<readonly SettingProblem[]> {
    const { parseFile } = await import('./scene-files');
    const parsed = await parseFile(given, name, { connect: this.surroundings.connect, parser: this.parser });
    switch (parsed.kind) {
      case 'problems':
        return parsed.problems;
      case 'of a feature':
        return parsed.take(this.inside);
      case 'scene':
        await this.openQuietly(() => Promise.resolve(parsed.opening));
        return [];
    }
  }

  private openQuietly(parse: () => Promise<Opening>): Promise<void> {
    return this.comeQuietly(this.address.begins(), parse);
  }

  private async prepare(opening: Opening): Promise<void> {
    for (const { beforeOpening } of this.surroundings.features) await beforeOpening?.(opening, this.inside);
  }

  /**
   * Parses an address or a file that opens something. If this takes long, because code must be loaded first, a notice
   * appears.
   */
  private async parsed(
    parse: (signal: AbortSignal) => Promise<Opening>,
    signal: AbortSignal,
  ): Promise<Opening | undefined> {
    const progress = this.run.runs.isEmpty ? undefined : new MoveProgress(this.run.present_s(), undefined);
    return unlessAborted(parse(signal), signal).finally(() => progress?.end());
  }

  /** Opens a scene. If it is refused, a notice says so. */
  private async comeQuietly(turn: number, parse: (signal: AbortSignal) => Promise<Opening>): Promise<void> {
    await this.come(turn, parse).catch((problem: unknown) => {
      if (!(problem instanceof SceneRefused)) throw problem;
    });
  }

  /** Called when the user has changed the address, or has used Back or Forward. */
  followAddress(): void {
    const arrival = this.address.cameIn();
    if (arrival === undefined) return;
    void this.openArrival(arrival, this.address.present);
  }

  private async openArrival(arrival: Arrival, turn: number): Promise<void> {
    const { fragment } = arrival;
    const looked = featureNamed(this.surroundings.features, fragment)?.address?.within?.(fragment, this.inside);
    const step = looked && (await looked);
    if (turn !== this.address.present) return;
    if (step !== undefined) {
      const going = step();
      // A step of a lesson may open a scene, which begins a later request. `stays`, which restores the address of the
      // current scene, then has no effect.
      this.address.stays(turn);
      return going;
    }
    await this.comeQuietly(turn, (signal) => this.parser.arrival(arrival, signal));
  }

  /** Stores pending changes before the page is left. */
  flushAddress(): void {
    this.address.flush();
  }

  holdMoment(): void {
    this.address.holdMoment();
  }

  openPreset(id: string): void {
    const preset = this.parser.presetNamed(id);
    if (preset !== undefined) void this.openQuietly(() => Promise.resolve(this.parser.preset(preset)));
  }

  openFirstScene(): void {
    void this.openQuietly(() => Promise.resolve(this.parser.first()));
  }

  switchDiscipline(aqm: string): void {
    this.edits.switchDiscipline(aqm);
  }

  setLanes(change: (lanes: readonly Lane[]) => readonly Lane[], drag?: number): Promise<void> {
    return this.edits.setLanes(change, drag);
  }

  forkLane(lane: number): void {
    this.edits.forkLane(lane);
  }

  change(path: string, value: SettingValue, drag?: number): Promise<void> {
    return this.edits.change(path, value, drag);
  }

  settle(drag: number): Promise<void> {
    return this.edits.settle(drag);
  }

  changeAll(changes: readonly Change[]): Promise<void> {
    return this.edits.changeAll(changes);
  }

  takeBack(indexes: readonly number[]): void {
    this.edits.takeBack(indexes);
  }

  startOver(): void {
    this.edits.startOver();
  }

  openFromStart(scenario: Scenario): Promise<void> {
    return this.edits.openFromStart(scenario);
  }

  undo(): void {
    this.edits.undo();
  }

  redo(): void {
    this.edits.redo();
  }

  togglePlay(): void {
    if (this.run.clock.state === 'finished') this.restart();
    else if (this.run.clock.state === 'playing') this.run.clock.pause();
    else this.run.clock.play();
  }

  playBackward(): void {
    if (this.run.runs.isEmpty) return;
    if (this.run.clock.isPlayingBackward) this.run.clock.pause();
    else if (this.run.runs.now_s > 0) this.run.clock.play('backward');
  }

  step(direction: StepDirection = 'forward'): void {
    this.stepBy(sceneStore.getState().stepKind, direction);
  }

  /**
   * Makes a half step within a match, without moving the engine: back from its drops to the time after its draws, or
   * forward to its drops. Returns true if the half step was made.
   */
  private halfStep(kind: StepKind, direction: StepDirection): boolean {
    if (!this.commands.isIdle) return false;
    const { isHalfway, state } = sceneStore.getState();
    const isWayOn = direction === 'forward' && isHalfway && kind.kind !== 'second';
    const isWayBack = direction === 'back' && !isHalfway && kind.kind === 'decision';
    if (!isWayOn && !(isWayBack && state !== 'playing' && this.run.isAtMatch())) return false;
    setHalfway(isWayBack);
    return true;
  }

  stepBy(kind: StepKind, direction: StepDirection): void {
    if (this.run.clock.state === 'finished' && direction === 'forward') return;
    if (this.halfStep(kind, direction)) return;
    this.run.clock.pause();
    // Steps from a key that is held down do not pile up: at most one step of each unit and direction waits.
    const key = `step ${JSON.stringify(kind)} ${direction}`;
    void this.travel(
      'step',
      undefined,
      async (engines, options) => {
        const { frames } = await engines.step(this.run.focused(), kind, direction, options);
        return frames;
      },
      { key, stopsHalfway: direction === 'forward' && (kind.kind === 'decision' || kind.kind === 'match') },
    );
  }

  setStepKind(stepKind: StepKind): void {
    sceneStore.setState({ stepKind });
    this.address.changed();
  }

  /** Goes to a simulated time. Playing continues from there. */
  seek(at_s: number): void {
    const until_s = Math.min(Math.max(0, at_s), this.run.reach_s);
    if (!Number.isNaN(until_s)) this.goTo(until_s);
  }

  goToDecision(lane: number, serial: number): void {
    this.run.clock.pause();
    focusLane(lane);
    void this.travel('move', undefined, (engines, options) => engines.seekDecision(lane, serial, options));
  }

  goToEvent(lane: number, event: number): void {
    this.run.clock.pause();
    focusLane(lane);
    void this.travel('move', undefined, (engines, options) => engines.seekEvent(lane, event, options));
  }

  goToDivergence(): void {
    const { divergence } = sceneStore.getState();
    if (typeof divergence !== 'object') return;
    this.run.clock.pause();
    void this.travel('move', divergence.at_s, (engines, options) => engines.seekDivergence(divergence, options));
  }

  /** Cancels a long task. The run stays at the simulated time that it has reached. */
  stop(): void {
    if (sceneStore.getState().catchingUp === undefined) return;
    this.commands.stop();
    void this.do('ask', async (signal) => {
      this.run.destination_s = undefined;
      await this.run.together(signal);
      this.run.clock.arrive(false);
    });
  }

  dismissGhost(): void {
    for (const { run } of this.lanes) run.dismissGhost();
  }

  async history(
    lane: number,
    from_s: number,
    until_s: number,
    filter: HistoryFilter,
    max: number,
  ): Promise<HistoryPage> {
    return this.run.running().history(lane, from_s, until_s, filter, max);
  }

  restart(): void {
    if (this.run.runs.isEmpty) return;
    const wasPaused = this.run.clock.state === 'paused';
    this.run.clock.reset();
    this.goTo(0, { thenPlays: !wasPaused });
  }

  setPace(pace: number): void {
    this.run.clock.setPace(pace);
    this.address.changed();
  }

  async linkOf(withMoment: boolean): Promise<string> {
    const { isHalfway } = sceneStore.getState();
    const moment = withMoment ? momentInLink(this.run.runs.now_s, isHalfway) : {};
    const fragment = await this.run.askAbout((engine) => fragmentOf(engine, moment, this.run.catalog));
    return this.surroundings.addressOf(fragment);
  }

  async linkOfScene(scenario: Scenario, preset: Scenario, view?: ViewInLink): Promise<string> {
    return this.surroundings.addressOf(
      await this.run.askAbout((engine) => fragmentOfScene(engine, scenario, preset, view)),
    );
  }

  async results(): Promise<readonly unknown[]> {
    let results: readonly unknown[] = [];
    if (this.run.runs.isEmpty) return results;
    await this.do('ask', async (signal) => {
      await this.run.together(signal);
      results = await this.run.running().results();
    });
    return results;
  }

  goToNow(): void {
    if (!this.run.runs.isEmpty) this.goTo(this.run.reach_s, { thenPlays: true });
  }

  recordingFile(): Blob | undefined {
    const { recording } = this.run;
    return recording && new Blob(recording.pieces as Uint8Array<ArrayBuffer>[]);
  }

  /** Starts a separate engine of a given kind. */
  get connectEngine(): Connect {
    return this.surroundings.connect;
  }

  connectAnother(): Promise<EngineClient> {
    return this.run.hasEngines ? this.run.running().beside() : this.surroundings.connect();
  }

  openTodays(): void {
    const older = noticeOf('older-scene');
    if (older !== undefined) this.openPreset(older.preset);
  }

  dismissNotice(kind?: Notice['kind']): void {
    clear(kind);
  }

  revive(): void {
    void this.do('scene', async (signal) => {
      const { scenario } = sceneStore.getState();
      clear();
      sceneStore.setState({ state: 'opening' });
      this.run.forgetLosses();
      await this.run.startEngines();
      this.run.clock.reset();
      setHalfway(false);
      if (scenario === undefined) {
        await this.door.open(await this.parseFirst(signal), this.address.present, signal);
        return;
      }
      await this.run.open(scenario, { preset: this.preset(), at_s: this.run.present_s() }, signal);
      this.run.clock.play();
    });
  }

  /** Ends the session at once. After that, it sends no requests, writes no address and paints no picture. */
  close(): void {
    this.isClosed = true;
    this.commands.stop();
    this.address.close();
    this.run.close();
  }

  /** Terminates the engines. The picture stays until `wake` is called. */
  rest(): Promise<void> {
    return this.do('scene', async () => {
      this.run.clock.pause();
      this.run.close();
    });
  }

  /**
   * Starts new engines for a scene whose engines were terminated. The new run is paused at the simulated time of the
   * old one.
   */
  wake(): Promise<void> {
    return this.do('scene', async (signal) => {
      await this.run.startEngines();
      await this.run.open(openScenario(), { preset: this.preset(), at_s: this.run.present_s() }, signal);
    });
  }

  /** Goes to a simulated time. Beyond the simulated part, the progress is shown. */
  private goTo(at_s: number, { thenPlays = false } = {}): void {
    if (this.run.runs.isEmpty) return;
    void this.do('move', (signal) => this.run.goTo(at_s, thenPlays, signal));
  }

  /**
   * Moves the run by a call of `go`. `until_s` is the simulated time to which the run moves. Undefined if it searches
   * for an event.
   */
  private async travel(
    kind: CommandKind,
    until_s: number | undefined,
    go: (engines: LaneEngines, options: MoveOptions) => Promise<Frames>,
    { stopsHalfway = false, ...more }: { key?: string; stopsHalfway?: boolean } = {},
  ): Promise<void> {
    if (this.run.runs.isEmpty) return;
    await this.do(
      kind,
      async (signal) => {
        if (kind === 'move') this.run.destination_s = undefined;
        const { now_s } = this.run.runs;
        await this.run.travel(until_s, go, signal);
        if (stopsHalfway && this.run.runs.now_s > now_s) setHalfway(this.run.isAtMatch());
      },
      more,
    );
  }

  private onTick(now_ms: number): void {
    if (this.run.runs.isEmpty || !this.run.hasEngines) return;
    const request = this.run.tick(now_ms, !this.commands.isIdle, this.commands.isPlaying);
    if (request !== undefined) void this.do('play', (signal) => this.run.play(request, signal));
  }

  /** State of the run on the page. Undefined without a scene. */
  private presentMoment(): Left | undefined {
    if (this.run.runs.isEmpty || !this.run.hasEngines) return undefined;
    const { isHalfway } = sceneStore.getState();
    return { at_s: this.run.present_s(), wasPlaying: this.run.clock.state === 'playing', isHalfway };
  }

  /** Asks the user about scripts that a part of a lesson is about to run. */
  private async mayRunMore(texts: readonly string[], signal: AbortSignal): Promise<boolean> {
    const { mayRun } = await import('./scripts-from-elsewhere');
    const { isFramed = false } = this.surroundings;
    return mayRun({ of: 'lesson', shown: [], hidden: texts }, { signal, isFramed });
  }

  private do(
    kind: CommandKind,
    run: (signal: AbortSignal) => Promise<void>,
    more: { key?: string } = {},
  ): Promise<void> {
    return this.commands.add({ kind, run, ...more });
  }

  /** Runs a command. If a scene is refused, a notice says so. If engines are lost, they are replaced. */
  private async perform(command: Command, signal: AbortSignal): Promise<void> {
    if (this.isClosed || (!this.run.hasEngines && command.kind !== 'scene')) return;
    // If the run has stopped between the draws and the drops of a match, a command that moves it first carries out the
    // drops.
    if (command.kind !== 'ask' && command.kind !== 'scene') setHalfway(false);
    try {
      try {
        await command.run(signal);
      } catch (problem) {
        if (this.isClosed || !(problem instanceof EngineLost) || !this.run.mayReplaceEngines()) throw problem;
        await this.run.replaceEngines(problem, signal);
        // The new engines repeat the command. A request of the clock is not repeated, because the clock sends it again.
        if (command.kind !== 'play') await command.run(signal);
      }
    } catch (problem) {
      if (this.isClosed) return;
      if (problem instanceof SceneRefused) {
        notify({ kind: 'refused', problems: problem.problems });
      } else this.lose(problem);
    } finally {
      // A completed move has no destination left. An aborted move keeps its destination, for the next command.
      if (LEADS_SOMEWHERE.includes(command.kind) && !signal.aborted) this.run.destination_s = undefined;
    }
  }

  private lose(problem: unknown): void {
    this.run.close();
    this.run.clock.pause();
    const reason = problemText(problem);
    sceneStore.setState({ state: 'lost', catchingUp: undefined });
    // Earlier notices are removed, because they belong to the run that has ended.
    clear();
    notify({ kind: 'engine-lost', reason });
    if (!(problem instanceof EngineLost)) this.surroundings.report(problem);
  }

  private preset(): Preset | undefined {
    return sceneStore.getState().preset;
  }
}

/** The result of a promise. Undefined as soon as the signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * The conductor: owns the engines of the lanes, the buffers of their runs and the clock of playing, and keeps the store in
 * step. Everything that is asked of the engines goes through one queue of commands.
 */

import type { Catalog } from '../engine/catalog';
import {
  type EngineClient,
  EngineLost,
  type HistoryFilter,
  type HistoryPage,
  type MoveOptions,
  type Opened,
  SceneRefused,
  type StepDirection,
  type StepKind,
} from '../engine/client';
import type { FrameCallback, FramePhase } from '../run/frame-loop';
import { type LaneRun, lanesLeftOut } from '../run/lanes';
import { DEFAULT_PACE, type EngineRequest } from '../run/playback';
import type { RunBuffer } from '../run/run-buffer';
import { folded, withDiscipline, withLanes, withoutIntervention, withSetting } from '../scenario/edit';
import type { Lane, Preset, Scenario, SettingValue } from '../scenario/scenario';
import { type SceneActions, sceneStore } from '../store/scene-store';
import { focusLane, showLanes, theoryOfPreset, viewStore } from '../store/view-store';
import { Clock } from './clock';
import { type Command, type CommandKind, CommandQueue } from './command-queue';
import { begun, type Drag, isLive, moved, settled } from './drag';
import { Heaviness } from './heaviness';
import { type Frames, LaneEngines } from './lane-engines';
import { LaneRuns } from './lane-runs';
import { readView, viewAsLinked } from './link-view';
import { fragmentOf, fragmentOfScene, SceneAddress } from './scene-address';
import { Way } from './way';

export const DEFAULT_PRESET = 'choked-model1';

/** What takes long is done in pieces of this length [ms], and seen on the way once it has taken so long [ms]. */
const PIECE_MS = 40;
const SEEN_AFTER_MS = 300;
/** Engines that are lost more often than this within that time [ms] are not replaced any more. */
const MOST_LOSSES = 3;
const LOSSES_MS = 20_000;
/** Lanes are compared this long after the last change [ms]. */
const COMPARE_DELAY_MS = 150;

/** What the session needs of the browser; a test brings its own. */
export interface Surroundings {
  readonly connect: () => Promise<EngineClient>;
  readonly readFragment: () => string;
  readonly writeFragment: (fragment: string) => void;
  readonly addressOf: (fragment: string) => string;
  readonly onFrame: (phase: FramePhase, callback: FrameCallback) => () => void;
  /** Tells the console of a fault of the page itself. */
  readonly report: (problem: unknown) => void;
}

/** Commands after which the run has no way left to go. */
const LEADS_SOMEWHERE: readonly CommandKind[] = ['scene', 'edit', 'settle', 'move'];

/** How a scene is opened. */
interface Opening {
  readonly preset: Preset | undefined;
  readonly at_s: number;
  /** The same scene but for a change: what was simulated beyond stays as a ghost. */
  readonly leavesFuture?: boolean;
  /** Called once the lanes of the scene are there; the way to the moment may still be long. */
  readonly onOpened?: () => void;
}

export class Session implements SceneActions {
  private drag: Drag | undefined;
  private compareTimer: ReturnType<typeof setTimeout> | undefined;
  /** Version of the facts that each lane has. */
  private factsVersions: readonly number[] = [];
  private engines: LaneEngines | undefined;
  private catalog: Catalog | undefined;
  /** Where the run is going to while it is still on its way [s]. */
  private destination_s: number | undefined;
  /** When engines were lost [ms]. */
  private losses: readonly number[] = [];
  private readonly runs = new LaneRuns();
  private readonly clock = new Clock(this.runs);
  private readonly heaviness = new Heaviness();
  private readonly commands = new CommandQueue((command, signal) => this.perform(command, signal));
  private readonly address: SceneAddress;

  constructor(
    private readonly presets: readonly Preset[],
    private readonly surroundings: Surroundings,
  ) {
    this.address = new SceneAddress(surroundings.writeFragment);
    sceneStore.setState({ presets, pace: DEFAULT_PACE });
    viewStore.subscribe((view, before) => {
      const inLink = ['soloLane', 'below', 'theory', 'packetColour'] as const;
      const isOther = inLink.some((name) => view[name] !== before[name]);
      if (isOther && !this.runs.isEmpty) this.writeAddressSoon();
    });
  }

  /** Connects the engine, opens what the address names and plays. */
  async start(): Promise<void> {
    await this.do('scene', async (signal) => {
      await this.startEngines();
      await this.openAddress(this.surroundings.readFragment(), signal);
    });
    this.surroundings.onFrame('advance', (now_ms) => this.onTick(now_ms));
  }

  /** The lanes on the page; none until the first scene is open. */
  get lanes(): readonly LaneRun[] {
    return this.runs.lanes;
  }

  /** For React: calls back when `lanes` becomes another array. */
  get subscribeLanes(): LaneRuns['subscribe'] {
    return this.runs.subscribe;
  }

  /** Opens the scene of a link; the default one without one, or, with a message, when it cannot be read. */
  private async openAddress(fragment: string, signal: AbortSignal): Promise<void> {
    if (fragment === '') {
      viewStore.setState((before) => viewAsLinked({}, before));
      return this.openFirst(signal);
    }
    try {
      const scenarios = this.presets.map((preset) => preset.scenario);
      const { scenario, view } = await this.running().first.decodeLink(fragment, scenarios);
      const preset = this.presets.find((known) => known.scenario.id === scenario.id);
      const inLink = readView(view);
      const { at_s, speed, solo_lane } = inLink;
      this.clock.reset(speed ?? DEFAULT_PACE);
      sceneStore.setState({ notice: undefined });
      const onOpened = (): void => {
        showLanes(this.lanes.length, solo_lane);
        viewStore.setState((before) => viewAsLinked(inLink, before));
        sceneStore.setState({ notice: lanesLeftOut(scenario.lanes.length, this.lanes) });
      };
      await this.openScene(scenario, { preset, at_s: at_s ?? 0, onOpened }, signal);
      if (at_s === undefined) this.clock.play();
    } catch (problem) {
      if (!(problem instanceof SceneRefused)) throw problem;
      await this.openFirst(signal);
      sceneStore.setState({ notice: { kind: 'bad-link', problems: problem.problems } });
    }
  }

  /** The address was changed by hand. */
  followAddress(): void {
    // Read now: until it is its turn, the address of the scene that it leaves may be written.
    const fragment = this.surroundings.readFragment();
    void this.do('scene', (signal) => this.openAddress(fragment, signal));
  }

  openPreset(id: string): void {
    const preset = this.presets.find(({ scenario }) => scenario.id === id);
    if (preset === undefined) return;
    theoryOfPreset(preset);
    void this.do('scene', async (signal) => {
      this.clock.reset();
      sceneStore.setState({ notice: undefined });
      await this.openScene(preset.scenario, { preset, at_s: 0 }, signal);
      this.clock.play();
    });
  }

  openFirstScene(): void {
    void this.do('scene', (signal) => this.openFirst(signal));
  }

  /** Another discipline for the focused lane. */
  switchDiscipline(aqm: string): void {
    sceneStore.setState({ switchingTo: aqm });
    const lane = this.focused();
    void this.reopen((scenario) => withDiscipline(scenario, aqm, lane)).finally(() => {
      if (sceneStore.getState().switchingTo === aqm) sceneStore.setState({ switchingTo: undefined });
    });
  }

  setLanes(lanes: readonly Lane[]): void {
    void this.reopen((scenario) => withLanes(scenario, lanes));
  }

  change(path: string, value: SettingValue, drag?: number): Promise<void> {
    const { catalog } = this;
    if (catalog === undefined || this.runs.isEmpty) return Promise.resolve();
    const at_s = this.present_s();
    const isNow = at_s > 0 && isLive(catalog, path);
    const key = drag === undefined ? {} : { key: `${path} ${drag}` };
    return this.do(
      isNow ? 'change' : 'edit',
      async (signal) => {
        try {
          if (isNow) await this.changeLive(path, value, drag, signal);
          else {
            const changed = withSetting(this.scenario(), path, value);
            await this.openScene(
              changed,
              { preset: this.preset(), at_s: this.present_s(), leavesFuture: true },
              signal,
            );
          }
          sceneStore.setState({ refusal: undefined });
        } catch (problem) {
          if (!(problem instanceof SceneRefused)) throw problem;
          sceneStore.setState({ refusal: { tried: path, problems: problem.problems } });
        }
      },
      key,
    );
  }

  settle(drag: number): Promise<void> {
    return this.do('settle', (signal) => this.settleDrag(drag, signal));
  }

  takeBack(index: number): void {
    void this.reopen((scenario) => withoutIntervention(scenario, index));
  }

  startOver(): void {
    void this.do('edit', async (signal) => {
      this.clock.reset();
      await this.openScene(folded(this.scenario()), { preset: this.preset(), at_s: 0 }, signal);
      this.clock.play();
    });
  }

  togglePlay(): void {
    if (this.clock.state === 'finished') this.restart();
    else if (this.clock.state === 'playing') this.clock.pause();
    else this.clock.play();
  }

  playBackward(): void {
    if (this.runs.isEmpty) return;
    if (this.clock.isPlayingBackward) this.clock.pause();
    else if (this.runs.now_s > 0) this.clock.play('backward');
  }

  step(direction: StepDirection = 'forward'): void {
    this.stepBy(sceneStore.getState().stepKind, direction);
  }

  stepBy(kind: StepKind, direction: StepDirection): void {
    if (this.clock.state === 'finished' && direction === 'forward') return;
    this.clock.pause();
    // Steps of a held key do not queue up: at most one of a kind waits.
    const key = `step ${JSON.stringify(kind)} ${direction}`;
    void this.travel(
      'step',
      undefined,
      async (engines, options) => {
        const { frames } = await engines.step(this.focused(), kind, direction, options);
        return frames;
      },
      { key },
    );
  }

  setStepKind(stepKind: StepKind): void {
    sceneStore.setState({ stepKind });
  }

  /** Playing goes on from there. */
  seek(at_s: number): void {
    const until_s = Math.min(Math.max(0, at_s), this.runs.duration_s);
    if (!Number.isNaN(until_s)) this.goTo(until_s);
  }

  goToDecision(lane: number, serial: number): void {
    this.clock.pause();
    focusLane(lane);
    void this.travel('move', undefined, (engines, options) => engines.seekDecision(lane, serial, options));
  }

  goToEvent(lane: number, event: number): void {
    this.clock.pause();
    focusLane(lane);
    void this.travel('move', undefined, (engines, options) => engines.seekEvent(lane, event, options));
  }

  goToDivergence(): void {
    const { divergence } = sceneStore.getState();
    if (typeof divergence !== 'object') return;
    this.clock.pause();
    void this.travel('move', divergence.at_s, (engines, options) => engines.seekDivergence(divergence, options));
  }

  /** Gives up what takes long: the run stands where it has come to. */
  stop(): void {
    if (sceneStore.getState().catchingUp === undefined) return;
    this.commands.stop();
    void this.do('ask', async (signal) => {
      this.destination_s = undefined;
      await this.take(await this.running().together({ signal }));
      this.clock.arrive(false);
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
    return this.running().history(lane, from_s, until_s, filter, max);
  }

  restart(): void {
    if (this.runs.isEmpty) return;
    const wasPaused = this.clock.state === 'paused';
    this.clock.reset();
    this.goTo(0, { thenPlays: !wasPaused });
  }

  setPace(pace: number): void {
    this.clock.setPace(pace);
    this.writeAddressSoon();
  }

  async linkOf(withMoment: boolean): Promise<string> {
    const fragment = await fragmentOf(this.running().first, withMoment ? { at_s: this.runs.now_s } : {});
    return this.surroundings.addressOf(fragment);
  }

  async linkOfScene(scenario: Scenario, preset: Scenario): Promise<string> {
    return this.surroundings.addressOf(await fragmentOfScene(this.running().first, scenario, preset));
  }

  async results(): Promise<readonly unknown[]> {
    let results: readonly unknown[] = [];
    if (this.runs.isEmpty) return results;
    await this.do('ask', async (signal) => {
      await this.take(await this.running().together({ signal }));
      results = await this.running().results();
    });
    return results;
  }

  /** An engine beside those of the lanes; whoever asks for it closes it. */
  connectAnother(): Promise<EngineClient> {
    return this.surroundings.connect();
  }

  dismissNotice(): void {
    sceneStore.setState({ notice: undefined });
  }

  revive(): void {
    void this.do('scene', async (signal) => {
      const { scenario } = sceneStore.getState();
      sceneStore.setState({ notice: undefined, state: 'opening' });
      this.losses = [];
      await this.startEngines();
      this.clock.reset();
      if (scenario === undefined) return this.openAddress(this.surroundings.readFragment(), signal);
      await this.openScene(scenario, { preset: this.preset(), at_s: this.present_s() }, signal);
      this.clock.play();
    });
  }

  private async openFirst(signal: AbortSignal): Promise<void> {
    const preset = this.presets.find(({ scenario }) => scenario.id === DEFAULT_PRESET) ?? this.presets[0];
    if (preset === undefined) throw new Error('this build carries no preset');
    this.clock.reset(DEFAULT_PACE);
    sceneStore.setState({ notice: undefined });
    await this.openScene(preset.scenario, { preset, at_s: 0 }, signal);
    this.address.needsNoLink(this.scenario());
    this.clock.play();
  }

  /** Opens a scene and runs it up to a moment; the state of playing stays. What takes long is seen on the way. */
  private async openScene(
    scenario: Scenario,
    { preset, at_s, leavesFuture = false, onOpened }: Opening,
    signal: AbortSignal,
  ): Promise<void> {
    const until_s = Math.min(at_s, scenario.duration_s);
    const way = new Way(0, until_s);
    try {
      const opened = await this.running().open(scenario);
      this.destination_s = until_s;
      this.heaviness.forget();
      // A short way is not seen: the page goes over to the new scene when it stands there.
      const frames: Frames[] = [];
      let now_s = 0;
      while (now_s < until_s && way.elapsed_ms < SEEN_AFTER_MS && !signal.aborted) {
        const brought = await this.running().advance(until_s, PIECE_MS, signal);
        frames.push(brought);
        now_s = this.running().now_s;
      }
      const leaves_s = leavesFuture ? until_s : undefined;
      this.takeOpened(opened, (run, lane) => run.reset(lane, leaves_s));
      sceneStore.setState({ preset, refusal: undefined, ...(leavesFuture ? {} : { divergence: undefined }) });
      onOpened?.();
      this.writeAddressSoon();
      for (const brought of frames) await this.take(brought);
      await this.catchUp(until_s, way, signal);
    } finally {
      way.end();
    }
  }

  /** Runs to a moment that was not simulated yet, in pieces that are seen. */
  private async catchUp(until_s: number, way: Way, signal: AbortSignal): Promise<void> {
    this.destination_s = until_s;
    while (this.runs.now_s < until_s) {
      if (signal.aborted) return;
      way.isAt(this.runs.now_s);
      await this.take(await this.running().advance(until_s, PIECE_MS, signal));
    }
    this.destination_s = undefined;
    this.clock.arrive(this.isAtEnd());
  }

  private async changeLive(
    path: string,
    value: SettingValue,
    drag: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (drag === undefined) {
      // A change on its own is a drag of one step.
      singles -= 1;
      await this.changeLive(path, value, singles, signal);
      return this.settleDrag(singles, signal);
    }
    await this.take(await this.running().together({ signal }));
    const before = this.scenario();
    const opened = await this.running().change(path, value);
    this.takeOpened(opened, (run, lane) => run.change(lane));
    this.writeAddressSoon();
    if (this.drag?.id === drag && this.drag.path === path) this.drag = moved(this.drag, value);
    else {
      // The engine says when it took effect.
      const made = this.scenario().interventions.findLast((change) => change.path === path);
      this.drag = begun(drag, path, value, before, made?.at_s ?? this.runs.now_s);
    }
  }

  private async settleDrag(drag: number, signal: AbortSignal): Promise<void> {
    const ended = this.drag;
    if (ended === undefined || ended.id !== drag) return;
    this.drag = undefined;
    const interventions = settled(ended);
    if (interventions === undefined) return;
    const scene = { ...this.scenario(), interventions };
    await this.openScene(scene, { preset: this.preset(), at_s: this.present_s(), leavesFuture: true }, signal);
  }

  private takeOpened(opened: readonly Opened[], take: (run: RunBuffer, lane: Opened) => void): void {
    const { catalog } = this;
    const [first] = opened;
    if (catalog === undefined || first === undefined) return;
    this.runs.takeOpened(catalog, opened, take);
    this.factsVersions = opened.map(({ frame }) => frame.scalars.facts_version);
    sceneStore.setState({ scenario: first.facts.scenario });
    this.clock.arrive(first.frame.scalars.is_finished === 1);
    this.compareSoon();
  }

  /** Opens the scene anew after an edit and catches up with the present moment. */
  private reopen(edit: (scenario: Scenario) => Scenario): Promise<void> {
    return this.do('edit', async (signal) => {
      try {
        await this.openScene(edit(this.scenario()), { preset: this.preset(), at_s: this.present_s() }, signal);
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        sceneStore.setState({ notice: { kind: 'refused', problems: problem.problems } });
      }
    });
  }

  /** Goes to a moment; beyond what has been simulated the way is seen. */
  private goTo(at_s: number, { thenPlays = false } = {}): void {
    if (this.runs.isEmpty) return;
    void this.do('move', async (signal) => {
      const way = new Way(this.runs.now_s, at_s);
      this.destination_s = undefined;
      try {
        const { furthest_s } = this.runs;
        const options = { signal, onUnderWay: way.isAt };
        await this.take(await this.running().seek(Math.min(at_s, furthest_s), options));
        if (signal.aborted) return;
        if (at_s > furthest_s) await this.catchUp(at_s, way, signal);
        this.clock.arrive(this.isAtEnd());
        if (thenPlays && !signal.aborted) this.clock.play();
      } finally {
        way.end();
      }
    });
  }

  /** Goes where the engines lead. `until_s` is not known when something is searched for. */
  private async travel(
    kind: CommandKind,
    until_s: number | undefined,
    go: (engines: LaneEngines, options: MoveOptions) => Promise<Frames>,
    more: { key?: string } = {},
  ): Promise<void> {
    if (this.runs.isEmpty) return;
    await this.do(
      kind,
      async (signal) => {
        const way = new Way(this.runs.now_s, until_s);
        if (kind === 'move') this.destination_s = undefined;
        try {
          await this.take(await go(this.running(), { signal, onUnderWay: way.isAt }));
          if (!signal.aborted) this.clock.arrive(this.isAtEnd());
        } finally {
          way.end();
        }
      },
      more,
    );
  }

  private onTick(now_ms: number): void {
    if (this.runs.isEmpty || this.engines === undefined) return;
    const request = this.clock.tick(now_ms, !this.commands.isIdle, this.commands.isPlaying);
    this.heaviness.look(now_ms, this.runs, this.catalog);
    if (request === undefined) return;
    void this.do('play', async (signal) => {
      await this.take(await this.ask(request, signal));
      if (this.clock.isPlayingBackward && this.runs.now_s === 0) this.clock.pause();
    });
  }

  private async ask(request: EngineRequest, signal: AbortSignal): Promise<Frames> {
    const engines = this.running();
    const leader = this.focused();
    switch (request.kind) {
      case 'step':
        return engines.stepDecision(leader, signal);
      case 'advance':
        return engines.advance(Math.min(request.until_s, this.runs.duration_s), request.budget_ms, signal);
      case 'seek':
        return engines.seek(request.at_s, { signal });
      case 'step-back': {
        const { found, frames } = await engines.step(leader, { kind: 'decision' }, 'back', { signal });
        return found ? frames : engines.seek(0, { signal });
      }
    }
  }

  /** Takes frames of all lanes, of one moment. */
  private async take(frames: Frames): Promise<void> {
    this.runs.append(frames);
    if (this.isAtEnd()) this.clock.finish();
    const versions = this.lanes.map(({ run }) => run.latest.scalars.facts_version);
    if (versions.every((version, place) => version === this.factsVersions[place])) return;
    this.factsVersions = versions;
    this.runs.updateFacts(await this.running().facts());
  }

  private isAtEnd(): boolean {
    return this.lanes[0]?.run.latest.scalars.is_finished === 1;
  }

  /** Finds out where the lanes part, aside of the run. */
  private compareSoon(): void {
    clearTimeout(this.compareTimer);
    if (this.lanes.length < 2) {
      sceneStore.setState({ divergence: undefined });
      return;
    }
    this.compareTimer = setTimeout(() => {
      const { scenario } = sceneStore.getState();
      if (scenario === undefined) return;
      void this.engines?.divergence(scenario).then((divergence) => {
        if (sceneStore.getState().scenario === scenario) sceneStore.setState({ divergence });
      }, this.surroundings.report);
    }, COMPARE_DELAY_MS);
  }

  private writeAddressSoon(): void {
    this.address.writeSoon((work) => void this.do('ask', () => work(this.running().first)));
  }

  private do(
    kind: CommandKind,
    run: (signal: AbortSignal) => Promise<void>,
    more: { key?: string } = {},
  ): Promise<void> {
    return this.commands.add({ kind, run, ...more });
  }

  /** Runs a command. A scene that the engines refuse becomes a notice; engines that are lost are replaced. */
  private async perform(command: Command, signal: AbortSignal): Promise<void> {
    if (this.engines === undefined && command.kind !== 'scene') return;
    try {
      try {
        await command.run(signal);
      } catch (problem) {
        if (!(problem instanceof EngineLost) || !this.mayReplaceEngines()) throw problem;
        await this.replaceEngines(problem, signal);
        // What was asked for is done on the new ones; the clock asks again by itself.
        if (command.kind !== 'play') await command.run(signal);
      }
    } catch (problem) {
      if (problem instanceof SceneRefused) {
        sceneStore.setState({ notice: { kind: 'refused', problems: problem.problems } });
      } else this.lose(problem);
    } finally {
      // What was cut short is still on its way, for whatever comes next; all else has arrived, or was refused.
      if (LEADS_SOMEWHERE.includes(command.kind) && !signal.aborted) this.destination_s = undefined;
    }
  }

  private async startEngines(): Promise<void> {
    this.engines?.close();
    this.engines = await LaneEngines.start(this.surroundings.connect);
    this.catalog = await this.engines.catalog();
  }

  private mayReplaceEngines(): boolean {
    const now_ms = performance.now();
    this.losses = [...this.losses.filter((at_ms) => now_ms - at_ms < LOSSES_MS), now_ms];
    return !this.runs.isEmpty && this.losses.length <= MOST_LOSSES;
  }

  /** Fresh engines at the same moment of the same scene. */
  private async replaceEngines(problem: EngineLost, signal: AbortSignal): Promise<void> {
    const at_s = this.present_s();
    await this.startEngines();
    await this.openScene(this.scenario(), { preset: this.preset(), at_s }, signal);
    sceneStore.setState({ notice: { kind: 'engine-replaced', reason: problem.message, at_s } });
  }

  private lose(problem: unknown): void {
    this.engines?.close();
    this.engines = undefined;
    this.clock.pause();
    const reason = problem instanceof Error ? problem.message : String(problem);
    sceneStore.setState({ state: 'lost', catchingUp: undefined, notice: { kind: 'engine-lost', reason } });
    if (!(problem instanceof EngineLost)) this.surroundings.report(problem);
  }

  private running(): LaneEngines {
    if (this.engines === undefined) throw new EngineLost('it is not running');
    return this.engines;
  }

  /** Where the run stands, or where it is going to [s]. */
  private present_s(): number {
    return this.destination_s ?? this.runs.now_s;
  }

  /** The lane that leads. */
  private focused(): number {
    return Math.min(viewStore.getState().focusedLane, Math.max(0, this.lanes.length - 1));
  }

  private scenario(): Scenario {
    const { scenario } = sceneStore.getState();
    if (scenario === undefined) throw new Error('no scene is open');
    return scenario;
  }

  private preset(): Preset | undefined {
    return sceneStore.getState().preset;
  }
}

/** Numbers of drags of one step: below zero, so that they never meet those of sliders. */
let singles = 0;

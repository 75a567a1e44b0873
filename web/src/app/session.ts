/**
 * The conductor: owns the keeper of the engines, the buffers of the lanes' runs and the clock of playing, and keeps the
 * store in step. One request for frames is out at a time; what the user does is sent at once and answered in order.
 */

import {
  type EngineClient,
  type HistoryFilter,
  type HistoryPage,
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
import { begun, type Drag, isLive, moved, settled } from './drag';
import { EngineKeeper } from './engine-keeper';
import { Journey } from './journey';
import type { LaneEngines, Told } from './lane-engines';
import { LaneRuns } from './lane-runs';
import { readView, viewAsLinked } from './link-view';
import { fragmentOf, fragmentOfScene, SceneAddress } from './scene-address';
import { isLongWay } from './workload';

export const DEFAULT_PRESET = 'choked-model1';

/** A wait shorter than this shows nothing [ms]. */
const NOTICEABLE_MS = 150;
/** What takes long is done in pieces of this length [ms]. */
const PIECE_MS = 100;
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

/** How a scene is opened. */
interface Opening {
  readonly preset: Preset | undefined;
  readonly at_s: number;
  /** The same scene but for a change: what was simulated beyond stays as a ghost. */
  readonly leavesFuture?: boolean;
}

export class Session implements SceneActions {
  private drag: Drag | undefined;
  private compareTimer: ReturnType<typeof setTimeout> | undefined;
  /** Version of the facts that each lane has. */
  private factsVersions: readonly number[] = [];
  /** How often a scene was opened: an older one gives way. */
  private openings = 0;
  private readonly runs = new LaneRuns();
  private readonly clock = new Clock(this.runs);
  private readonly keeper: EngineKeeper;
  private readonly journey: Journey;
  private readonly address: SceneAddress;

  constructor(
    private readonly presets: readonly Preset[],
    private readonly surroundings: Surroundings,
  ) {
    const { connect, report } = surroundings;
    this.keeper = new EngineKeeper({ connect, report, onLost: () => this.clock.pause() });
    this.journey = new Journey(this.keeper, (told, thenPlays) => this.arrive(told, thenPlays));
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
    await this.keeper.guarded(async () => {
      await this.keeper.connect();
      await this.openAddress();
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

  /** Opens the scene in the address; the default one, with a message, when the link cannot be read. */
  async openAddress(): Promise<void> {
    const fragment = this.surroundings.readFragment();
    if (fragment === '') {
      viewStore.setState((before) => viewAsLinked({}, before));
      return this.openFirst();
    }
    try {
      const scenarios = this.presets.map((preset) => preset.scenario);
      const { scenario, view } = await this.running().first.decodeLink(fragment, scenarios);
      const preset = this.presets.find((known) => known.scenario.id === scenario.id);
      const inLink = readView(view);
      const { at_s, speed, solo_lane } = inLink;
      this.clock.reset(speed ?? DEFAULT_PACE);
      sceneStore.setState({ notice: undefined });
      await this.openScene(scenario, { preset, at_s: at_s ?? 0 });
      showLanes(this.lanes.length, solo_lane);
      viewStore.setState((before) => viewAsLinked(inLink, before));
      sceneStore.setState({ notice: lanesLeftOut(scenario.lanes.length, this.lanes) });
      if (at_s === undefined) this.clock.play();
    } catch (problem) {
      if (!(problem instanceof SceneRefused)) throw problem;
      await this.openFirst();
      sceneStore.setState({ notice: { kind: 'bad-link', problems: problem.problems } });
    }
  }

  /** The address was changed by hand. */
  followAddress(): void {
    void this.keeper.perform(() => this.openAddress());
  }

  openPreset(id: string): void {
    const preset = this.presets.find(({ scenario }) => scenario.id === id);
    if (preset === undefined) return;
    theoryOfPreset(id);
    void this.keeper.perform(async () => {
      this.clock.reset();
      sceneStore.setState({ notice: undefined });
      await this.openScene(preset.scenario, { preset, at_s: 0 });
      this.clock.play();
    });
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
    return this.keeper.perform(async () => {
      const { catalog } = this.keeper;
      if (catalog === undefined || this.runs.isEmpty) return;
      const at_s = this.runs.now_s;
      try {
        if (at_s > 0 && isLive(catalog, path)) await this.changeLive(path, value, drag);
        else {
          const changed = withSetting(this.scenario(), path, value);
          await this.openScene(changed, { preset: this.preset(), at_s, leavesFuture: true });
        }
        sceneStore.setState({ refusal: undefined });
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        sceneStore.setState({ refusal: { tried: path, problems: problem.problems } });
      }
    });
  }

  settle(drag: number): Promise<void> {
    return this.keeper.perform(async () => {
      const ended = this.drag;
      if (ended === undefined || ended.id !== drag) return;
      this.drag = undefined;
      const interventions = settled(ended);
      if (interventions === undefined) return;
      const scene = { ...this.scenario(), interventions };
      await this.openScene(scene, { preset: this.preset(), at_s: this.runs.now_s, leavesFuture: true });
    });
  }

  takeBack(index: number): void {
    void this.reopen((scenario) => withoutIntervention(scenario, index));
  }

  startOver(): void {
    void this.keeper.perform(async () => {
      this.clock.reset();
      await this.openScene(folded(this.scenario()), { preset: this.preset(), at_s: 0 });
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
    // Steps of a held key do not queue up: at most one waits.
    this.travel(async () => (await this.running().step(this.focused(), kind, direction)).told);
  }

  setStepKind(stepKind: StepKind): void {
    sceneStore.setState({ stepKind });
  }

  /** Playing goes on from there. */
  seek(at_s: number): void {
    const until_s = Math.min(Math.max(0, at_s), this.runs.duration_s);
    if (Number.isNaN(until_s)) return;
    if (isLongWay(this.scenario(), this.runs.furthest_s, until_s)) {
      void this.keeper.perform(() => this.waitedFor(() => this.keeper.counted(() => this.catchUp(until_s))));
    } else this.travel(() => this.running().seek(until_s));
  }

  goToDecision(lane: number, serial: number): void {
    this.clock.pause();
    focusLane(lane);
    this.travel(() => this.running().seekDecision(lane, serial));
  }

  goToEvent(lane: number, event: number): void {
    this.clock.pause();
    focusLane(lane);
    this.travel(() => this.running().seekEvent(lane, event));
  }

  goToDivergence(): void {
    const { divergence } = sceneStore.getState();
    if (typeof divergence !== 'object') return;
    this.clock.pause();
    this.travel(() => this.running().seekDivergence(divergence));
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
    this.travel(() => this.running().seek(0), !wasPaused);
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
    return this.runs.isEmpty ? [] : this.running().results();
  }

  /** An engine beside those of the lanes; whoever asks for it closes it. */
  connectAnother(): Promise<EngineClient> {
    return this.surroundings.connect();
  }

  dismissNotice(): void {
    sceneStore.setState({ notice: undefined });
  }

  revive(): void {
    const { scenario } = sceneStore.getState();
    void this.keeper.guarded(async () => {
      sceneStore.setState({ notice: undefined, state: 'opening' });
      await this.keeper.connect();
      this.clock.reset();
      if (scenario === undefined) return this.openAddress();
      await this.openScene(scenario, { preset: this.preset(), at_s: 0 });
      this.clock.play();
    });
  }

  private async openFirst(): Promise<void> {
    const preset = this.presets.find(({ scenario }) => scenario.id === DEFAULT_PRESET) ?? this.presets[0];
    if (preset === undefined) throw new Error('this build carries no preset');
    this.clock.reset(DEFAULT_PACE);
    sceneStore.setState({ notice: undefined });
    await this.openScene(preset.scenario, { preset, at_s: 0 });
    this.address.needsNoLink(this.scenario());
    this.clock.play();
  }

  /** Opens a scene and runs it up to a moment; the state of playing stays. */
  private async openScene(scenario: Scenario, { preset, at_s, leavesFuture = false }: Opening): Promise<void> {
    this.openings += 1;
    const until_s = Math.min(at_s, scenario.duration_s);
    const isLong = isLongWay(scenario, 0, until_s);
    await this.waitedFor(async () => {
      const opened = await this.keeper.counted(() => this.running().open(scenario, isLong ? 0 : until_s));
      this.takeOpened(opened, (run, lane) => run.reset(lane, leavesFuture));
      sceneStore.setState({ preset, refusal: undefined, ...(leavesFuture ? {} : { divergence: undefined }) });
      this.writeAddressSoon();
      if (isLong) await this.keeper.counted(() => this.catchUp(until_s));
    });
  }

  /** Runs to a moment that is far away in pieces, so that opening another scene need not wait for it. */
  private async catchUp(until_s: number): Promise<void> {
    const { openings } = this;
    while (this.runs.now_s < until_s) {
      const told = await this.running().advance(this.runs.now_s, until_s, PIECE_MS);
      if (this.openings !== openings) return;
      await this.take(told);
    }
    this.clock.arrive(false);
  }

  /** Says that it is busy when something takes long enough to be noticed. */
  private async waitedFor(work: () => Promise<void>): Promise<void> {
    const { openings } = this;
    const noticed = setTimeout(() => sceneStore.setState({ isCatchingUp: true }), NOTICEABLE_MS);
    try {
      await work();
    } finally {
      clearTimeout(noticed);
      if (this.openings === openings) sceneStore.setState({ isCatchingUp: false });
    }
  }

  private async changeLive(path: string, value: SettingValue, drag: number | undefined): Promise<void> {
    if (drag === undefined) {
      // A change on its own is a drag of one step.
      singles -= 1;
      await this.changeLive(path, value, singles);
      return this.settle(singles);
    }
    const before = this.scenario();
    const opened = await this.keeper.counted(() => this.running().change(path, value));
    this.takeOpened(opened, (run, lane) => run.change(lane));
    this.writeAddressSoon();
    if (this.drag?.id === drag && this.drag.path === path) this.drag = moved(this.drag, value);
    else {
      // The engine says when it took effect.
      const made = this.scenario().interventions.findLast((change) => change.path === path);
      this.drag = begun(drag, path, value, before, made?.at_s ?? this.runs.now_s);
    }
  }

  private takeOpened(opened: readonly Opened[], take: (run: RunBuffer, lane: Opened) => void): void {
    const { catalog } = this.keeper;
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
    return this.keeper.perform(async () => {
      try {
        await this.openScene(edit(this.scenario()), { preset: this.preset(), at_s: this.runs.now_s });
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        sceneStore.setState({ notice: { kind: 'refused', problems: problem.problems } });
      }
    });
  }

  /** Goes to another moment, unless another one is asked for before. */
  private travel(go: () => Promise<Told>, thenPlays = false): void {
    if (!this.runs.isEmpty) void this.journey.to(go, thenPlays);
  }

  private async arrive(told: Told, thenPlays: boolean): Promise<void> {
    await this.take(told);
    this.clock.arrive(told[0]?.scalars.is_finished === 1);
    if (thenPlays) this.clock.play();
  }

  private onTick(now_ms: number): void {
    if (this.runs.isEmpty) return;
    const request = this.clock.tick(now_ms, this.keeper.isWaiting);
    if (request === undefined) return;
    void this.keeper.perform(async () => {
      await this.take(await this.keeper.counted(() => this.ask(request)));
      if (this.clock.isPlayingBackward && this.runs.now_s === 0) this.clock.pause();
    });
  }

  private async ask(request: EngineRequest): Promise<Told> {
    const engines = this.running();
    const leader = this.focused();
    switch (request.kind) {
      case 'step':
        return engines.stepDecision(leader);
      case 'advance':
        return engines.advance(this.runs.now_s, Math.min(request.until_s, this.runs.duration_s), request.budget_ms);
      case 'seek':
        return engines.seek(request.at_s);
      case 'step-back': {
        const { found, told } = await engines.step(leader, { kind: 'decision' }, 'back');
        return found ? told : engines.seek(0);
      }
    }
  }

  /** Frames of all lanes, of one moment. */
  private async take(told: Told): Promise<void> {
    this.runs.append(told);
    if (told[0]?.scalars.is_finished === 1) this.clock.finish();
    if (told.every((frame, place) => frame.scalars.facts_version === this.factsVersions[place])) return;
    this.factsVersions = told.map((frame) => frame.scalars.facts_version);
    const { openings } = this;
    const facts = await this.running().facts();
    if (this.openings !== openings) return;
    this.runs.updateFacts(facts);
  }

  /** Finds out where the lanes part, aside of the run. */
  private compareSoon(): void {
    clearTimeout(this.compareTimer);
    if (this.lanes.length < 2) {
      sceneStore.setState({ divergence: undefined });
      return;
    }
    this.compareTimer = setTimeout(() => {
      const { openings } = this;
      const scenario = this.scenario();
      void this.keeper.perform(async () => {
        const divergence = await this.running().divergence(scenario);
        if (this.openings === openings && this.scenario() === scenario) sceneStore.setState({ divergence });
      });
    }, COMPARE_DELAY_MS);
  }

  private writeAddressSoon(): void {
    this.address.writeSoon((work) => void this.keeper.perform(() => work(this.running().first)));
  }

  private running(): LaneEngines {
    return this.keeper.running();
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

/**
 * The conductor: owns the engine, the buffer of the run and the clock of playing, and keeps the store in step. One
 * request for frames is out at a time; what the user does is sent at once and answered in order.
 */

import type { Catalog } from '../engine/catalog';
import {
  type EngineClient,
  EngineLost,
  type HistoryFilter,
  type HistoryPage,
  type Opened,
  SceneRefused,
  type StepDirection,
  type StepKind,
  type ViewInLink,
} from '../engine/client';
import type { Frame } from '../engine/frame';
import type { FrameCallback, FramePhase } from '../run/frame-loop';
import { type LaneRun, namedLanes } from '../run/lanes';
import {
  clampPace,
  DEFAULT_PACE,
  type EngineRequest,
  finish,
  type Playback,
  pause,
  pausedAt,
  play,
  tick,
  withPace,
} from '../run/playback';
import { RunBuffer } from '../run/run-buffer';
import { folded, patternOf, withDiscipline, withoutIntervention, withSetting } from '../scenario/edit';
import type { FlowGroup, Lane, Preset, Scenario, SettingValue } from '../scenario/scenario';
import { type SceneActions, type SceneState, sceneStore } from '../store/scene-store';

export const DEFAULT_PRESET = 'choked-model1';

/** A wait shorter than this shows nothing [ms]. */
const NOTICEABLE_MS = 150;
/** Up to about this many packets, a second or two of work, the engine catches up in one go. */
const MOST_AT_ONCE = 2_000_000;
/** Else in pieces of this length [ms]. */
const CATCH_UP_MS = 100;
/** The address follows this long after the last change [ms]. */
const ADDRESS_DELAY_MS = 250;

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

interface Drag {
  readonly id: number;
  readonly path: string;
  /** Interventions before the drag began. */
  readonly before: Scenario['interventions'];
  /** When it first changed something [s]. */
  readonly from_s: number;
  /** How many changes the engine was told. */
  count: number;
  last: SettingValue;
}

export class Session implements SceneActions {
  private client: EngineClient | undefined;
  private catalog: Catalog | undefined;
  private playback: Playback = pausedAt(0, DEFAULT_PACE);
  /** Requests that the engine has not answered yet. */
  private waiting = 0;
  private drag: Drag | undefined;
  private addressTimer: ReturnType<typeof setTimeout> | undefined;
  /** The scene as the preset opened it, to tell whether there is anything to put into the address. */
  private pristine = '';
  private askedFacts = 0;
  /** How often a scene was opened: an older one gives way. */
  private openings = 0;
  private readonly runListeners = new Set<() => void>();
  /** The run on the page; undefined until the first scene is open. */
  run: RunBuffer | undefined;
  /** The lanes on the page; none until the first scene is open. Another array whenever they, or their names, change. */
  lanes: readonly LaneRun[] = [];

  constructor(
    private readonly presets: readonly Preset[],
    private readonly surroundings: Surroundings,
  ) {
    sceneStore.setState({ presets, pace: DEFAULT_PACE });
  }

  /** Connects the engine, opens what the address names and plays. */
  async start(): Promise<void> {
    await this.guarded(async () => {
      await this.connect();
      await this.openAddress();
    });
    this.surroundings.onFrame('advance', (now_ms) => this.onTick(now_ms));
  }

  /** For React: calls back when `run` becomes another object. */
  readonly subscribeRun = (listener: () => void): (() => void) => {
    this.runListeners.add(listener);
    return () => {
      this.runListeners.delete(listener);
    };
  };

  /** For React: calls back when `lanes` becomes another array. */
  readonly subscribeLanes = this.subscribeRun;

  /** Opens the scene in the address; the default one, with a message, when the link cannot be read. */
  async openAddress(): Promise<void> {
    const fragment = this.surroundings.readFragment();
    if (fragment === '') return this.openFirst();
    try {
      const { scenario, view } = await this.engine().decodeLink(
        fragment,
        this.presets.map((preset) => preset.scenario),
      );
      const preset = this.presets.find((known) => known.scenario.id === scenario.id);
      const { at_s, speed } = readView(view);
      this.setPlayback(pausedAt(0, speed ?? DEFAULT_PACE));
      sceneStore.setState({ notice: undefined });
      await this.openScene(scenario, preset, at_s ?? 0);
      if (at_s === undefined) this.play();
    } catch (problem) {
      if (!(problem instanceof SceneRefused)) throw problem;
      await this.openFirst();
      sceneStore.setState({ notice: { kind: 'bad-link', problems: problem.problems } });
    }
  }

  /** The address was changed by hand. */
  followAddress(): void {
    void this.perform(() => this.openAddress());
  }

  openPreset(id: string): void {
    const preset = this.presets.find(({ scenario }) => scenario.id === id);
    if (preset === undefined) return;
    void this.perform(async () => {
      this.setPlayback(pausedAt(0, this.playback.pace));
      sceneStore.setState({ notice: undefined });
      await this.openScene(preset.scenario, preset, 0);
      this.play();
    });
  }

  switchDiscipline(aqm: string): void {
    sceneStore.setState({ switchingTo: aqm });
    void this.reopen((scenario) => withDiscipline(scenario, aqm)).finally(() => {
      if (sceneStore.getState().switchingTo === aqm) sceneStore.setState({ switchingTo: undefined });
    });
  }

  change(path: string, value: SettingValue, drag?: number): Promise<void> {
    return this.perform(async () => {
      const { run } = this;
      if (run === undefined) return;
      const now_s = run.latest.scalars.now_s;
      try {
        if (now_s === 0) await this.openScene(withSetting(this.scenario(), path, value), this.preset(), 0);
        else if (isLive(run.catalog, path)) await this.changeLive(path, value, now_s, drag);
        else await this.openScene(withSetting(this.scenario(), path, value), this.preset(), now_s);
        sceneStore.setState({ refusal: undefined });
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        sceneStore.setState({ refusal: { tried: path, problems: problem.problems } });
      }
    });
  }

  settle(drag: number): Promise<void> {
    return this.perform(async () => {
      const ended = this.drag;
      if (ended === undefined || ended.id !== drag) return;
      this.drag = undefined;
      const made = { at_s: ended.from_s, path: ended.path, value: ended.last };
      // A change at the same instant of the same setting, such as the arrow key before, is replaced as well.
      const kept = ended.before.filter(({ at_s, path }) => path !== made.path || at_s !== made.at_s);
      if (ended.count < 2 && kept.length === ended.before.length) return;
      // What was in force while the knob moved is left out: the scene gets one change, and the run is the run of that.
      const interventions = [...kept, made].sort((a, b) => a.at_s - b.at_s);
      await this.openScene({ ...this.scenario(), interventions }, this.preset(), this.now_s());
    });
  }

  takeBack(index: number): void {
    void this.reopen((scenario) => withoutIntervention(scenario, index));
  }

  startOver(): void {
    void this.perform(async () => {
      this.setPlayback(pausedAt(0, this.playback.pace));
      await this.openScene(folded(this.scenario()), this.preset(), 0);
      this.play();
    });
  }

  togglePlay(): void {
    if (this.playback.state === 'finished') this.restart();
    else if (this.playback.state === 'playing') this.setPlayback(pause(this.playback));
    else this.play();
  }

  step(direction: StepDirection = 'forward'): void {
    this.stepBy(sceneStore.getState().stepKind, direction);
  }

  stepBy(kind: StepKind, direction: StepDirection): void {
    if (this.playback.state === 'finished' && direction === 'forward') return;
    this.goTo(async () => (await this.engine().step(kind, direction)).frame);
  }

  setStepKind(stepKind: StepKind): void {
    sceneStore.setState({ stepKind });
  }

  seek(at_s: number): void {
    this.goTo(() => this.engine().seek(at_s));
  }

  goToDecision(_lane: number, serial: number): void {
    this.goTo(() => this.engine().seekDecision(serial));
  }

  goToEvent(_lane: number, event: number): void {
    this.goTo(() => this.engine().seekEvent(event));
  }

  playBackward(): void {
    this.setPlayback(pause(this.playback));
  }

  setLanes(lanes: readonly Lane[]): void {
    void this.reopen((scenario) => ({ ...scenario, lanes }));
  }

  goToDivergence(): void {
    const { divergence } = sceneStore.getState();
    if (typeof divergence === 'object') this.seek(divergence.at_s);
  }

  dismissGhost(): void {}

  history(_lane: number, from_s: number, until_s: number, filter: HistoryFilter, max: number): Promise<HistoryPage> {
    return this.engine().history(from_s, until_s, filter, max);
  }

  private goTo(travel: () => Promise<Frame>): void {
    this.setPlayback(pause(this.playback));
    // Held keys must not queue up requests.
    if (this.waiting > 0) return;
    void this.perform(async () => {
      const frame = await this.counted(travel);
      this.run?.append(frame);
      const isAtEnd = frame.scalars.is_finished === 1;
      this.setPlayback(isAtEnd ? finish(this.playback) : pausedAt(frame.scalars.now_s, this.playback.pace));
    });
  }

  restart(): void {
    void this.perform(async () => {
      const wasPaused = this.playback.state === 'paused';
      this.setPlayback(pausedAt(0, this.playback.pace));
      await this.openScene(this.scenario(), this.preset(), 0);
      if (!wasPaused) this.play();
    });
  }

  setPace(pace: number): void {
    this.setPlayback(withPace(this.playback, pace, this.now_s()));
    this.writeAddressSoon();
  }

  async linkOf(withMoment: boolean): Promise<string> {
    const fragment = await this.encode(withMoment ? { at_s: this.now_s() } : {});
    return this.surroundings.addressOf(fragment);
  }

  dismissNotice(): void {
    sceneStore.setState({ notice: undefined });
  }

  revive(): void {
    const { scenario } = sceneStore.getState();
    void this.guarded(async () => {
      sceneStore.setState({ notice: undefined, state: 'opening' });
      this.waiting = 0;
      await this.connect();
      this.setPlayback(pausedAt(0, this.playback.pace));
      if (scenario === undefined) return this.openAddress();
      await this.openScene(scenario, this.preset(), 0);
      this.play();
    });
  }

  private async connect(): Promise<void> {
    this.client?.close();
    this.client = await this.surroundings.connect();
    this.catalog = await this.client.catalog();
  }

  private async openFirst(): Promise<void> {
    const preset = this.presets.find(({ scenario }) => scenario.id === DEFAULT_PRESET) ?? this.presets[0];
    if (preset === undefined) throw new Error('this build carries no preset');
    this.setPlayback(pausedAt(0, DEFAULT_PACE));
    sceneStore.setState({ notice: undefined });
    await this.openScene(preset.scenario, preset, 0);
    this.pristine = JSON.stringify(this.scenario());
    this.play();
  }

  /** Opens a scene and runs it up to `at_s`; the state of playing stays. */
  private async openScene(scenario: Scenario, preset: Preset | undefined, at_s: number): Promise<void> {
    this.openings += 1;
    const opening = this.openings;
    const until_s = Math.min(at_s, scenario.duration_s);
    const isLong = packetsUntil(scenario, until_s) > MOST_AT_ONCE;
    const noticed = setTimeout(() => sceneStore.setState({ isCatchingUp: true }), NOTICEABLE_MS);
    try {
      const opened = await this.counted(() => this.engine().open(scenario, isLong ? 0 : until_s));
      this.takeOpened(opened, (run) => run.reset(opened));
      sceneStore.setState({ preset, refusal: undefined });
      this.writeAddressSoon();
      if (isLong) await this.counted(() => this.catchUp(until_s, () => this.openings === opening));
    } finally {
      clearTimeout(noticed);
      if (this.openings === opening) sceneStore.setState({ isCatchingUp: false });
    }
  }

  /** Runs to a moment that is far away in pieces, so that opening another scene need not wait for it. */
  private async catchUp(until_s: number, isWanted: () => boolean): Promise<void> {
    while (this.now_s() < until_s) {
      const frame = await this.engine().advance(until_s, CATCH_UP_MS);
      if (!isWanted()) return;
      this.run?.append(frame);
      if (frame.scalars.is_finished === 1) this.setPlayback(finish(this.playback));
    }
    this.setPlayback(withPace(this.playback, this.playback.pace, this.now_s()));
  }

  private async changeLive(path: string, value: SettingValue, now_s: number, drag: number | undefined): Promise<void> {
    if (drag === undefined) {
      // A change on its own is a drag of one step.
      singles -= 1;
      await this.changeLive(path, value, now_s, singles);
      return this.settle(singles);
    }
    const before = this.scenario().interventions;
    const opened = await this.counted(() => this.engine().change(path, value));
    this.takeOpened(opened, (run) => run.change(opened));
    this.writeAddressSoon();
    if (this.drag?.id !== drag || this.drag.path !== path) {
      this.drag = { id: drag, path, before, from_s: now_s, count: 0, last: value };
      // The engine says when it took effect.
      const made = opened.facts.scenario.interventions.findLast((change) => change.path === path);
      if (made !== undefined) this.drag = { ...this.drag, from_s: made.at_s };
    }
    this.drag.count += 1;
    this.drag.last = value;
  }

  private takeOpened(opened: Opened, take: (run: RunBuffer) => void): void {
    if (this.catalog === undefined) return;
    if (this.run === undefined) {
      this.run = new RunBuffer(this.catalog, opened);
      this.lanes = namedLanes([this.run]);
      for (const listener of this.runListeners) listener();
    } else take(this.run);
    const now_s = opened.frame.scalars.now_s;
    this.askedFacts = opened.frame.scalars.facts_version;
    sceneStore.setState({ scenario: opened.facts.scenario });
    const { state, pace } = this.playback;
    if (opened.frame.scalars.is_finished === 1) this.setPlayback(finish(this.playback));
    else if (state === 'finished') this.setPlayback(pausedAt(now_s, pace));
    else this.setPlayback(withPace(this.playback, pace, now_s));
  }

  /** Opens the scene anew after an edit and catches up with the present moment. */
  private reopen(edit: (scenario: Scenario) => Scenario): Promise<void> {
    return this.perform(async () => {
      try {
        await this.openScene(edit(this.scenario()), this.preset(), this.now_s());
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        sceneStore.setState({ notice: { kind: 'refused', problems: problem.problems } });
      }
    });
  }

  private onTick(now_ms: number): void {
    if (this.run === undefined) return;
    const ticked = tick(this.playback, now_ms, this.now_s(), this.waiting > 0);
    this.playback = ticked.playback;
    if (ticked.request === undefined) return;
    const { request } = ticked;
    void this.perform(() => this.ask(request));
  }

  private async ask(request: EngineRequest): Promise<void> {
    const { run } = this;
    if (run === undefined) return;
    const { scene } = run;
    const frame = await this.counted(() =>
      request.kind === 'step'
        ? this.engine().stepDecision()
        : this.engine().advance(Math.min(request.until_s, run.facts.scenario.duration_s), request.budget_ms),
    );
    // Another scene was opened meanwhile: this is news of the old one.
    if (run.scene !== scene) return;
    run.append(frame);
    if (frame.scalars.is_finished === 1) this.setPlayback(finish(this.playback));
    if (frame.scalars.facts_version !== this.askedFacts) {
      this.askedFacts = frame.scalars.facts_version;
      const facts = await this.engine().facts();
      if (run.scene === scene) run.updateFacts(facts);
    }
  }

  private play(): void {
    this.setPlayback(play(this.playback, this.now_s()));
  }

  private setPlayback(playback: Playback): void {
    this.playback = { ...playback, pace: clampPace(playback.pace) };
    const told: Partial<SceneState> = { state: this.playback.state, pace: this.playback.pace };
    const known = sceneStore.getState();
    if (known.state !== told.state || known.pace !== told.pace) sceneStore.setState(told);
  }

  private writeAddressSoon(): void {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => {
      void this.perform(async () => {
        const isPlain = this.playback.pace === DEFAULT_PACE && JSON.stringify(this.scenario()) === this.pristine;
        this.surroundings.writeFragment(isPlain ? '' : await this.encode({}));
      });
    }, ADDRESS_DELAY_MS);
  }

  private encode(view: ViewInLink): Promise<string> {
    const preset = this.preset() ?? this.presets[0];
    if (preset === undefined) throw new Error('this build carries no preset');
    const { pace } = this.playback;
    return this.engine().encodeLink(this.scenario(), preset.scenario, {
      ...view,
      ...(pace === DEFAULT_PACE ? {} : { speed: pace }),
    });
  }

  /** Runs what the user or the clock asked for; a lost engine becomes a notice. */
  private async perform(work: () => Promise<void>): Promise<void> {
    if (this.client !== undefined) await this.guarded(work);
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    const { client } = this;
    try {
      await work();
    } catch (problem) {
      // News of an engine that was replaced meanwhile.
      if (client !== undefined && client !== this.client) return;
      if (problem instanceof SceneRefused) {
        sceneStore.setState({ notice: { kind: 'refused', problems: problem.problems } });
        return;
      }
      this.lose(problem);
    }
  }

  private lose(problem: unknown): void {
    this.client?.close();
    this.client = undefined;
    this.playback = pause(this.playback);
    const reason = problem instanceof Error ? problem.message : String(problem);
    sceneStore.setState({ state: 'lost', isCatchingUp: false, notice: { kind: 'engine-lost', reason } });
    if (!(problem instanceof EngineLost)) this.surroundings.report(problem);
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    try {
      return await work();
    } finally {
      this.waiting = Math.max(0, this.waiting - 1);
    }
  }

  private engine(): EngineClient {
    if (this.client === undefined) throw new EngineLost('it is not running');
    return this.client;
  }

  private scenario(): Scenario {
    const { scenario } = sceneStore.getState();
    if (scenario === undefined) throw new Error('no scene is open');
    return scenario;
  }

  private preset(): Preset | undefined {
    return sceneStore.getState().preset;
  }

  private now_s(): number {
    return this.run?.latest.scalars.now_s ?? 0;
  }
}

/** What a link says about looking at the scene. The engine passes it on unread, and anyone can write a link. */
function readView(view: unknown): ViewInLink {
  if (typeof view !== 'object' || view === null) return {};
  const { at_s, speed } = view as Record<string, unknown>;
  return {
    ...(typeof at_s === 'number' && at_s >= 0 && Number.isFinite(at_s) ? { at_s } : {}),
    ...(typeof speed === 'number' && Number.isFinite(speed) ? { speed } : {}),
  };
}

/** Roughly how many packets arrive until a moment: what the link carries, and what unresponsive flows offer. */
function packetsUntil({ bottleneck, flows }: Scenario, until_s: number): number {
  const unresponsive = flows.reduce((total, group) => total + packetRate(group.rate_bps ?? 0, group) * group.count, 0);
  const smallest = Math.min(1500, ...flows.map((group) => group.packet_bytes));
  // Arriving and leaving.
  return until_s * (unresponsive + (2 * bottleneck.capacity_bps) / 8 / smallest);
}

function packetRate(rate_bps: number, { packet_bytes }: FlowGroup): number {
  return rate_bps / 8 / packet_bytes;
}

/** Numbers of drags of one step: below zero, so that they never meet those of sliders. */
let singles = 0;

/** Parameters of disciplines can always change while the scene runs; other settings say so in the catalog. */
export function isLive(catalog: Catalog, path: string): boolean {
  const pattern = patternOf(path);
  if (pattern.startsWith('queue.params.') || pattern.startsWith('lanes.*.params.')) return true;
  return catalog.scene_settings.some((setting) => setting.path === pattern && setting.is_live);
}

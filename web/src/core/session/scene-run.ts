/**
 * The open scene: the engines of its lanes, the buffers of their runs, and the clock. All have the same simulated time.
 */

import type { Catalog } from '../border/catalog';
import { type EngineClient, EngineLost, type MoveOptions, type Opened, SceneRefused } from '../border/client';
import { type Preset, SCRIPT, type Scenario } from '../border/scenario';
import { viewStore } from '../page/view-store';
import { drewMatch } from '../run/decision';
import { type LaneRun, showSameLink } from '../run/lanes';
import type { EngineRequest } from '../run/playback';
import type { RunBuffer } from '../run/run-buffer';
import { clear, notify } from '../scene/notices';
import { sceneStore } from '../scene/scene-store';
import { scriptStore } from '../scene/script-store';
import type { Breakpoints } from './breakpoints';
import { Clock } from './clock';
import { Heaviness } from './heaviness';
import { type Connect, type Frames, LaneEngines } from './lane-engines';
import { LaneRuns } from './lane-runs';
import { MoveProgress } from './move-progress';
import type { Recording } from './recording';

/** Length of a piece of a long task, and time after which the progress of the task is shown [ms]. */
const PIECE_MS = 40;
const SEEN_AFTER_MS = 300;
/**
 * Maximum number of engines, in all lanes together, that may stop with an error within `LOSSES_MS` [ms]. If more
 * engines stop, they are not replaced.
 */
const MOST_LOSSES = 3;
const LOSSES_MS = 20_000;
const NANOSECOND_S = 1e-9;
/** Time from the last change until lanes are compared [ms]. */
const COMPARE_DELAY_MS = 150;

/** Options for opening a scene in the engines. */
export interface Placing {
  readonly preset: Preset | undefined;
  readonly at_s: number;
  /**
   * True if the scene is the previous one with a change. The simulated future of the previous scene is then kept as
   * `ghost`.
   */
  readonly leavesFuture?: boolean;
  /** Called when the lanes of the scene are open, even if the run still has to reach its time. */
  readonly onOpened?: () => void;
}

interface SceneRunOptions {
  readonly connect: Connect;
  /** Called when the scene on the page was replaced or changed. */
  readonly onOpened: () => void;
  /** Reports an error of the page itself to the console. */
  readonly report: (problem: unknown) => void;
}

export class SceneRun {
  readonly runs = new LaneRuns();
  readonly clock = new Clock(this.runs);
  catalog: Catalog | undefined;
  /** Simulated time to which the run is moving [s]. Undefined if it is not moving to another time. */
  destination_s: number | undefined;
  /** Simulated time at which playing forward stops [s]. Undefined after the run has stopped there. */
  stopsAt_s: number | undefined;
  /** The recording whose packets arrive in the first lane, if there is one. */
  recording: Recording | undefined;
  private engines: LaneEngines | undefined;
  private readonly heaviness = new Heaviness();
  private breakpoints: Breakpoints | undefined;
  private compareTimer: ReturnType<typeof setTimeout> | undefined;
  /** Version of each lane's facts. */
  private factsVersions: readonly number[] = [];
  /** Real times at which engines were lost [ms]. */
  private losses: readonly number[] = [];
  /** For each lane, the real time at which its engine last failed to respond [ms]. */
  private readonly silences = new Map<number, number>();
  /** The script errors that were reported last, by lane and simulated time. */
  private reportedStops: readonly string[] = [];
  /** True if playing has ended at an error in a script, and will continue after a correction. */
  private playsOnceMended = false;

  constructor(private readonly options: SceneRunOptions) {}

  get lanes(): readonly LaneRun[] {
    return this.runs.lanes;
  }

  get hasEngines(): boolean {
    return this.engines !== undefined;
  }

  /** The engines. Throws if there are none. */
  running(): LaneEngines {
    if (this.engines === undefined) throw new EngineLost('it is not running');
    return this.engines;
  }

  /**
   * Latest simulated time that can be reached [s]: the end of the run or, with a recording, the time of its last known
   * packet if that is earlier.
   */
  get reach_s(): number {
    return Math.min(this.runs.duration_s, this.recording?.known_s ?? Number.POSITIVE_INFINITY);
  }

  /** Current simulated time of the run, or the time to which it is moving [s]. */
  present_s(): number {
    return this.destination_s ?? this.runs.now_s;
  }

  /** Index of the leading lane. */
  focused(): number {
    return Math.min(viewStore.getState().focusedLane, Math.max(0, this.lanes.length - 1));
  }

  /** True if the leading lane is just after a decision with a match. */
  isAtMatch(): boolean {
    const run = this.lanes[this.focused()]?.run;
    const { decision } = run ?? {};
    return decision?.before !== undefined && decision.time_s === run?.latest.scalars.now_s && drewMatch(decision);
  }

  /**
   * Asks the first engine about a scene that is not open. If the scene needs the full engine, a full engine is started
   * and asked instead.
   */
  async askAbout<T>(question: (engine: EngineClient) => Promise<T>): Promise<T> {
    try {
      return await question(this.running().first);
    } catch (problem) {
      const { askFullEngine } = await import('./with-full');
      return askFullEngine(problem, this.options.connect, question);
    }
  }

  async startEngines(): Promise<void> {
    this.engines?.close();
    this.engines = await LaneEngines.start(this.options.connect, (lane, aqm) => this.endsAlone(lane, aqm));
    this.catalog = await this.engines.catalog();
  }

  /**
   * True if only the lane whose engine does not respond is stopped, and the others continue. A lane with a script is
   * stopped at once, because the script would block the next engine too. For any other lane, all engines are replaced
   * the first time, and only this lane is stopped if it does not respond again soon afterwards.
   */
  private endsAlone(lane: number, aqm: string | undefined): boolean {
    const now_ms = performance.now();
    const before_ms = this.silences.get(lane) ?? Number.NEGATIVE_INFINITY;
    this.silences.set(lane, now_ms);
    return aqm === SCRIPT || now_ms - before_ms < LOSSES_MS;
  }

  /** True if engines that were lost should be replaced. */
  mayReplaceEngines(): boolean {
    const now_ms = performance.now();
    this.losses = [...this.losses.filter((at_ms) => now_ms - at_ms < LOSSES_MS), now_ms];
    return !this.runs.isEmpty && this.losses.length <= MOST_LOSSES;
  }

  forgetLosses(): void {
    this.losses = [];
  }

  /** Starts new engines at the same simulated time of the same scene. */
  async replaceEngines(problem: EngineLost, signal: AbortSignal): Promise<void> {
    const at_s = this.present_s();
    await this.startEngines();
    await this.open(openScenario(), { preset: sceneStore.getState().preset, at_s }, signal);
    notify({ kind: 'engine-replaced', reason: problem.message, at_s });
  }

  /** Ends the engines. */
  close(): void {
    clearTimeout(this.compareTimer);
    this.engines?.close();
    this.engines = undefined;
  }

  /** Opens another scene, with the given recording or that of the preset, if there is one. */
  async openAnother(scenario: Scenario, placing: Placing, signal: AbortSignal, recording?: Recording): Promise<void> {
    const before = this.recording;
    const { preset } = placing;
    if (preset?.recording !== undefined) {
      const { recordingOfPreset } = await import('./recordings');
      recording ??= await recordingOfPreset(preset, this.running().first);
    }
    this.recording = recording;
    try {
      await this.open(scenario, placing, signal);
    } catch (problem) {
      // The previous scene stays open.
      if (problem instanceof SceneRefused) this.recording = before;
      throw problem;
    }
    this.reportRecording();
  }

  /** Passes new pieces of the recording to the lanes, and the state of the recording to the page. */
  async recordMore(): Promise<void> {
    await this.engines?.recordMore();
    this.reportRecording();
  }

  private reportRecording(): void {
    const { recording } = this;
    const { recording: known } = sceneStore.getState();
    if (recording === undefined) return sceneStore.setState({ recording });
    const { name, description, live } = recording;
    if (known?.description !== description || known.live !== live)
      sceneStore.setState({ recording: { name, description, live } });
  }

  /**
   * Opens a scene and runs it to a simulated time. A playing page continues to play, and a paused one stays paused. A
   * long run shows its progress.
   */
  async open(
    scenario: Scenario,
    { preset, at_s, leavesFuture = false, onOpened }: Placing,
    signal: AbortSignal,
  ): Promise<void> {
    const { recording } = this;
    // After a change of a script, the run stops at the script's first error. If the change corrects an error, the run
    // resumes just before the time of that error.
    const before = sceneStore.getState().scenario;
    const halts = before !== undefined && changesScript(before, scenario);
    const mended_s = halts ? this.mistakeOf(before, scenario) : undefined;
    const from_s = Math.min(at_s, mended_s === undefined ? at_s : Math.max(0, mended_s - NANOSECOND_S));
    const until_s = Math.min(from_s, scenario.duration_s, recording?.known_s ?? scenario.duration_s);
    const progress = new MoveProgress(0, until_s);
    try {
      const opened = await this.running().open(scenario, recording);
      this.destination_s = until_s;
      this.stopsAt_s = undefined;
      this.heaviness.forget();
      // A short run shows no progress. The page switches to the new scene when the run has finished.
      const frames: Frames[] = [];
      let now_s = 0;
      let isHalted = false;
      while (now_s < until_s - NANOSECOND_S && !isHalted && progress.elapsed_ms < SEEN_AFTER_MS && !signal.aborted) {
        const brought = await this.running().advance(until_s, PIECE_MS, signal, halts);
        frames.push(brought);
        now_s = this.running().now_s;
        isHalted = this.running().hasHalted;
      }
      const leaves_s = leavesFuture ? until_s : undefined;
      this.takeOpened(opened, (run, lane) => run.reset(lane, leaves_s));
      sceneStore.setState({ preset, refusal: undefined, ...(leavesFuture ? {} : { divergence: undefined }) });
      onOpened?.();
      this.options.onOpened();
      for (const brought of frames) await this.take(brought);
      await this.catchUp(isHalted ? now_s : until_s, progress, signal, halts);
      if (signal.aborted || !halts) return;
      if (isHalted || this.running().hasHalted) this.haltAtMistake();
      else if (mended_s !== undefined && this.playsOnceMended) {
        this.playsOnceMended = false;
        this.clock.play();
      }
    } finally {
      progress.end();
    }
  }

  /**
   * Runs to a time that is not simulated yet, in short pieces, so that the page shows the progress. With `halts`, stops
   * at an error in a script.
   */
  async catchUp(wanted_s: number, progress: MoveProgress, signal: AbortSignal, halts = false): Promise<void> {
    const until_s = Math.min(wanted_s, this.reach_s);
    this.destination_s = until_s;
    // The engine counts whole nanoseconds, so it may stop less than a nanosecond before the requested time.
    while (this.runs.now_s < until_s - NANOSECOND_S) {
      if (signal.aborted) return;
      progress.isAt(this.runs.now_s);
      await this.take(await this.running().advance(until_s, PIECE_MS, signal, halts));
      if (halts && this.running().hasHalted) break;
    }
    this.destination_s = undefined;
    this.clock.arrive(this.isAtEnd());
  }

  /** Goes to a simulated time. Beyond the simulated part, the progress is shown. */
  async goTo(at_s: number, thenPlays: boolean, signal: AbortSignal): Promise<void> {
    const progress = new MoveProgress(this.runs.now_s, at_s);
    this.destination_s = undefined;
    this.playsOnceMended = false;
    if (at_s >= (this.stopsAt_s ?? Number.POSITIVE_INFINITY)) this.stopsAt_s = undefined;
    try {
      const { furthest_s } = this.runs;
      const options = { signal, onUnderWay: progress.isAt };
      await this.take(await this.running().seek(Math.min(at_s, furthest_s), options));
      if (signal.aborted) return;
      if (at_s > furthest_s) await this.catchUp(at_s, progress, signal);
      this.clock.arrive(this.isAtEnd());
      if (thenPlays && !signal.aborted) this.clock.play();
    } finally {
      progress.end();
    }
  }

  /**
   * Moves the run by a call of `go`. `until_s` is the simulated time to which the run moves. Undefined if it searches
   * for an event.
   */
  async travel(
    until_s: number | undefined,
    go: (engines: LaneEngines, options: MoveOptions) => Promise<Frames>,
    signal: AbortSignal,
  ): Promise<void> {
    const progress = new MoveProgress(this.runs.now_s, until_s);
    try {
      await this.take(await go(this.running(), { signal, onUnderWay: progress.isAt }));
      if (!signal.aborted) this.clock.arrive(this.isAtEnd());
    } finally {
      progress.end();
    }
  }

  /** Brings all lanes to the same simulated time after an aborted call. */
  async together(signal: AbortSignal): Promise<void> {
    await this.take(await this.running().together({ signal }));
  }

  /** Returns the playback clock's request to the engine for this animation frame, if there is one. */
  tick(now_ms: number, isBusy: boolean, isPlaying: boolean): EngineRequest | undefined {
    const request = this.clock.tick(now_ms, isBusy, isPlaying);
    this.heaviness.look(now_ms, this.runs, this.catalog);
    return request;
  }

  async play(request: EngineRequest, signal: AbortSignal): Promise<void> {
    const reported = this.reportedStops;
    const isForward = request.kind === 'step' || request.kind === 'advance';
    // If no lane makes decisions any more, playing ends.
    if (isForward && this.lanes.every(({ run }) => run.facts.stopped !== undefined)) return this.haltAtMistake();
    if (scriptStore.getState().breakpoints.length === 0) await this.take(await this.ask(request, signal));
    else await this.playToBreakpoint(request, signal);
    if (this.clock.isPlayingBackward && this.runs.now_s === 0) this.clock.pause();
    if (this.stopsAt_s !== undefined && this.runs.now_s >= this.stopsAt_s) {
      this.stopsAt_s = undefined;
      this.clock.pause();
    }
    // A lane whose engine was terminated has no error to show, so the other lanes continue.
    const made = this.lanes.filter(
      ({ run }) => run.facts.stopped !== undefined && run.facts.stopped.silent_s === undefined,
    );
    if (isForward && made.some((lane) => !reported.includes(stopOf(lane)))) this.haltAtMistake();
  }

  /** Ends playing at an error of a script. */
  private haltAtMistake(): void {
    this.playsOnceMended ||= this.clock.state === 'playing';
    this.clock.pause();
    this.reportedStops = [];
    this.reportStops();
  }

  /** Shows a notice for a script that has stopped, and removes the notice when no script has stopped. */
  private reportStops(): void {
    const stopped = this.lanes.filter(({ run }) => run.facts.stopped !== undefined);
    const latest = stopped.find((lane) => !this.reportedStops.includes(stopOf(lane)));
    this.reportedStops = stopped.map(stopOf);
    if (latest?.run.facts.stopped !== undefined) {
      const { at_s, line, problem, silent_s } = latest.run.facts.stopped;
      const { index: lane, name } = latest;
      const content = { lane, name, at_s, line: silent_s === undefined ? line : undefined, problem };
      notify({ kind: 'script-stopped', ...content });
    } else if (stopped.length === 0) clear('script-stopped');
  }

  /**
   * The earliest simulated time at which a script stopped, among the scripts that differ between `before` and `after`
   * [s]. Undefined if there is none.
   */
  private mistakeOf(before: Scenario, after: Scenario): number | undefined {
    const mistakes = this.lanes.flatMap(({ index, run: { facts } }) =>
      facts.stopped !== undefined && before.lanes[index]?.script !== after.lanes[index]?.script
        ? [facts.stopped.at_s]
        : [],
    );
    return mistakes.length === 0 ? undefined : Math.min(...mistakes);
  }

  /** Index of the leading lane: the focused lane, or another lane if the script of the focused one has stopped. */
  private leadingOn(): number {
    const focused = this.focused();
    const hasStopped = (lane: number): boolean => this.lanes[lane]?.run.facts.stopped !== undefined;
    if (!hasStopped(focused)) return focused;
    return this.lanes.find(({ index }) => !hasStopped(index))?.index ?? focused;
  }

  /**
   * Plays until a line with a breakpoint is executed, and stops just after the first event that executes such a line.
   */
  private async playToBreakpoint(asked: EngineRequest, signal: AbortSignal): Promise<void> {
    this.breakpoints ??= new (await import('./breakpoints')).Breakpoints();
    const { request, stop } = await this.breakpoints.limit(asked, this.lanes, this.running(), signal);
    await this.take(await (stop?.(this.running()) ?? this.ask(request, signal)));
    if (stop !== undefined && !signal.aborted) this.clock.pause();
  }

  /** Stores the state of the lanes after they were opened or changed. */
  takeOpened(opened: readonly Opened[], take: (run: RunBuffer, lane: Opened) => void): void {
    const { catalog } = this;
    const [first] = opened;
    if (catalog === undefined || first === undefined) return;
    this.runs.takeOpened(catalog, opened, take);
    this.factsVersions = opened.map(({ frame }) => frame.scalars.facts_version);
    sceneStore.setState({ scenario: first.facts.scenario });
    this.reportStops();
    this.clock.arrive(first.frame.scalars.is_finished === 1);
    this.compareSoon();
  }

  private async ask(request: EngineRequest, signal: AbortSignal): Promise<Frames> {
    const engines = this.running();
    switch (request.kind) {
      case 'step':
        return engines.stepDecision(this.leadingOn(), signal);
      case 'advance':
        return engines.advance(
          Math.min(request.until_s, this.stopsAt_s ?? this.reach_s, this.reach_s),
          request.budget_ms,
          signal,
          true,
        );
      case 'seek':
        return engines.seek(request.at_s, { signal });
      case 'step-back': {
        const { found, frames } = await engines.step(this.focused(), { kind: 'decision' }, 'back', { signal });
        return found ? frames : engines.seek(0, { signal });
      }
    }
  }

  /** Stores frames of all lanes at the same simulated time. */
  async take(frames: Frames): Promise<void> {
    this.runs.append(frames);
    if (this.isAtEnd()) this.clock.finish();
    const versions = this.lanes.map(({ run }) => run.latest.scalars.facts_version);
    if (versions.every((version, place) => version === this.factsVersions[place])) return;
    this.factsVersions = versions;
    this.runs.updateFacts(await this.running().facts());
    this.reportStops();
  }

  private isAtEnd(): boolean {
    return this.lanes[0]?.run.latest.scalars.is_finished === 1;
  }

  /** Searches for the divergence of the lanes, without affecting the run. */
  private compareSoon(): void {
    clearTimeout(this.compareTimer);
    // Lanes are not compared if one plays a recording, because the simulated senders do not send its packets. Lanes
    // that show different links are not compared either.
    if (this.lanes.length < 2 || this.recording !== undefined || !showSameLink(this.lanes)) {
      sceneStore.setState({ divergence: undefined });
      return;
    }
    const { scenario } = sceneStore.getState();
    this.compareTimer = setTimeout(() => {
      if (scenario === undefined || sceneStore.getState().scenario !== scenario) return;
      void this.engines?.divergence(scenario).then((divergence) => {
        if (sceneStore.getState().scenario === scenario) sceneStore.setState({ divergence });
      }, this.options.report);
    }, COMPARE_DELAY_MS);
  }
}

/** A string that identifies a lane and the simulated time at which it stopped. */
function stopOf({ index, run }: LaneRun): string {
  return `${index} ${run.facts.stopped?.at_s}`;
}

/** True if a script is new or changed, and the scenes differ only in their lanes. */
function changesScript(before: Scenario, after: Scenario): boolean {
  const isWritten = after.lanes.some(
    ({ aqm, script }, place) => aqm === SCRIPT && script !== before.lanes[place]?.script,
  );
  return isWritten && JSON.stringify({ ...before, lanes: [] }) === JSON.stringify({ ...after, lanes: [] });
}

export function openScenario(): Scenario {
  const { scenario } = sceneStore.getState();
  if (scenario === undefined) throw new Error('no scene is open');
  return scenario;
}

/** Opens the steps of a lesson on the page: their scenes, runs and panels. Loads with the first lesson. */

import { SceneRefused } from '../../core/border/client';
import type { Preset } from '../../core/border/scenario';
import {
  begunText,
  type Judged,
  judgedText,
  sceneOfVerdict,
  sceneWith,
  scriptOf,
  textFor,
} from '../../core/lesson/judge-script';
import type { Lesson, LessonScene, LookPart, RunPart, WhyPart, WritePart } from '../../core/lesson/lesson';
import { isPartOfPage, type LessonActions, type WhyFound } from '../../core/lesson/lesson-actions';
import { keyOfSource, progressOf } from '../../core/lesson/lesson-progress';
import { type FoundLesson, fragmentOfLesson } from '../../core/lesson/lesson-sources';
import { type LessonState, lessonStore, NO_LESSON } from '../../core/lesson/lesson-store';
import {
  focusLane,
  leaveFirstMinute,
  setHighlightedReason,
  setHoveredFlow,
  showWorkspace,
  viewStore,
} from '../../core/page/view-store';
import { WATCH } from '../../core/page/workspaces';
import { placeOfPace } from '../../core/run/playback';
import { sceneStore, setHalfway } from '../../core/scene/scene-store';
import { scriptStore } from '../../core/scene/script-store';
import type { CommandKind } from '../../core/session/command-queue';
import type { Opened } from '../../core/session/door';
import type { Opening } from '../../core/session/opening';
import type { SceneRun } from '../../core/session/scene-run';
import { firstPart } from './slides';

/** The session functions that a lesson needs. */
export interface LessonStage {
  readonly presets: readonly Preset[];
  readonly run: SceneRun;
  readonly perform: (kind: CommandKind, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  readonly open: (parse: () => Opening) => Promise<Opened>;
  readonly leave: () => void;
}

/** Number of events in one response of the engine. One is enough, since the search ends at the first event found. */
const FEW_ROWS = 1;
/** The run is simulated in intervals of this length until the event is found [s]. */
const STRETCH_S = 2;

/** Opens a lesson step with its scene. The text is shown even if the lesson's scripts are not allowed. */
export async function openingOfLesson(
  { lesson, source, step }: FoundLesson,
  presets: readonly Preset[],
): Promise<Opening> {
  // Compresses the lesson's text, so that each step's address can later be made without waiting.
  await fragmentOfLesson(source, step);
  const kept = progressOf(keyOfSource(source), lesson);
  const part = firstPart(lesson.steps[step]?.parts ?? []);
  const opening = openingOfStep(lesson, step, kept?.scripts ?? {}, presets);
  return {
    ...opening,
    scripts: source.kind === 'built-in' ? 'ours' : { lesson },
    brings: (isOpened) => {
      leaveFirstMinute();
      lessonStore.setState({ ...NO_LESSON, ...kept, lesson, source, step, part, beside: besideOf(lesson, step) });
      opening.brings?.(isOpened);
    },
    onThere: (run) => {
      const look = lookOnArrival(lesson, step);
      if (look !== undefined) pointAt(look, run);
    },
  };
}

/** A step's scene, with the reader's script for it. */
function openingOfStep(
  lesson: Lesson,
  step: number,
  scripts: Readonly<Record<string, string>>,
  presets: readonly Preset[],
): Opening {
  const scene = sceneOf(lesson, step);
  if (scene === undefined) throw new SceneRefused([{ path: 'lesson', problem: 'has no scene' }]);
  const part = writePart(lesson, step);
  const script = part === undefined ? undefined : begunText(lesson, part, scripts);
  const look = lookOnArrival(lesson, step);
  const given = script === undefined ? scene : { ...scene, scenario: sceneWith(scene.scenario, script) };
  const at_s = look?.at_s;
  const opening = openingOfScene(at_s == null ? given : { ...given, at_s, plays: false }, presets);
  return {
    ...opening,
    brings: (isOpened) => {
      if (!isOpened) return;
      // The workspace and its settings belong to the previous scene, so they are reset. An open editor stays open.
      const workspace = script !== undefined && viewStore.getState().workspace === 'script' ? 'script' : WATCH;
      viewStore.setState({ workspace, home: WATCH, settings: {} });
    },
  };
}

/** A scene in the form that a lesson uses. */
function openingOfScene({ scenario, preset: id, at_s, plays, pace }: LessonScene, presets: readonly Preset[]): Opening {
  const preset = presets.find((known) => known.scenario.id === id);
  const { source } = lessonStore.getState();
  const scripts = source?.kind === 'built-in' ? 'ours' : 'ask';
  return { scenario, preset, at_s, pace: placeOfPace(pace), plays, view: 'kept', scripts, isOfLesson: true };
}

export class LessonCommands implements LessonActions {
  constructor(private readonly stage: LessonStage) {}

  async goToStep(step: number): Promise<void> {
    const { lesson, step: before } = lessonStore.getState();
    if (lesson === undefined || step < -1 || step >= lesson.steps.length) return;
    pointAtNothing();
    // The text changes at once, without waiting for the engine.
    lessonStore.setState({
      step,
      part: firstPart(lesson.steps[step]?.parts ?? []),
      why: undefined,
      beside: besideOf(lesson, step),
    });
    const look = lookOnArrival(lesson, step);
    if (opensScene(lesson, before, step) || needsScript(lesson, step)) await this.openSceneAgain();
    else if (look !== undefined) await this.look(look);
  }

  async openSceneAgain(): Promise<void> {
    const { lesson, step, scripts } = lessonStore.getState();
    if (lesson === undefined) return;
    await this.stage.open(() => openingOfStep(lesson, step, scripts, this.stage.presets));
    const look = lookOnArrival(lesson, step);
    if (look !== undefined && lessonStore.getState().step === step) pointAt(look, this.stage.run);
  }

  async look(part: LookPart): Promise<void> {
    const { run, perform } = this.stage;
    const { at_s } = part;
    if (at_s !== null) {
      run.clock.pause();
      await perform('move', (signal) => run.goTo(Math.min(at_s, run.runs.duration_s), false, signal));
    }
    pointAt(part, this.stage.run);
  }

  async runTo({ until_s, pace }: RunPart): Promise<void> {
    const { run, perform } = this.stage;
    if (run.runs.isEmpty) return;
    pointAtNothing();
    const end_s = Math.min(until_s ?? run.runs.duration_s, run.runs.duration_s);
    const from_s = run.present_s() < end_s ? run.present_s() : Math.min(this.openedAt_s(), end_s);
    await perform('move', async (signal) => {
      if (pace !== null) run.clock.setPace(placeOfPace(pace));
      await run.goTo(from_s, true, signal);
      if (!signal.aborted) run.stopsAt_s = end_s;
    });
  }

  async findWhy(part: WhyPart): Promise<void> {
    const { line } = part;
    lessonStore.setState({ why: { line, found: 'searching' } });
    const found = await this.search(part);
    if (lessonStore.getState().why?.line === line) lessonStore.setState({ why: { line, found } });
  }

  private async search({ lane, event, flow, after_s }: WhyPart): Promise<WhyFound> {
    const { run, perform } = this.stage;
    if (lane >= run.lanes.length) return { kind: 'no-lane' };
    pointAtNothing();
    run.clock.pause();
    focusLane(lane);
    lessonStore.setState({ beside: 'explain' });
    const filter = { reason: event, ...(flow === null ? {} : { class: flow }) };
    const end_s = run.runs.duration_s;
    let found: WhyFound = { kind: 'given-up' };
    await perform('move', async (signal) => {
      found = { kind: 'given-up' };
      let from_s = after_s;
      let after_event: number | undefined;
      while (from_s < end_s && !signal.aborted) {
        const until_s = Math.min(end_s, Math.max(run.runs.furthest_s, from_s));
        const page = await run
          .running()
          .history(lane, from_s, until_s, after_event === undefined ? filter : { ...filter, after_event }, FEW_ROWS);
        const [at_s] = page.rows.time_s;
        if (at_s !== undefined) {
          const [serial = 0] = page.rows.decision;
          const [number = 0] = page.rows.event;
          await run.travel(
            undefined,
            (engines, options) =>
              serial > 0 ? engines.seekDecision(lane, serial, options) : engines.seekEvent(lane, number, options),
            signal,
          );
          if (signal.aborted) return;
          setHalfway(run.isAtMatch());
          const [row = 0] = page.rows.flow;
          found = { kind: 'found', at_s, flow: row };
          return;
        }
        after_event = page.lastEvent;
        from_s = page.isWhole ? until_s : page.ended_s;
        if (page.isWhole && until_s < end_s) await run.goTo(Math.min(end_s, until_s + STRETCH_S), false, signal);
      }
      if (!signal.aborted) found = { kind: 'nowhere', from_s: after_s, until_s: end_s };
    });
    return found;
  }

  async openEditor(part: WritePart, text?: string): Promise<void> {
    const { lesson, step, scripts } = lessonStore.getState();
    const scene = lesson === undefined ? undefined : sceneOf(lesson, step);
    if (lesson === undefined || scene === undefined) return;
    const wanted = text ?? textFor(lesson, part, scripts);
    lessonStore.setState({ scripts: { ...scripts, [part.id]: wanted } });
    if (scriptOf(sceneStore.getState().scenario) !== wanted) {
      const scenario = sceneWith(scene.scenario, wanted);
      await this.open({ ...scene, scenario, plays: false });
    }
    focusLane(this.stage.run.lanes.length - 1);
    showWorkspace('script');
  }

  async showVerdict(part: WritePart, verdict: Judged): Promise<void> {
    const { lesson, step, scripts } = lessonStore.getState();
    const scene = lesson === undefined ? undefined : sceneOf(lesson, step);
    if (lesson === undefined || scene === undefined) return;
    const script = judgedText(lesson, part, scripts, scriptStore.getState().draft);
    const scenario = sceneOfVerdict({ scenario: scene.scenario, part, script }, verdict);
    if (scenario === undefined || !('at_s' in verdict)) return;
    pointAtNothing();
    lessonStore.setState({ beside: 'explain' });
    await this.open({ ...scene, scenario, at_s: verdict.at_s, plays: false });
    focusLane(this.stage.run.lanes.length - 1);
  }

  private async open(scene: LessonScene): Promise<void> {
    await this.stage.open(() => openingOfScene(scene, this.stage.presets));
  }

  leave(): void {
    pointAtNothing();
    this.stage.run.stopsAt_s = undefined;
    this.stage.leave();
  }

  /** The time at which the step's scene opens [s]. */
  private openedAt_s(): number {
    const { lesson, step } = lessonStore.getState();
    return lesson === undefined ? 0 : (sceneOf(lesson, step)?.at_s ?? 0);
  }
}

/**
 * True if a scene opens on the way from one step to another: the steps have different scenes, or the step `to` opens
 * the same scene again.
 */
export function opensScene(lesson: Lesson, from: number, to: number): boolean {
  return lesson.steps[to]?.opens === true || sceneOf(lesson, from) !== sceneOf(lesson, to);
}

function sceneOf(lesson: Lesson, step: number): LessonScene | undefined {
  return lesson.scenes[lesson.steps[Math.max(0, step)]?.scene ?? 0];
}

function writePart(lesson: Lesson, step: number): WritePart | undefined {
  return lesson.steps[step]?.parts.find((part) => part.kind === 'write');
}

/** True if the step needs a script that is not on the stage. */
function needsScript(lesson: Lesson, step: number): boolean {
  const part = writePart(lesson, step);
  const script = part === undefined ? undefined : begunText(lesson, part, lessonStore.getState().scripts);
  return script !== undefined && scriptOf(sceneStore.getState().scenario) !== script;
}

/**
 * Stores the reader's script with the step's task. The script is the discipline of the last lane, which follows the
 * lanes of the step's scene.
 */
export function keepScripts(): () => void {
  return sceneStore.subscribe(({ scenario }, before) => {
    if (scenario === undefined || scenario === before.scenario) return;
    const { lesson, step, scripts } = lessonStore.getState();
    const part = lesson === undefined ? undefined : writePart(lesson, step);
    if (lesson === undefined || part === undefined) return;
    const script = scriptOf(scenario);
    const isOfScene = sceneOf(lesson, step)?.scenario.lanes.some((lane) => lane.script === script) === true;
    // A reader who only passes through this step has not begun its task. No script is stored for the task then.
    if (script === undefined || isOfScene || script === textFor(lesson, part, scripts)) return;
    if (begunText(lesson, part, scripts) === undefined) return;
    lessonStore.setState({ scripts: { ...scripts, [part.id]: script } });
  });
}

/** The panel beside a step: controls for a task, otherwise the explanation. */
function besideOf(lesson: Lesson, step: number): LessonState['beside'] {
  return lesson.steps[step]?.parts.some(({ kind }) => kind === 'do') === true ? 'controls' : 'explain';
}

/**
 * The step's first part other than text, if this part is a `look` part. Undefined otherwise. What a `look` part at this
 * place points out is shown without a click.
 */
function lookOnArrival(lesson: Lesson, step: number): LookPart | undefined {
  const first = lesson.steps[step]?.parts.find(({ kind }) => kind !== 'text');
  return first?.kind === 'look' ? first : undefined;
}

function pointAt({ lane, show, point }: LookPart, run: SceneRun): void {
  if (lane !== null) focusLane(lane);
  if (show !== null) showWorkspace(show === 'plots' ? WATCH : show);
  lessonStore.setState({ points: point.filter(isPartOfPage) });
  if (point.includes('controls')) lessonStore.setState({ beside: 'controls' });
  else if (point.includes('explanation') || point.includes('events')) lessonStore.setState({ beside: 'explain' });
  const about = run.lanes[lane ?? 0]?.run;
  if (about === undefined) return;
  const { facts, catalog } = about;
  const flows = point.flatMap((name) => flowsNamed(name, facts.flows));
  // The page can highlight one flow at a time, so a class of several flows is not highlighted.
  setHoveredFlow(flows.length === 1 ? flows[0] : undefined);
  const reason = point.find((name) => name.startsWith('reason:'))?.slice('reason:'.length);
  const place = catalog.reasons.findIndex(({ id }) => id === reason);
  setHighlightedReason(place < 0 ? undefined : place);
}

/** Rows of the flows meant by `udp`, `tcp` or `flow 3`. */
function flowsNamed(name: string, flows: readonly { readonly class: string; readonly number: number }[]): number[] {
  return flows.flatMap((flow, row) => (name === flow.class || name === `flow ${flow.number}` ? [row] : []));
}

function pointAtNothing(): void {
  if (lessonStore.getState().points.length > 0) lessonStore.setState({ points: [] });
  setHoveredFlow(undefined);
  setHighlightedReason(undefined);
}

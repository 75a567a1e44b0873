/** Changes of settings during the run: a single change, several as one, or many during a drag. */

import { SceneRefused } from '../border/client';
import type { Scenario, SettingValue } from '../border/scenario';
import { patternOf, settingAt } from '../scene/edit';
import { type Change, sceneStore } from '../scene/scene-store';
import { begun, type Drag, moved, settled } from './drag';
import { openScenario, type Placing, type SceneRun } from './scene-run';

export class LiveChanges {
  private drag: Drag | undefined;

  /** `onChanged` is called after the engine has applied a change. */
  constructor(
    private readonly run: SceneRun,
    private readonly onChanged: () => void,
  ) {}

  async change(path: string, value: SettingValue, drag: number | undefined, signal: AbortSignal): Promise<void> {
    if (drag === undefined) {
      // A single change counts as a drag with one step.
      singles -= 1;
      await this.change(path, value, singles, signal);
      return this.settle(singles, signal);
    }
    await this.run.together(signal);
    const before = openScenario();
    const opened = await this.run.running().change(path, value);
    this.run.takeOpened(opened, (run, lane) => run.change(lane));
    this.onChanged();
    if (this.drag?.id === drag && this.drag.path === path) this.drag = moved(this.drag, value);
    else {
      // The engine determines the time at which the change took effect.
      const made = openScenario().interventions.findLast((change) => change.path === path);
      this.drag = begun(drag, path, value, before, made?.at_s ?? this.run.runs.now_s);
    }
  }

  /** Makes several changes. Intermediate values may contradict each other, so refused changes are tried again. */
  async changeAll(changes: readonly Change[], signal: AbortSignal): Promise<void> {
    await this.run.together(signal);
    let left = changes;
    while (left.length > 0) {
      const refused: Change[] = [];
      let why: SceneRefused | undefined;
      for (const change of left) {
        try {
          const opened = await this.run.running().change(change.path, change.value);
          this.run.takeOpened(opened, (run, lane) => run.change(lane));
        } catch (problem) {
          if (!(problem instanceof SceneRefused)) throw problem;
          refused.push(change);
          why = problem;
        }
      }
      if (refused.length === left.length && why !== undefined) throw why;
      left = refused;
    }
    this.onChanged();
  }

  /** Discards the current drag after an undo, so that the end of the drag has no effect. */
  forget(): void {
    this.drag = undefined;
  }

  /**
   * Ends a drag and combines its changes into one. There is no change if the last value equals the value before the
   * drag.
   */
  async settle(drag: number, signal: AbortSignal): Promise<void> {
    const ended = this.drag;
    if (ended === undefined || ended.id !== drag) return;
    this.drag = undefined;
    const interventions = settled(ended, this.valueBefore(ended));
    if (interventions === undefined) return;
    await this.run.open({ ...openScenario(), interventions }, hereWithFuture(this.run), signal);
  }

  /** Value before the drag. Undefined if none was set. */
  private valueBefore({ path, before, from_s }: Drag): SettingValue | undefined {
    const scenario = openScenario();
    const earlier = before.findLast((change) => change.path === path && change.at_s < from_s);
    return earlier?.value ?? settingAt(scenario, path) ?? this.defaultOf(path, scenario);
  }

  /** Default of a shared parameter, if it is the same in all lanes. */
  private defaultOf(path: string, scenario: Scenario): SettingValue | undefined {
    if (!patternOf(path).startsWith('queue.params.')) return undefined;
    const id = path.slice('queue.params.'.length);
    const disciplines = this.run.catalog?.disciplines.filter((about) =>
      scenario.lanes.some(({ aqm }) => aqm === about.id),
    );
    const defaults = new Set(
      disciplines?.flatMap(({ params }) => params.filter((spec) => spec.id === id).map((spec) => spec.default)),
    );
    return defaults.size === 1 ? [...defaults][0] : undefined;
  }
}

/**
 * Options for opening the scene at the current time with changed settings, while the plots keep the replaced future.
 */
export function hereWithFuture(run: SceneRun): Placing {
  return { preset: sceneStore.getState().preset, at_s: run.present_s(), leavesFuture: true };
}

/**
 * Ids of changes that are not part of a drag. Each such change counts as a drag with one step. The ids are negative, so
 * that they differ from the ids of sliders.
 */
let singles = 0;

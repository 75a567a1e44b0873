/** Edits of the open scene that can be undone: disciplines, lanes and values. */

import { SceneRefused } from '../border/client';
import type { Lane, Scenario, SettingValue } from '../border/scenario';
import { askFull } from '../engine/ask-full';
import { focusLaneAlone, showLanes, viewStore } from '../page/view-store';
import { folded, withDiscipline, withFork, withLanes, withoutInterventions, withSetting } from '../scene/edit';
import { notify } from '../scene/notices';
import { type Change, sceneStore } from '../scene/scene-store';
import type { CommandKind } from './command-queue';
import { isLive } from './drag';
import { hereWithFuture, LiveChanges } from './live-changes';
import { openScenario, type SceneRun } from './scene-run';
import { UndoStack } from './undo';

/** Queues a command of the session. Resolves when the command has ended. */
type Perform = (
  kind: CommandKind,
  run: (signal: AbortSignal) => Promise<void>,
  more?: { key?: string },
) => Promise<void>;

export class SceneEdits {
  private readonly live: LiveChanges;
  private readonly changes = new UndoStack();

  /** `begin` plays a scene that an edit has restarted. `onChanged` is called after every change of a running scene. */
  constructor(
    private readonly run: SceneRun,
    private readonly perform: Perform,
    private readonly begin: () => void,
    onChanged: () => void,
  ) {
    this.live = new LiveChanges(run, onChanged);
  }

  /** Changes the discipline of the focused lane. */
  switchDiscipline(aqm: string): void {
    sceneStore.setState({ switchingTo: aqm });
    const lane = this.run.focused();
    void this.reopen((scenario) => withDiscipline(scenario, aqm, lane)).finally(() => {
      if (sceneStore.getState().switchingTo === aqm) sceneStore.setState({ switchingTo: undefined });
    });
  }

  setLanes(change: (lanes: readonly Lane[]) => readonly Lane[], drag?: number): Promise<void> {
    return this.reopen((scenario) => withLanes(scenario, change(scenario.lanes)), drag);
  }

  forkLane(lane: number): void {
    const count = this.run.lanes.length;
    void this.reopen((scenario) => withFork(scenario, lane)).then(() => {
      if (this.run.lanes.length > count) focusLaneAlone(count);
    });
  }

  change(path: string, value: SettingValue, drag?: number): Promise<void> {
    const { catalog } = this.run;
    if (catalog === undefined || this.run.runs.isEmpty) return Promise.resolve();
    const at_s = this.run.present_s();
    const isNow = at_s > 0 && isLive(catalog, path);
    const key = drag === undefined ? {} : { key: `${path} ${drag}` };
    return this.edit(
      isNow ? 'change' : 'edit',
      async (signal) => {
        try {
          if (isNow) await this.live.change(path, value, drag, signal);
          else {
            await this.run.open(await withChanges([{ path, value }]), hereWithFuture(this.run), signal);
          }
          sceneStore.setState({ refusal: undefined });
        } catch (problem) {
          if (!(problem instanceof SceneRefused)) throw problem;
          sceneStore.setState({ refusal: { tried: path, problems: problem.problems } });
        }
      },
      { ...key, drag },
    );
  }

  settle(drag: number): Promise<void> {
    return this.edit('settle', (signal) => this.live.settle(drag, signal), { drag });
  }

  changeAll(changes: readonly Change[]): Promise<void> {
    const { catalog } = this.run;
    const [first] = changes;
    if (catalog === undefined || first === undefined || this.run.runs.isEmpty) return Promise.resolve();
    const isNow = this.run.present_s() > 0 && changes.every(({ path }) => isLive(catalog, path));
    return this.edit(isNow ? 'change' : 'edit', async (signal) => {
      const before = openScenario();
      try {
        if (isNow) await this.live.changeAll(changes, signal);
        else {
          await this.run.open(await withChanges(changes), hereWithFuture(this.run), signal);
        }
        sceneStore.setState({ refusal: undefined });
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        // If a change is refused, the earlier changes of this call are undone.
        if (isNow) await this.run.open(before, hereWithFuture(this.run), signal);
        sceneStore.setState({ refusal: { tried: first.path, problems: problem.problems } });
      }
    });
  }

  takeBack(indexes: readonly number[]): void {
    void this.reopen((scenario) => withoutInterventions(scenario, indexes));
  }

  startOver(): void {
    void this.openFromStart(folded(openScenario()));
  }

  openFromStart(scenario: Scenario): Promise<void> {
    return this.edit('edit', async (signal) => {
      this.run.clock.reset();
      const onOpened = (): void => showLanes(this.run.lanes.length, viewStore.getState().soloLane);
      await this.run.open(scenario, { preset: sceneStore.getState().preset, at_s: 0, onOpened }, signal);
      this.begin();
    });
  }

  undo(): void {
    this.goThroughChanges((present) => this.changes.undo(present));
  }

  redo(): void {
    this.goThroughChanges((present) => this.changes.redo(present));
  }

  /** Makes a change of the scene that can be undone. */
  private edit(
    kind: CommandKind,
    run: (signal: AbortSignal) => Promise<void>,
    { key, drag }: { key?: string; drag?: number | undefined } = {},
  ): Promise<void> {
    const recorded = async (signal: AbortSignal): Promise<void> => {
      const before = sceneStore.getState().scenario;
      try {
        await run(signal);
      } finally {
        const { scenario: after } = sceneStore.getState();
        if (before !== undefined && after !== undefined) this.changes.record(before, after, drag);
        this.reportChanges();
      }
    };
    return this.perform(kind, recorded, key === undefined ? {} : { key });
  }

  private goThroughChanges(next: (present: Scenario) => Scenario | undefined): void {
    if (this.run.runs.isEmpty) return;
    void this.perform('edit', async (signal) => {
      this.live.forget();
      const present = openScenario();
      const scenario = next(present);
      this.reportChanges();
      if (scenario === undefined) return;
      const isSameLanes = JSON.stringify(scenario.lanes) === JSON.stringify(present.lanes);
      const opening = { ...hereWithFuture(this.run), leavesFuture: isSameLanes };
      const onOpened = (): void => showLanes(this.run.lanes.length, viewStore.getState().soloLane);
      await this.run.open(scenario, { ...opening, onOpened }, signal);
    });
  }

  /** Empties the list of changes when another scene opens. */
  forgetChanges(): void {
    this.changes.clear();
    this.reportChanges();
  }

  private reportChanges(): void {
    const { canUndo, canRedo } = this.changes;
    sceneStore.setState({ canUndo, canRedo });
  }

  /** Opens the edited scene and runs it to the current simulated time. */
  private reopen(edit: (scenario: Scenario) => Scenario, drag?: number): Promise<void> {
    const work = async (signal: AbortSignal): Promise<void> => {
      try {
        await this.run.open(
          edit(openScenario()),
          { preset: sceneStore.getState().preset, at_s: this.run.present_s() },
          signal,
        );
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        notify({ kind: 'refused', problems: problem.problems });
      }
    };
    return this.edit('edit', work, { drag });
  }
}

/** Settings that decide which other settings the flows of a group have. */
const KIND_OF_FLOWS = /^flows\.\d+\.(transport|source)$/;

/** The open scenario with changed settings. For another kind of flows, the engine decides which settings remain. */
async function withChanges(changes: readonly Change[]): Promise<Scenario> {
  const scenario = openScenario();
  if (!changes.some(({ path }) => KIND_OF_FLOWS.test(path)))
    return changes.reduce((scene, { path, value }) => withSetting(scene, path, value), scenario);
  const pairs = changes.map(({ path, value }) => [path, value]);
  const request = { kind: 'scene-with', scenario: JSON.stringify(scenario), changes: JSON.stringify(pairs) } as const;
  return JSON.parse(await askFull(request)) as Scenario;
}

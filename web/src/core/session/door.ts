/**
 * The only code that opens a scene in the run. It asks whether the scene's scripts may run, leaves the previous scene,
 * resets the page, and then opens and starts the scene, which was parsed into an `Opening` beforehand.
 */

import { allowScript, scriptsWithin } from '../border/allowed-scripts';
import { hasScript } from '../border/scenario';
import { lookAtChosen, showLanes, viewStore } from '../page/view-store';
import { lanesLeftOut } from '../run/lanes';
import { clear, notify } from '../scene/notices';
import { sceneStore, setHalfway } from '../scene/scene-store';
import type { Feature } from './feature';
import { stepKindIn, viewAsLinked } from './link-view';
import type { Opening } from './opening';
import type { SceneAddress } from './scene-address';
import type { SceneRun } from './scene-run';

interface Around {
  readonly run: SceneRun;
  readonly address: SceneAddress;
  /** The scene that opens if no scene is open yet and the user does not allow the scripts of the requested scene. */
  readonly first: () => Opening;
  /** True if opened scenes do not start to play by themselves. */
  readonly opensPaused: boolean;
  /**
   * Returns the address of a scene in the lab. Set only in a page in a frame, which never asks the user to allow
   * scripts, and offers this address instead.
   */
  readonly inLab: ((fragment: string) => string) | undefined;
  /** Clears the undo history, which belongs to the previous scene. */
  readonly forgetChanges: () => void;
  readonly features: readonly Feature[];
}

/**
 * `declined`: the user did not allow the scripts of the scene, so the previous scene stays open. `superseded`: a later
 * request opened another scene.
 */
export type Opened = 'opened' | 'declined' | 'superseded';

export class Door {
  constructor(private readonly around: Around) {}

  /** Opens a scene. Rejects with `SceneRefused` if the engine refuses it. The previous scene then stays open. */
  async open(opening: Opening, turn: number, signal: AbortSignal): Promise<Opened> {
    const { run, address } = this.around;
    const { scenario, preset, base, recording, at_s } = opening;
    const mayRun = await this.mayRun(opening, signal);
    if (signal.aborted) return 'superseded';
    if (!mayRun) return this.stay(opening, turn, signal);
    run.clock.reset(opening.pace);
    clear();
    const onOpened = (): void => {
      sceneStore.setState({ base, isOfPlaylist: opening.isOfPlaylist === true });
      setHalfway(false);
      this.around.forgetChanges();
      this.leaveOthers(opening);
      opening.brings?.(true);
      this.look(opening);
      address.opened(turn, opening);
    };
    await run.openAnother(scenario, { preset, at_s, onOpened }, signal, recording);
    if (signal.aborted) return 'superseded';
    if (opening.isHalfway === true) setHalfway(run.isAtMatch());
    this.begin(opening.plays);
    opening.onThere?.(run);
    return 'opened';
  }

  /** Starts to play an opened scene. With reduced motion, a notice explains how the user can start it. */
  begin(isWanted = true): void {
    if (!isWanted || this.around.opensPaused) return;
    if (!viewStore.getState().prefersReducedMotion) return this.around.run.clock.play();
    notify({ kind: 'starts-paused' });
  }

  private async mayRun({ scenario, scripts }: Opening, signal: AbortSignal): Promise<boolean> {
    if (typeof scripts !== 'object' && !hasScript(scenario)) return true;
    if (scripts === 'ours') {
      for (const text of scriptsWithin(scenario)) allowScript(text);
      return true;
    }
    const { askedOfLesson, askedOfScene, mayRun } = await import('./scripts-from-elsewhere');
    const asked = scripts === 'ask' ? askedOfScene(scenario) : askedOfLesson(scripts.lesson, scenario);
    return mayRun(asked, { signal, isFramed: this.around.inLab !== undefined });
  }

  /** Keeps the previous scene open. If there is none, opens the first scene. */
  private async stay(opening: Opening, turn: number, signal: AbortSignal): Promise<Opened> {
    const { run, inLab, first } = this.around;
    opening.brings?.(false);
    if (inLab !== undefined) {
      notify({ kind: 'scripts-in-frame', address: inLab(opening.link ?? '') });
    } else if (run.runs.isEmpty) await this.open({ ...first(), isOfLesson: opening.isOfLesson === true }, turn, signal);
    return 'declined';
  }

  /** Ends a lesson or poll to which the opened scene does not belong. */
  private leaveOthers(opening: Opening): void {
    for (const { onOpened } of this.around.features) onOpened?.(opening);
    if (opening.isOfLesson !== true) this.around.address.fixTo(opening.names);
  }

  private look({ scenario, preset, view, notice }: Opening): void {
    const { lanes } = this.around.run;
    const isLinked = typeof view === 'object';
    showLanes(lanes.length, isLinked ? view.solo_lane : undefined);
    const leftOut = lanesLeftOut(scenario.lanes.length, lanes);
    clear();
    if (notice !== undefined) notify(notice);
    if (leftOut !== undefined) notify(leftOut);
    if (view === 'own') lookAtChosen(preset);
    if (!isLinked) return;
    viewStore.setState((before) => viewAsLinked(view, before));
    const { catalog, facts } = lanes[0]?.run ?? {};
    sceneStore.setState({ stepKind: stepKindIn(view.step, catalog, facts?.flows.length ?? 0) });
  }
}

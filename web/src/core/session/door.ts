/**
 * The only way to open a scene: asks whether its scripts may run, leaves the scene before, resets, opens, begins. Every
 * scene was parsed into an `Opening` before, and no other code opens another scene in the run.
 */

import { allowScript, scriptsWithin } from '../border/allowed-scripts';
import { hasScript } from '../border/scenario';
import { lookAtChosen, showLanes, viewStore } from '../page/view-store';
import { lanesLeftOut } from '../run/lanes';
import { clear, notify } from '../scene/notices';
import { sceneStore, standHalfway } from '../scene/scene-store';
import type { Feature } from './feature';
import { stepKindIn, viewAsLinked } from './link-view';
import type { Opening } from './opening';
import type { SceneAddress } from './scene-address';
import type { SceneRun } from './scene-run';

interface Around {
  readonly run: SceneRun;
  readonly address: SceneAddress;
  /** The opening where nothing is open yet and the user does not let the scripts of a scene run. */
  readonly first: () => Opening;
  /** No scene begins to play by itself. */
  readonly opensPaused: boolean;
  /** The page lies in a frame of another page: the lab is where it is asked. */
  readonly inLab: ((fragment: string) => string) | undefined;
  /** Undo belongs to the scene before, and is emptied. */
  readonly forgetChanges: () => void;
  readonly features: readonly Feature[];
}

/** `declined`: its scripts may not run, so the scene before stays; `superseded`: another opening came. */
export type Opened = 'opened' | 'declined' | 'superseded';

export class Door {
  constructor(private readonly around: Around) {}

  /** Rejects with `SceneRefused` where the engine refuses the scene: then the scene before stays, with its lesson and its address. */
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
      standHalfway(false);
      this.around.forgetChanges();
      this.leaveOthers(opening);
      opening.brings?.(true);
      this.look(opening);
      address.opened(turn, opening);
    };
    await run.openAnother(scenario, { preset, at_s, onOpened }, signal, recording);
    if (signal.aborted) return 'superseded';
    if (opening.isHalfway === true) standHalfway(run.isAtMatch());
    this.begin(opening.plays);
    opening.onThere?.(run);
    return 'opened';
  }

  /** An open scene begins to play, except for users who asked their system for less motion: a notice says how. */
  begin(isWanted = true): void {
    if (!isWanted || this.around.opensPaused) return;
    if (!viewStore.getState().prefersReducedMotion) return this.around.run.clock.play();
    notify({ kind: 'stands-still' });
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

  /** The scene does not open: that on the page stays, or the first one opens. */
  private async stay(opening: Opening, turn: number, signal: AbortSignal): Promise<Opened> {
    const { run, inLab, first } = this.around;
    opening.brings?.(false);
    if (inLab !== undefined) {
      notify({ kind: 'scripts-in-frame', address: inLab(opening.link ?? '') });
    } else if (run.runs.isEmpty) await this.open({ ...first(), isOfLesson: opening.isOfLesson === true }, turn, signal);
    return 'declined';
  }

  /** A lesson and a hall end where another scene takes the page. */
  private leaveOthers(opening: Opening): void {
    for (const { onOpened } of this.around.features) onOpened?.(opening);
    if (opening.isOfLesson !== true) this.around.address.standsFor(opening.names);
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

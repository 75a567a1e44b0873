/**
 * The address follows the scene: after every change it opens the very scene on the page. Of a scene that fits into no link
 * it opens the preset without the changes, and a notice says so once.
 */

import { type EngineClient, type SceneProblem, SceneRefused, type ViewInLink } from '../engine/client';
import { DEFAULT_PACE } from '../run/playback';
import type { Scenario } from '../scenario/scenario';
import { sceneStore } from '../store/scene-store';
import { viewStore } from '../store/view-store';
import { presenterInLink } from './link-view';

/** The address follows this long after the last change [ms]. */
const DELAY_MS = 250;

export class SceneAddress {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The scene as the page opens it by itself, and at which pace: it needs no link. */
  private pristine = { scenario: '', pace: DEFAULT_PACE };
  /** Whether the viewer knows that the address lags behind the scene. */
  private isBehind = false;
  /** Whether what is written next is another scene than what was written last. */
  private isAnother = false;
  private shown: string | undefined;
  /** What stands in the address in place of the scene: a step of a lesson. */
  private instead: string | undefined;
  /** Counts what came to stand in the address otherwise than by a link of the scene. */
  private turn = 0;

  /** `write` makes a new entry in the history for another scene, and replaces the present one else. */
  constructor(private readonly write: (fragment: string, isAnother: boolean) => void) {}

  /** What stands in the address for the scene on the page; undefined before the first one. */
  get fragment(): string | undefined {
    return this.shown;
  }

  needsNoLink(scenario: Scenario, pace: number): void {
    this.pristine = { scenario: JSON.stringify(scenario), pace };
  }

  /** Another scene was opened: Back leads to the one before. */
  opensAnother(): void {
    this.isAnother = true;
  }

  /** The scene on the page is that of an address which stands there already. */
  isAt(fragment: string): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.turn += 1;
    this.shown = fragment;
  }

  /** From now on this stands in the address, whatever becomes of the scene; undefined: the scene again. */
  standsFor(fragment: string | undefined, isAnother = true): void {
    this.instead = fragment;
    if (fragment === undefined) return;
    this.turn += 1;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isAnother = isAnother;
    this.show(fragment);
  }

  /** What is still to be written of the scene is written now: another one is about to take its place. */
  async settle(engine: EngineClient): Promise<void> {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    await this.follow(engine);
  }

  /** `perform` runs the work when the time has come, if there is an engine that can do it. */
  writeSoon(perform: (work: (engine: EngineClient) => Promise<void>) => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => perform((engine) => this.follow(engine)), DELAY_MS);
  }

  private async follow(engine: EngineClient): Promise<void> {
    this.timer = undefined;
    const { scenario, pace } = sceneStore.getState();
    if (scenario === undefined || this.instead !== undefined) return;
    const { soloLane, below, packetColour, isPresenting, interval } = viewStore.getState();
    const isSeenAsUsual =
      soloLane === undefined && interval === undefined && below === 'plots' && packetColour === 'flow' && !isPresenting;
    const isAsUsual = pace === this.pristine.pace && isSeenAsUsual;
    const isPlain = isAsUsual && JSON.stringify(scenario) === this.pristine.scenario;
    const problems = isPlain ? undefined : await this.writeLink(engine);
    if (isPlain) this.show('');
    this.tellBehind(problems);
  }

  private show(fragment: string): void {
    this.write(fragment, this.isAnother);
    this.isAnother = false;
    this.shown = fragment;
  }

  /** While the engine wrote the link, something else may have come to stand in its place. */
  private showOfScene(fragment: string, turn: number): void {
    if (turn === this.turn) this.show(fragment);
  }

  /** Why there is no link of this scene, if there is none. */
  private async writeLink(engine: EngineClient): Promise<readonly SceneProblem[] | undefined> {
    const { turn } = this;
    try {
      this.showOfScene(await fragmentOf(engine, {}), turn);
      return undefined;
    } catch (problem) {
      if (!(problem instanceof SceneRefused)) throw problem;
      this.showOfScene(await fragmentOfPreset(engine), turn);
      return problem.problems;
    }
  }

  private tellBehind(problems: readonly SceneProblem[] | undefined): void {
    const { notice } = sceneStore.getState();
    if (problems === undefined) {
      if (notice?.kind === 'no-link') sceneStore.setState({ notice: undefined });
    } else if (!this.isBehind) sceneStore.setState({ notice: { kind: 'no-link', problems } });
    this.isBehind = problems !== undefined;
  }
}

/** Whether an address names a playlist in place of a scene. */
export function isPlaylistFragment(fragment: string): boolean {
  return fragment.startsWith('list.');
}

/** Whether an address asks a hall: a scene of its own, or a step of a lesson. */
export function isHallFragment(fragment: string): boolean {
  return fragment.startsWith('hall.') || (fragment.startsWith('lesson.') && fragment.endsWith('/hall'));
}

/** Whether an address follows the router that serves the page. */
export function isLiveFragment(fragment: string): boolean {
  return fragment.startsWith('live.');
}

/** Whether an address names a lesson in place of a scene. */
export function isLessonFragment(fragment: string): boolean {
  return fragment.startsWith('lesson.');
}

/** The link of the scene on the page, as the difference to the preset that it came from. */
export function fragmentOf(engine: EngineClient, view: ViewInLink): Promise<string> {
  const { scenario, preset, presets } = sceneStore.getState();
  const base = preset ?? presets[0];
  if (scenario === undefined || base === undefined) throw new Error('no scene is open');
  return engine.encodeLink(scenario, base.scenario, { ...view, ...viewInLink() });
}

/** How the scene on the page is looked at, where that is not as usual. */
function viewInLink(): ViewInLink {
  const { pace } = sceneStore.getState();
  const { soloLane, below, theory, sweep, packetColour, interval } = viewStore.getState();
  const { picture, values } = theory;
  return {
    ...(pace === DEFAULT_PACE ? {} : { speed: pace }),
    ...(soloLane === undefined ? {} : { solo_lane: soloLane }),
    ...(below === 'plots' ? {} : { below }),
    ...(packetColour === 'flow' ? {} : { packets: packetColour }),
    ...(interval === undefined ? {} : { interval: [interval.from_s, interval.until_s] as const }),
    ...(below === 'theory' ? { theory: { ...(picture === undefined ? {} : { picture }), values } } : {}),
    ...(below === 'sweep' && sweep !== undefined ? { sweep } : {}),
    ...presenterInLink(viewStore.getState()),
  };
}

/** The link of the preset alone, looked at in the same way. */
function fragmentOfPreset(engine: EngineClient): Promise<string> {
  const { preset, presets } = sceneStore.getState();
  const base = preset ?? presets[0];
  if (base === undefined) throw new Error('this build carries no preset');
  return engine.encodeLink(base.scenario, base.scenario, viewInLink());
}

/** The link of a scene that need not be the one on the page, from its start, with the paper in sight or as `view` says. */
export function fragmentOfScene(
  engine: EngineClient,
  scenario: Scenario,
  preset: Scenario,
  view: ViewInLink = { below: 'paper' },
): Promise<string> {
  return engine.encodeLink(scenario, preset, view);
}

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
  /** The scene as the page opens it by itself: it needs no link. */
  private pristine = '';
  /** Whether the viewer knows that the address lags behind the scene. */
  private isBehind = false;

  constructor(private readonly write: (fragment: string) => void) {}

  needsNoLink(scenario: Scenario): void {
    this.pristine = JSON.stringify(scenario);
  }

  /** `perform` runs the work when the time has come, if there is an engine that can do it. */
  writeSoon(perform: (work: (engine: EngineClient) => Promise<void>) => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      perform(async (engine) => {
        const { scenario, pace } = sceneStore.getState();
        if (scenario === undefined) return;
        const { soloLane, below, packetColour, isPresenting } = viewStore.getState();
        const isSeenAsUsual = soloLane === undefined && below === 'plots' && packetColour === 'flow' && !isPresenting;
        const isAsUsual = pace === DEFAULT_PACE && isSeenAsUsual;
        const isPlain = isAsUsual && JSON.stringify(scenario) === this.pristine;
        const problems = isPlain ? undefined : await this.writeLink(engine);
        if (isPlain) this.write('');
        this.tellBehind(problems);
      });
    }, DELAY_MS);
  }

  /** Why there is no link of this scene, if there is none. */
  private async writeLink(engine: EngineClient): Promise<readonly SceneProblem[] | undefined> {
    try {
      this.write(await fragmentOf(engine, {}));
      return undefined;
    } catch (problem) {
      if (!(problem instanceof SceneRefused)) throw problem;
      this.write(await fragmentOfPreset(engine));
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
  const { soloLane, below, theory, packetColour } = viewStore.getState();
  const { picture, values } = theory;
  return {
    ...(pace === DEFAULT_PACE ? {} : { speed: pace }),
    ...(soloLane === undefined ? {} : { solo_lane: soloLane }),
    ...(below === 'plots' ? {} : { below }),
    ...(packetColour === 'flow' ? {} : { packets: packetColour }),
    ...(below === 'theory' ? { theory: { ...(picture === undefined ? {} : { picture }), values } } : {}),
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

/** The link of a scene that need not be the one on the page, from its start, with the paper in sight. */
export function fragmentOfScene(engine: EngineClient, scenario: Scenario, preset: Scenario): Promise<string> {
  return engine.encodeLink(scenario, preset, { below: 'paper' });
}

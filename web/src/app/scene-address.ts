/** The address follows the scene: after every change it opens the very scene on the page. */

import type { EngineClient, ViewInLink } from '../engine/client';
import { DEFAULT_PACE } from '../run/playback';
import type { Scenario } from '../scenario/scenario';
import { sceneStore } from '../store/scene-store';
import { viewStore } from '../store/view-store';

/** The address follows this long after the last change [ms]. */
const DELAY_MS = 250;

export class SceneAddress {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The scene as the page opens it by itself: it needs no link. */
  private pristine = '';

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
        const { soloLane, below, packetColour } = viewStore.getState();
        const isSeenAsUsual = soloLane === undefined && below === 'plots' && packetColour === 'flow';
        const isAsUsual = pace === DEFAULT_PACE && isSeenAsUsual;
        const isPlain = isAsUsual && JSON.stringify(scenario) === this.pristine;
        this.write(isPlain ? '' : await fragmentOf(engine, {}));
      });
    }, DELAY_MS);
  }
}

/** The link of the scene on the page, as the difference to the preset that it came from. */
export function fragmentOf(engine: EngineClient, view: ViewInLink): Promise<string> {
  const { scenario, preset, presets, pace } = sceneStore.getState();
  const base = preset ?? presets[0];
  if (scenario === undefined || base === undefined) throw new Error('no scene is open');
  const { soloLane, below, theory, packetColour } = viewStore.getState();
  const { picture, values } = theory;
  return engine.encodeLink(scenario, base.scenario, {
    ...view,
    ...(pace === DEFAULT_PACE ? {} : { speed: pace }),
    ...(soloLane === undefined ? {} : { solo_lane: soloLane }),
    ...(below === 'plots' ? {} : { below }),
    ...(packetColour === 'flow' ? {} : { packets: packetColour }),
    ...(below === 'theory' ? { theory: { ...(picture === undefined ? {} : { picture }), values } } : {}),
  });
}

/** The link of a scene that need not be the one on the page, from its start, with the paper in sight. */
export function fragmentOfScene(engine: EngineClient, scenario: Scenario, preset: Scenario): Promise<string> {
  return engine.encodeLink(scenario, preset, { below: 'paper' });
}

/**
 * Parses an address into an `Opening`. If the address cannot be read, the result is the first scene with a notice.
 * Parsing runs nothing.
 */

import { type DecodedLink, SceneRefused, type ViewInLink } from '../border/client';
import type { Preset, Scenario } from '../border/scenario';
import { DEFAULT_PACE } from '../run/playback';
import { openedScene } from '../scene/edit';
import { sceneStore } from '../scene/scene-store';
import { type Feature, featureNamed } from './feature';
import { FIRST_SCENE } from './first-scene';
import { type Opening, wordsFor } from './opening';
import type { Recording } from './recording';
import type { Arrival, Left } from './scene-address';
import type { SceneRun } from './scene-run';

export class AddressParser {
  readonly speedAsUsual = DEFAULT_PACE;

  constructor(
    readonly presets: readonly Preset[],
    readonly run: SceneRun,
    readonly archive: () => Promise<string>,
    readonly features: readonly Feature[],
  ) {}

  get presetIds(): readonly string[] {
    return this.presets.map(({ scenario }) => scenario.id);
  }

  presetNamed(id: string): Preset | undefined {
    return this.presets.find(({ scenario }) => scenario.id === id);
  }

  /**
   * Parses an entry of the browser's history: the scene that is stored with the entry, or else the scene in the
   * fragment of the address.
   */
  async arrival({ fragment, unsaid, left }: Arrival, signal: AbortSignal): Promise<Opening> {
    const opening =
      unsaid === undefined
        ? await this.parse(fragment, signal)
        : (await import('./parse-link')).parseUnsaid(unsaid, this);
    return opening.names !== undefined || opening.isOfLesson === true ? opening : asLeft(opening, left);
  }

  /** Parses a fragment. If it cannot be read, returns the first scene with a notice. */
  async parse(fragment: string, signal: AbortSignal): Promise<Opening> {
    try {
      return await this.parseOrRefuse(fragment, signal);
    } catch (problem) {
      if (!(problem instanceof SceneRefused)) throw problem;
      return { ...this.first(), view: {}, notice: { kind: 'bad-link', problems: problem.problems } };
    }
  }

  private async parseOrRefuse(fragment: string, signal: AbortSignal): Promise<Opening> {
    if (fragment === '') return { ...this.first(), view: {} };
    const feature = featureNamed(this.features, fragment);
    if (feature?.address !== undefined) return feature.address.parse(fragment, this, signal);
    return this.link(fragment);
  }

  /**
   * The scene of a link. With `presenter`, opens the presenter. Values of the link take precedence over those of
   * `presenter`.
   */
  async link(fragment: string, presenter?: ViewInLink['presenter']): Promise<Opening> {
    return (await import('./parse-link')).parseLink(fragment, this, presenter);
  }

  /** Decodes a link. Rejects with `SceneRefused` if the link cannot be read. */
  async decode(fragment: string): Promise<DecodedLink> {
    return (await import('./parse-link')).decodeLink(fragment, this);
  }

  /** A preset that was chosen in the list of scenes, from its start. */
  preset(preset: Preset): Opening {
    // The page's first scene opens at a special speed. If the user has not changed this speed, the next scene opens at
    // the default speed instead.
    const { pace, preset: before } = sceneStore.getState();
    const isFirst = before?.scenario.id === FIRST_SCENE.preset && pace === FIRST_SCENE.pace;
    return {
      scenario: openedScene(preset),
      preset,
      at_s: 0,
      pace: isFirst ? DEFAULT_PACE : undefined,
      plays: true,
      view: 'own',
      scripts: 'ours',
    };
  }

  /** A scene from a file or a message, with its recording if there is one. */
  scene(scenario: Scenario, recording?: Recording): Opening {
    const preset = wordsFor(scenario, this.presetNamed(scenario.id));
    return { scenario, preset, recording, at_s: 0, pace: DEFAULT_PACE, plays: true, view: 'own', scripts: 'ask' };
  }

  /** The first scene, which opens without a link or instead of a link that cannot be opened. */
  first(): Opening {
    const first = this.presetNamed(FIRST_SCENE.preset);
    const preset = first ?? this.presets[0];
    if (preset === undefined) throw new Error('this build carries no preset');
    const { at_s, pace } = first === undefined ? { at_s: 0, pace: DEFAULT_PACE } : FIRST_SCENE;
    const { scenario } = preset;
    return { scenario, preset, at_s, pace, plays: true, view: 'kept', scripts: 'ours', isFirst: true };
  }
}

/** The opening for Back and Forward, at the simulated time at which the user left the scene. */
function asLeft(opening: Opening, left: Left | undefined): Opening {
  if (left === undefined) return opening;
  return { ...opening, at_s: left.at_s, isHalfway: left.isHalfway, plays: left.wasPlaying };
}

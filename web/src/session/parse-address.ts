/** Reads what an address names into an `Opening`; what cannot be read becomes the first scene with a notice. Nothing runs. */

import { type DecodedLink, SceneRefused, type ViewInLink } from '../engine/client';
import { DEFAULT_PACE } from '../run/playback';
import { openedScene } from '../scenario/edit';
import type { Preset, Scenario } from '../scenario/scenario';
import { type Notice, sceneStore } from '../store/scene-store';
import type { Unsaid } from './address-bar';
import { FIRST_SCENE } from './first-scene';
import { readView } from './link-view';
import { type Opening, wordsFor } from './opening';
import type { Recording } from './recording';
import {
  type Arrival,
  isHallFragment,
  isLessonFragment,
  isLiveFragment,
  isPlaylistFragment,
  type Left,
} from './scene-address';
import type { SceneRun } from './scene-run';

export class AddressParser {
  readonly speedAsUsual = DEFAULT_PACE;

  constructor(
    readonly presets: readonly Preset[],
    readonly run: SceneRun,
    private readonly archive: () => Promise<string>,
  ) {}

  get presetIds(): readonly string[] {
    return this.presets.map(({ scenario }) => scenario.id);
  }

  presetNamed(id: string): Preset | undefined {
    return this.presets.find(({ scenario }) => scenario.id === id);
  }

  /** What came in by the address bar: the scene of the entry where its fragment does not say it, else what the fragment names. */
  async arrival({ fragment, unsaid, left }: Arrival, signal: AbortSignal): Promise<Opening> {
    const opening = unsaid === undefined ? await this.parse(fragment, signal) : this.unsaid(unsaid);
    return opening.names !== undefined || opening.isOfLesson === true ? opening : asLeft(opening, left);
  }

  /** What a fragment names; the first scene, with a notice, where it cannot be read. */
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
    if (isHallFragment(fragment)) return (await import('./halls')).parseHall(fragment, this);
    if (isLessonFragment(fragment)) return (await import('./lesson-in-address')).parseLesson(fragment, this, signal);
    if (isLiveFragment(fragment)) return (await import('./recordings')).parseLive(fragment, this.run);
    if (isPlaylistFragment(fragment)) return (await import('./playlists')).parsePlaylist(fragment, this);
    return this.link(fragment);
  }

  /** The scene of a link. `presenter`: it is shown in the presenter, with this where the link does not say otherwise. */
  async link(fragment: string, presenter?: ViewInLink['presenter']): Promise<Opening> {
    const link = await this.decode(fragment);
    const { scenario } = link;
    const linked = readView(link.view);
    const view = presenter === undefined ? linked : { ...linked, presenter: { ...presenter, ...linked.presenter } };
    const base = this.baseOf(link);
    const preset = wordsFor(scenario, base);
    const opening = this.looked(view, { scenario, preset, base: base?.scenario, notice: this.noticeOfAge(link) });
    return { ...opening, link: fragment };
  }

  /** Rejects with `SceneRefused` where the link cannot be read. */
  async decode(fragment: string): Promise<DecodedLink> {
    const today = this.presets.map(({ scenario }) => scenario);
    const decoded = await this.run.askAbout((engine) => engine.decodeLink(fragment, today));
    if (decoded !== undefined) return decoded;
    const archive = await this.loadArchive();
    const ofArchive = await this.run.askAbout((engine) => engine.decodeLink(fragment, today, archive));
    if (ofArchive === undefined) throw new Error('the engine asks for an archive that it has');
    return ofArchive;
  }

  /** Another scene of the picker, from its start. */
  preset(preset: Preset): Opening {
    // The pace of the first scene is not one that the user chose.
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

  /** A scene that a file, or a message, holds; with the recording that it belongs to, if any. */
  scene(scenario: Scenario, recording?: Recording): Opening {
    const preset = wordsFor(scenario, this.presetNamed(scenario.id));
    return { scenario, preset, recording, at_s: 0, pace: DEFAULT_PACE, plays: true, view: 'own', scripts: 'ask' };
  }

  /** What opens without a link, or in place of one that cannot be opened. */
  first(): Opening {
    const first = this.presetNamed(FIRST_SCENE.preset);
    const preset = first ?? this.presets[0];
    if (preset === undefined) throw new Error('this build carries no preset');
    const { at_s, pace } = first === undefined ? { at_s: 0, pace: DEFAULT_PACE } : FIRST_SCENE;
    const { scenario } = preset;
    return { scenario, preset, at_s, pace, plays: true, view: 'kept', scripts: 'ours', isFirst: true };
  }

  private unsaid({ scenario, preset, ofPreset, base, view }: Unsaid): Opening {
    const today = preset === undefined ? undefined : this.presetNamed(preset);
    const words = today === undefined || ofPreset === undefined ? today : { ...today, scenario: ofPreset };
    return this.looked(readView(view), { scenario, preset: words, base, notice: undefined });
  }

  private looked(view: ViewInLink, scene: Pick<Opening, 'scenario' | 'preset' | 'base' | 'notice'>): Opening {
    const { at_s, speed, half } = view;
    return {
      ...scene,
      at_s: at_s ?? 0,
      isHalfway: half === true,
      pace: speed ?? DEFAULT_PACE,
      plays: at_s === undefined,
      view,
      scripts: 'ask',
    };
  }

  private async loadArchive(): Promise<string> {
    try {
      return await this.archive();
    } catch {
      const problem = 'was made before its preset changed, and what was there before could not be loaded; try again';
      throw new SceneRefused([{ path: 'link', problem }]);
    }
  }

  /** The preset from which a link differs, as it was then. */
  private baseOf({ preset, earlier }: DecodedLink): Preset | undefined {
    const today = this.presetNamed(preset);
    return today === undefined || earlier === null ? today : { ...today, scenario: earlier };
  }

  /** A link was made of another version of the preset, or under other numbers of the engine. */
  private noticeOfAge({ preset, earlier, numbers }: DecodedLink): Notice | undefined {
    const here = this.run.catalog?.numbers;
    const isOtherwise = numbers !== null && here !== undefined && numbers !== here;
    if (earlier === null && !isOtherwise) return undefined;
    return {
      kind: 'older-scene',
      preset,
      isEarlier: earlier !== null,
      ...(isOtherwise ? { numbers: { link: numbers, here } } : {}),
    };
  }
}

/** Back and Forward lead to the moment at which the scene was left. */
function asLeft(opening: Opening, left: Left | undefined): Opening {
  if (left === undefined) return opening;
  return { ...opening, at_s: left.at_s, isHalfway: left.isHalfway, plays: left.wasPlaying };
}

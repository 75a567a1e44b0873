/**
 * What comes in, once it is parsed: an address, a preset, a file, a lesson's step, a moment of a playlist, a recording or a
 * message, all in one shape. Parsing runs nothing. `door.ts` opens it.
 */

import type { ViewInLink } from '../border/client';
import type { Preset, Scenario } from '../border/scenario';
import type { Lesson } from '../lesson/lesson';
import type { Notice } from '../scene/scene-store';
import type { Recording } from './recording';
import type { SceneRun } from './scene-run';

export interface Opening {
  readonly scenario: Scenario;
  /** The preset whose title and words belong to the scene; undefined: the scene has words of its own. */
  readonly preset: Preset | undefined;
  /** What a link of the scene is written against, where that is not the preset. */
  readonly base?: Scenario | undefined;
  /** The fragment that it was read from. */
  readonly link?: string;
  /** Whose packets come in the first lane. */
  readonly recording?: Recording | undefined;
  /** The moment [s]. */
  readonly at_s: number;
  /** Between the draws of a match and the drops: the half step. */
  readonly isHalfway?: boolean;
  /** Place in `PACES`; undefined: the one in force. */
  readonly pace: number | undefined;
  /** Whether it begins to play. */
  readonly plays: boolean;
  /** How it is looked at: as a link says; `own`: as suits a scene that is chosen; `kept`: as before. */
  readonly view: ViewInLink | 'own' | 'kept';
  readonly notice?: Notice | undefined;
  /**
   * Whether scripts in it come from elsewhere, so that the user is asked before they run: about the scene, or once about all of
   * the lesson that it comes with; `ours`: the scripts are of this build.
   */
  readonly scripts: 'ours' | 'ask' | { readonly lesson: Lesson };
  /** It is the scene of the page by itself, which needs no link. */
  readonly isFirst?: boolean;
  /** What stands in the address in place of the link of the scene: a hall or a router. */
  readonly names?: string | undefined;
  /** What it belongs to takes the page when the scene opens, or in its place when the user does not let its scripts run. */
  readonly brings?: ((isOpened: boolean) => void) | undefined;
  /** Called once it is open, at its moment. */
  readonly onThere?: ((run: SceneRun) => void) | undefined;
  /** It is a moment of the playlist at hand. */
  readonly isOfPlaylist?: boolean;
  /** It is a scene of the lesson that is on the page, or that it brings: the lesson stays. */
  readonly isOfLesson?: boolean;
}

/** The preset whose words belong to a scene: the one of its id and title, however its settings were changed. */
export function wordsFor(scenario: Scenario, preset: Preset | undefined): Preset | undefined {
  const { id, title } = preset?.scenario ?? {};
  return scenario.id === id && scenario.title === title ? preset : undefined;
}

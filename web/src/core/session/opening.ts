/**
 * A parsed opening: an address, a preset, a file, a lesson's step, a moment of a playlist, a
 * recording or a message, all in one shape. Parsing runs nothing. `door.ts` opens it.
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
  /** The base of a link of the scene, where that is not the preset. */
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
  /** True if it begins to play. */
  readonly plays: boolean;
  /** The view: that of a link; `own`: the default of a chosen scene; `kept`: as before. */
  readonly view: ViewInLink | 'own' | 'kept';
  readonly notice?: Notice | undefined;
  /**
   * The origin of its scripts. `ask`: they come from elsewhere, so the user decides before they run; a lesson asks once
   * about all its scripts; `ours`: they are of this build.
   */
  readonly scripts: 'ours' | 'ask' | { readonly lesson: Lesson };
  /** It is the scene of the page by itself, which needs no link. */
  readonly isFirst?: boolean;
  /** The address in place of the link of the scene: a hall or a router. */
  readonly names?: string | undefined;
  /** Its owner takes the page when the scene opens, or in its place when the user does not let its scripts run. */
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

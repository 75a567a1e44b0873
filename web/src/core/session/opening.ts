/**
 * A parsed opening: an address, a preset, a file, a lesson's step, a moment of a playlist, a recording or a message,
 * all in one form. Parsing runs nothing; `door.ts` opens it.
 */

import type { ViewInLink } from '../border/client';
import type { Preset, Scenario } from '../border/scenario';
import type { Lesson } from '../lesson/lesson';
import type { Notice } from '../scene/scene-store';
import type { Recording } from './recording';
import type { SceneRun } from './scene-run';

export interface Opening {
  readonly scenario: Scenario;
  /** Preset with the scene's title and text; undefined if the scene has its own. */
  readonly preset: Preset | undefined;
  /** Scene from which links record differences, if it is not the preset. */
  readonly base?: Scenario | undefined;
  /** Fragment from which the opening was parsed. */
  readonly link?: string;
  /** Recording whose packets arrive in the first lane. */
  readonly recording?: Recording | undefined;
  /** Opening moment of the run [s]. */
  readonly at_s: number;
  /** True if the scene opens between the draws of a match and the drops. */
  readonly isHalfway?: boolean;
  /** Index in `PACES`; undefined: the present pace. */
  readonly pace: number | undefined;
  readonly plays: boolean;
  /** The view: that of a link; `own`: the default for a chosen scene; `kept`: the present view. */
  readonly view: ViewInLink | 'own' | 'kept';
  readonly notice?: Notice | undefined;
  /**
   * Origin of the scripts. `ask`: from elsewhere, so the user decides before they run. A lesson asks once about all its
   * scripts. `ours`: from this build.
   */
  readonly scripts: 'ours' | 'ask' | { readonly lesson: Lesson };
  /** True for the page's first scene, which needs no link. */
  readonly isFirst?: boolean;
  /** Address that is written instead of the scene's link, such as that of a poll or a router. */
  readonly names?: string | undefined;
  /** Called with true when the scene opens, or with false when the user does not allow its scripts. */
  readonly brings?: ((isOpened: boolean) => void) | undefined;
  /** Called once the scene is open and its run has reached the moment of the opening. */
  readonly onThere?: ((run: SceneRun) => void) | undefined;
  /** True if the opening is a moment of the present playlist. */
  readonly isOfPlaylist?: boolean;
  /** True for a scene of the present lesson, or of a lesson that comes with it. The lesson then stays open. */
  readonly isOfLesson?: boolean;
}

/** The preset with the title and text of a scene: the preset with the same id and title, even if settings differ. */
export function wordsFor(scenario: Scenario, preset: Preset | undefined): Preset | undefined {
  const { id, title } = preset?.scenario ?? {};
  return scenario.id === id && scenario.title === title ? preset : undefined;
}

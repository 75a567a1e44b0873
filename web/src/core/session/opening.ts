/**
 * The common form into which an address, a preset, a file, a lesson's step, an entry of a playlist, a recording or a
 * message is parsed. Parsing runs nothing. `door.ts` opens the result.
 */

import type { ViewInLink } from '../border/client';
import type { Preset, Scenario } from '../border/scenario';
import type { Lesson } from '../lesson/lesson';
import type { Notice } from '../scene/scene-store';
import type { Recording } from './recording';
import type { SceneRun } from './scene-run';

export interface Opening {
  readonly scenario: Scenario;
  /** Preset that gives the scene its title and text. Undefined if the scene has its own. */
  readonly preset: Preset | undefined;
  /**
   * The base of links: a link to the scene contains only the differences from this scenario. Undefined if the scenario
   * of the preset is the base.
   */
  readonly base?: Scenario | undefined;
  /** Fragment from which the opening was parsed. */
  readonly link?: string;
  /** Recording whose packets arrive in the first lane. */
  readonly recording?: Recording | undefined;
  /** Simulated time at which the run opens [s]. */
  readonly at_s: number;
  /** True if the scene opens halfway through a decision: after the draws of a match, before the resulting drops. */
  readonly isHalfway?: boolean;
  /** Index in `PACES`. Undefined to keep the current speed. */
  readonly pace: number | undefined;
  readonly plays: boolean;
  /**
   * The view with which the scene opens: the view in a link, `own` for the default view, or `kept` for the current view
   * of the page.
   */
  readonly view: ViewInLink | 'own' | 'kept';
  readonly notice?: Notice | undefined;
  /**
   * Author of the scene's scripts. `ours`: they belong to this build, so the user is not asked. `ask`: another author,
   * so the user is asked before they run. A lesson: the user is asked once for all scripts of this lesson.
   */
  readonly scripts: 'ours' | 'ask' | { readonly lesson: Lesson };
  /**
   * True for the scene that the page opens without a link. While this scene is unchanged, its address needs no link.
   */
  readonly isFirst?: boolean;
  /** Address that is written instead of the link to the scene, for example that of a poll or a router. */
  readonly names?: string | undefined;
  /** Called with true when the scene has opened, or with false if the user does not allow its scripts. */
  readonly brings?: ((isOpened: boolean) => void) | undefined;
  /** Called when the scene is open and its run has reached `at_s`. */
  readonly onThere?: ((run: SceneRun) => void) | undefined;
  /** True if the opening is an entry of the current playlist. */
  readonly isOfPlaylist?: boolean;
  /** True for a scene of the current lesson, or of a lesson that opens with the scene. The lesson then stays open. */
  readonly isOfLesson?: boolean;
}

/**
 * The preset, if its title and text apply to the scene. They do if scene and preset have the same id and title, even if
 * settings differ.
 */
export function wordsFor(scenario: Scenario, preset: Preset | undefined): Preset | undefined {
  const { id, title } = preset?.scenario ?? {};
  return scenario.id === id && scenario.title === title ? preset : undefined;
}

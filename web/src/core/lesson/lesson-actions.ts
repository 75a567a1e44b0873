/** Actions of a lesson's panel, in addition to the actions of all panels. */

import type { Judged } from './judge-script';
import type { LookPart, RunPart, WhyPart, WritePart } from './lesson';

export interface LessonActions {
  /** Shows a step, and opens its scene if another one is open. −1 is the introduction. */
  goToStep(step: number): Promise<void>;
  /** Opens the scene of the step again, without the reader's changes. */
  openSceneAgain(): Promise<void>;
  look(part: LookPart): Promise<void>;
  /** Plays until a simulated time and stops there. If this time is in the past, the run restarts. */
  runTo(part: RunPart): Promise<void>;
  /** Searches for the decision that a part of the lesson names, and puts the result into the store. */
  findWhy(part: WhyPart): Promise<void>;
  /**
   * Opens the editor for a task, with `text` or else with the reader’s text. The script runs in an additional last
   * lane.
   */
  openEditor(part: WritePart, text?: string): Promise<void>;
  /** Goes to the simulated time of a verdict and shows the lanes that the verdict compares. */
  showVerdict(part: WritePart, verdict: Judged): Promise<void>;
  /** Closes the lesson. Its scene stays open. */
  leave(): void;
}

export type WhyFound =
  /** The decision was found, and the run has moved to it. */
  | { readonly kind: 'found'; readonly at_s: number; readonly flow: number }
  /** The lane makes no decision of the kind that the lesson names in this interval [s]. */
  | { readonly kind: 'nowhere'; readonly from_s: number; readonly until_s: number }
  /** The scene was changed and no longer has the lane. */
  | { readonly kind: 'no-lane' }
  /** The user moved the run during the search, so the search was abandoned. */
  | { readonly kind: 'given-up' };

/** Parts of the page that a lesson can highlight. */
const PARTS_OF_PAGE = ['controls', 'explanation', 'events', 'queue', 'below'] as const;

export type PartOfPage = (typeof PARTS_OF_PAGE)[number];

export function isPartOfPage(name: string): name is PartOfPage {
  return (PARTS_OF_PAGE as readonly string[]).includes(name);
}

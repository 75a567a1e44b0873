/** Actions of a lesson's panel, in addition to those of all panels. */

import type { Judged } from './judge-script';
import type { LookPart, RunPart, WhyPart, WritePart } from './lesson';

export interface LessonActions {
  /** Shows a step, and opens its scene if that differs from the present one; -1: the introduction. */
  goToStep(step: number): Promise<void>;
  /** Opens the scene of the step again, without the reader's changes. */
  openSceneAgain(): Promise<void>;
  look(part: LookPart): Promise<void>;
  /** Plays to a moment and stops there. If the moment has passed, the run starts again. */
  runTo(part: RunPart): Promise<void>;
  /** Searches for the decision of a part, and puts the result into the store. */
  findWhy(part: WhyPart): Promise<void>;
  /** Opens the editor for a task in an additional last lane, with the reader's text or with `text`. */
  openEditor(part: WritePart, text?: string): Promise<void>;
  /** Goes to the moment of a verdict and shows the lanes that the verdict is about. */
  showVerdict(part: WritePart, verdict: Judged): Promise<void>;
  /** Closes the lesson; its scene stays open. */
  leave(): void;
}

export type WhyFound =
  /** The run has moved to the decision. */
  | { readonly kind: 'found'; readonly at_s: number; readonly flow: number }
  /** No such decision in this interval [s]. */
  | { readonly kind: 'nowhere'; readonly from_s: number; readonly until_s: number }
  /** The scene was changed and no longer has the lane. */
  | { readonly kind: 'no-lane' }
  /** The user moved the run during the search. */
  | { readonly kind: 'given-up' };

/** Parts of the page that a lesson can point at. */
const PARTS_OF_PAGE = ['controls', 'explanation', 'events', 'queue', 'below'] as const;

export type PartOfPage = (typeof PARTS_OF_PAGE)[number];

export function isPartOfPage(name: string): name is PartOfPage {
  return (PARTS_OF_PAGE as readonly string[]).includes(name);
}

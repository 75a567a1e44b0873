/** The actions of a lesson's panel, beside those of all panels. */

import type { Judged } from './judge-script';
import type { LookPart, RunPart, WhyPart, WritePart } from './lesson';

export interface LessonActions {
  /** Shows a step, with its scene where that is another one; -1: the introduction. */
  goToStep(step: number): Promise<void>;
  /** Opens the scene of the step again, without the reader's changes. */
  openSceneAgain(): Promise<void>;
  look(part: LookPart): Promise<void>;
  /** Plays to a moment and stops there; from the scene's opening where that moment is past. */
  runTo(part: RunPart): Promise<void>;
  /** The result is in the store. */
  findWhy(part: WhyPart): Promise<void>;
  /** Opens the editor with the reader's text for a task, or with another text, in a lane behind those of the scene. */
  openEditor(part: WritePart, text?: string): Promise<void>;
  /** Goes to the moment of a verdict, with the lanes that it speaks of. */
  showVerdict(part: WritePart, verdict: Judged): Promise<void>;
  /** The scene stays. */
  leave(): void;
}

export type WhyFound =
  /** The run is at the decision. */
  | { readonly kind: 'found'; readonly at_s: number; readonly flow: number }
  /** Searched up to there [s]. */
  | { readonly kind: 'nowhere'; readonly from_s: number; readonly until_s: number }
  /** The scene was changed, and has no such lane. */
  | { readonly kind: 'no-lane' }
  /** The user went elsewhere before it was found. */
  | { readonly kind: 'given-up' };

/** Parts of the page that a lesson can point at. */
const PARTS_OF_PAGE = ['controls', 'explanation', 'events', 'queue', 'below'] as const;

export type PartOfPage = (typeof PARTS_OF_PAGE)[number];

export function isPartOfPage(name: string): name is PartOfPage {
  return (PARTS_OF_PAGE as readonly string[]).includes(name);
}

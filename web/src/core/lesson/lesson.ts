/**
 * A lesson as the engine returns it after parsing its Markdown file: text, scenes and steps. A lesson contains no code
 * that runs by itself.
 */

import type { Part } from './lesson.gen';

export type {
  Answer,
  Block,
  Inline,
  Lesson,
  LessonPace,
  LessonProblem,
  LessonScene,
  Part,
  ScriptVerdict,
  Step,
} from './lesson.gen';

type PartOf<Kind extends Part['kind']> = Extract<Part, { readonly kind: Kind }>;

/**
 * A part that asks the reader to look at the page. It can go to a simulated time and highlight elements of the page.
 */
export type LookPart = PartOf<'look'>;
/** A question that the reader answers before the experiment runs. */
export type PredictPart = PartOf<'predict'>;
export type RunPart = PartOf<'run'>;
export type RevealPart = PartOf<'reveal'>;
/** A decision whose reasons are shown. */
export type WhyPart = PartOf<'why'>;
/** A task whose conditions the engine checks. */
export type DoPart = PartOf<'do'>;
/** A task that is solved by a script. */
export type WritePart = PartOf<'write'>;

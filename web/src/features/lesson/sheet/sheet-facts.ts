/** The input of a sheet besides the lesson: links, and for the teacher the engine's results. */

import type { Truth } from '../../../core/lesson/lesson-store';

export interface SheetLink {
  readonly address: string;
  /** The scene that it opens. */
  readonly name: string;
}

/** The result for a question or a task. */
export type PartAnswer =
  | { readonly kind: 'truth'; readonly truth: Truth }
  /** With the solution of the lesson. */
  | { readonly kind: 'task'; readonly isSolved: boolean; readonly seeds: number; readonly figures: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface TeacherAnswers {
  readonly phase: 'running' | 'done' | 'stopped';
  /** Questions and tasks. */
  readonly done: number;
  readonly total: number;
  /** Runs of the one that is computed now. */
  readonly runs: { readonly done: number; readonly total: number };
  /** Answers by the line of the question or task in the file. */
  readonly parts: Readonly<Record<number, PartAnswer>>;
  /** The way in which they were made, in a sentence. */
  readonly made: string;
}

/** What a printed sheet needs besides its lesson: links, and the engine's results for the teacher's copy. */

import type { Truth } from '../../../core/lesson/lesson-store';

export interface SheetLink {
  readonly address: string;
  /** Name of the scene that the link opens. */
  readonly name: string;
}

/** The result for a question or a task. */
export type PartAnswer =
  | { readonly kind: 'truth'; readonly truth: Truth }
  /** Result of a task under the solution that the lesson gives. */
  | { readonly kind: 'task'; readonly isSolved: boolean; readonly seeds: number; readonly figures: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface TeacherAnswers {
  readonly phase: 'running' | 'done' | 'stopped';
  /** Number of questions and tasks computed so far, and their total. */
  readonly done: number;
  readonly total: number;
  /** Runs of the question or task that is being computed. */
  readonly runs: { readonly done: number; readonly total: number };
  /** Answers, keyed by the line of their question or task in the file. */
  readonly parts: Readonly<Record<number, PartAnswer>>;
  /** One sentence on how the answers were computed. */
  readonly made: string;
}

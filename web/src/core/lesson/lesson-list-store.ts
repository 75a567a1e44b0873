/** The list of lessons over the lab, and the state of the reader's own text. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Lesson, LessonProblem } from './lesson';
import type { LessonSource } from './lesson-store';

/** A lesson that the user dropped, pasted, wrote or chose as a file. */
export interface Given {
  /** Display name: the name of the file, or "the text". */
  readonly name: string;
  readonly text: string;
  readonly phase: 'reading' | 'refused';
  /** Problems of an invalid lesson, of which no part runs. */
  readonly problems: readonly LessonProblem[];
}

/**
 * Progress of the test of the reader's own lesson. The test checks that questions have answers and tasks have
 * solutions.
 */
export interface Checking {
  readonly total: number;
  readonly done: number;
  readonly phase: 'running' | 'done' | 'stopped';
  readonly problems: readonly LessonProblem[];
}

interface LessonListState {
  readonly isOpen: boolean;
  readonly given: Given | undefined;
  /** The test of the lesson on the page. */
  readonly checking: Checking | undefined;
  /** The lesson whose printable sheet is shown. */
  readonly sheet: { readonly lesson: Lesson; readonly source: LessonSource } | undefined;
}

export const lessonListStore = createStore<LessonListState>(() => ({
  isOpen: false,
  given: undefined,
  checking: undefined,
  sheet: undefined,
}));

export function useLessonList<T>(select: (state: LessonListState) => T): T {
  return useStore(lessonListStore, select);
}

export function showLessons(): void {
  lessonListStore.setState({ isOpen: true });
}

export function closeLessons(): void {
  lessonListStore.setState({ isOpen: false, given: undefined });
}

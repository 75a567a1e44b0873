/** The list of lessons over the lab, and the state of the reader's own text. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Lesson, LessonProblem } from './lesson';
import type { LessonSource } from './lesson-store';

/** A text that was dropped, pasted, written or chosen as a file. */
export interface Given {
  /** Its display name: the name of its file, or "the text". */
  readonly name: string;
  readonly text: string;
  readonly phase: 'reading' | 'refused';
  /** Problems of an invalid lesson, of which nothing runs. */
  readonly problems: readonly LessonProblem[];
}

/** The trial of the reader's own lesson: that its questions have an answer, and its tasks can be solved. */
export interface Checking {
  readonly total: number;
  readonly done: number;
  readonly phase: 'running' | 'done' | 'stopped';
  readonly problems: readonly LessonProblem[];
}

interface LessonListState {
  readonly isOpen: boolean;
  readonly given: Given | undefined;
  /** The trial of the lesson on the page. */
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

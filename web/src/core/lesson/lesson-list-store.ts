/**
 * State of the list of lessons and of a lesson text that the user supplied. While the list is open, it covers the lab.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Lesson, LessonProblem } from './lesson';
import type { LessonSource } from './lesson-store';

/** A lesson text that the user dropped, pasted, wrote or chose as a file. */
export interface Given {
  /** Displayed name: the name of the file, or "the text". */
  readonly name: string;
  readonly text: string;
  readonly phase: 'reading' | 'refused';
  /** Problems of an invalid lesson. No part of such a lesson runs. */
  readonly problems: readonly LessonProblem[];
}

/**
 * Progress of testing a lesson that the user supplied. The test checks that questions have answers and that tasks have
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
  /** Progress of testing the lesson that the page shows. */
  readonly checking: Checking | undefined;
  /** The lesson whose sheet for printing is open. */
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

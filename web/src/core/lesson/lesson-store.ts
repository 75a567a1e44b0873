/** The open lesson, its present step, and the reader's answers. It stays in this browser. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Lesson, LessonProblem } from './lesson';
import type { PartOfPage, WhyFound } from './lesson-actions';
import type { Truth } from './truth';

export type { Truth } from './truth';

/** The source of the text, which decides how the lesson is addressed and saved. */
export type LessonSource =
  | { readonly kind: 'built-in'; readonly id: string }
  | { readonly kind: 'own'; readonly text: string };

/** A prediction: a value on the slider, an index of an option, or a value for every point of the curve. */
export type Prediction = number | readonly number[];

export interface LessonState {
  readonly lesson: Lesson | undefined;
  readonly source: LessonSource | undefined;
  /** Place of the step on the page; -1: the introduction. */
  readonly step: number;
  /** Index of the part that the presenter shows. */
  readonly part: number;
  /** Parts of the page that are pointed at. */
  readonly points: readonly PartOfPage[];
  /** The result of the latest search for a decision; `line`: of its block. */
  readonly why: { readonly line: number; readonly found: WhyFound | 'searching' } | undefined;
  /** The panel on the other side of the scene. */
  readonly beside: 'explain' | 'controls';
  /** Final predictions by the id of the question. */
  readonly predictions: Readonly<Record<string, Prediction>>;
  readonly truths: Readonly<Record<string, Truth>>;
  /** Ids of the tasks that are solved. */
  readonly solved: readonly string[];
  /** The reader's texts, by the id of the task. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Why the lesson that was given last cannot be shown; empty if nothing is wrong. */
  readonly problems: readonly LessonProblem[];
}

export const NO_LESSON: LessonState = {
  lesson: undefined,
  source: undefined,
  step: -1,
  part: 0,
  points: [],
  why: undefined,
  beside: 'explain',
  predictions: {},
  truths: {},
  solved: [],
  scripts: {},
  problems: [],
};

export const lessonStore = createStore<LessonState>(() => NO_LESSON);

export function useLesson<T>(select: (state: LessonState) => T): T {
  return useStore(lessonStore, select);
}

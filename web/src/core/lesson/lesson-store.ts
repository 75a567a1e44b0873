/** The open lesson, its current step, and the reader's answers. The answers are stored only in this browser. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Lesson, LessonProblem } from './lesson';
import type { PartOfPage, WhyFound } from './lesson-actions';
import type { Truth } from './truth';

export type { Truth } from './truth';

/** Source of a lesson's text. It determines the form of the lesson's address and how the lesson is saved. */
export type LessonSource =
  | { readonly kind: 'built-in'; readonly id: string }
  | { readonly kind: 'own'; readonly text: string };

/** A prediction: a value on the slider, the index of an option, or a value for every point of the curve. */
export type Prediction = number | readonly number[];

export interface LessonState {
  readonly lesson: Lesson | undefined;
  readonly source: LessonSource | undefined;
  /** Index of the current step. −1 is the introduction. */
  readonly step: number;
  /** Index of the part of the step that the presenter shows. */
  readonly part: number;
  /** Parts of the page that the lesson highlights. */
  readonly points: readonly PartOfPage[];
  /** Result of the latest search for a decision. `line` identifies the part of the lesson that asked for it. */
  readonly why: { readonly line: number; readonly found: WhyFound | 'searching' } | undefined;
  /** The panel beside the scene, on the side opposite the lesson: explanation or settings. */
  readonly beside: 'explain' | 'controls';
  /** Final predictions, by the id of the question. */
  readonly predictions: Readonly<Record<string, Prediction>>;
  readonly truths: Readonly<Record<string, Truth>>;
  /** Ids of the solved tasks. */
  readonly solved: readonly string[];
  /** The reader's scripts, by the id of the task. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Problems of the last lesson that could not be shown. Empty if there are none. */
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

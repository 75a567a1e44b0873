/** A hall: the page of the lecturer asks a question, the phones of the others answer it. There is no server between them. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { HallQuestion } from './hall-question';
import type { PredictPart, Step } from './lesson';
import { type LessonSource, lessonStore } from './lesson-store';

/** The subject of the poll: the scene on the page, or the first question of a step of a lesson. */
export type HallSubject =
  | { readonly kind: 'scene' }
  | { readonly kind: 'step'; readonly source: LessonSource; readonly step: number; readonly part: PredictPart };

/** This page is a phone of the hall: it answers one question, with a seed of its own. */
export interface Answering {
  readonly question: HallQuestion;
  readonly seed: number;
}

interface HallState {
  readonly asks: HallSubject | undefined;
  readonly answers: Answering | undefined;
}

export const hallStore = createStore<HallState>(() => ({ asks: undefined, answers: undefined }));

export function useHall<T>(select: (state: HallState) => T): T {
  return useStore(hallStore, select);
}

/** Shows a question and its QR code over the page: the question of the lesson's step, if it has one. */
export function askHall(): void {
  const { lesson, source, step } = lessonStore.getState();
  const part = questionOfStep(lesson?.steps[step]);
  const asks: HallSubject =
    source === undefined || part === undefined ? { kind: 'scene' } : { kind: 'step', source, step, part };
  hallStore.setState({ asks });
}

/** The question that a step of a lesson poses to an audience. */
export function questionOfStep(step: Step | undefined): PredictPart | undefined {
  return step?.parts.find((part) => part.kind === 'predict');
}

export function endHall(): void {
  hallStore.setState({ asks: undefined });
}

export function leaveHall(): void {
  if (hallStore.getState().answers !== undefined) hallStore.setState({ answers: undefined });
}

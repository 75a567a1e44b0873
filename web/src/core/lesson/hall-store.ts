/**
 * The state of an audience poll. The lecturer's page asks a question and phones of the audience answer it, without a
 * server.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { HallQuestion } from './hall-question';
import type { PredictPart, Step } from './lesson';
import { type LessonSource, lessonStore } from './lesson-store';

/** The subject of the poll: the scene on the page, or the first question in a step of a lesson. */
export type HallSubject =
  | { readonly kind: 'scene' }
  | { readonly kind: 'step'; readonly source: LessonSource; readonly step: number; readonly part: PredictPart };

/** The question that this phone answers in the poll, and the seed of its run. */
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

/** Shows the question of the lesson's step, or of the scene, with its QR code on top of the page. */
export function askHall(): void {
  const { lesson, source, step } = lessonStore.getState();
  const part = questionOfStep(lesson?.steps[step]);
  const asks: HallSubject =
    source === undefined || part === undefined ? { kind: 'scene' } : { kind: 'step', source, step, part };
  hallStore.setState({ asks });
}

/** The first question in a lesson's step. */
export function questionOfStep(step: Step | undefined): PredictPart | undefined {
  return step?.parts.find((part) => part.kind === 'predict');
}

export function endHall(): void {
  hallStore.setState({ asks: undefined });
}

export function leaveHall(): void {
  if (hallStore.getState().answers !== undefined) hallStore.setState({ answers: undefined });
}

/** A hall: the page of the lecturer asks a question, the phones of the others answer it. There is no server between them. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { HallQuestion } from '../lesson/hall-question';
import type { PredictPart } from '../lesson/lesson';

/** What the lecturer asks about: the scene on the page, or a question of a lesson, with the fragment of its step. */
export type HallSubject =
  | { readonly kind: 'scene' }
  | { readonly kind: 'step'; readonly fragment: string; readonly part: PredictPart };

/** This page is a phone of the hall: it answers one question, with a seed of its own. */
export interface Answering {
  readonly question: HallQuestion;
  readonly seed: number;
}

export interface HallState {
  readonly asks: HallSubject | undefined;
  readonly answers: Answering | undefined;
}

export const hallStore = createStore<HallState>(() => ({ asks: undefined, answers: undefined }));

export function useHall<T>(select: (state: HallState) => T): T {
  return useStore(hallStore, select);
}

/** Shows the question and its QR code to the hall, over whatever is on the page. */
export function askHall(subject: HallSubject = { kind: 'scene' }): void {
  hallStore.setState({ asks: subject });
}

export function endHall(): void {
  hallStore.setState({ asks: undefined });
}

export function leaveHall(): void {
  if (hallStore.getState().answers !== undefined) hallStore.setState({ answers: undefined });
}

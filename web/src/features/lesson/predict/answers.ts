/** Answers, revealed results and solved tasks. They outlast the step to which they belong. */

import type { PredictPart } from '../../../core/lesson/lesson';
import { lessonStore, type Prediction } from '../../../core/lesson/lesson-store';
import { cancelAllReports, findReport } from '../../../core/lesson/report-runs';
import { findTruth } from '../../../core/lesson/truth';

// Runs for a lesson end when the lesson closes.
lessonStore.subscribe(({ lesson }, before) => {
  if (lesson !== before.lesson) cancelAllReports();
});

/** Stores the answer. The engine then starts to compute the result. */
export function answer(part: PredictPart, prediction: Prediction): void {
  lessonStore.setState(({ predictions }) => ({ predictions: { ...predictions, [part.id]: prediction } }));
  void findReport(part);
}

/** Resets the question to unanswered. */
export function forgetAnswer({ id }: PredictPart): void {
  lessonStore.setState(({ predictions, truths }) => ({
    predictions: without(predictions, id),
    truths: without(truths, id),
  }));
}

/**
 * Shows the result of a question as soon as it is computed. Until then the reader can change the prediction. Rejects if
 * the runs give no result.
 */
export async function reveal(part: PredictPart): Promise<void> {
  const { lesson } = lessonStore.getState();
  const truth = await findTruth(part);
  if (truth === undefined || lessonStore.getState().lesson !== lesson) return;
  lessonStore.setState(({ truths }) => ({ truths: { ...truths, [part.id]: truth } }));
}

export function solve(id: string): void {
  lessonStore.setState(({ solved }) => (solved.includes(id) ? {} : { solved: [...solved, id] }));
}

/** Marks a task as unsolved: the text that was checked last does not solve it, even if an earlier text did. */
export function unsolve(id: string): void {
  lessonStore.setState(({ solved }) => (solved.includes(id) ? { solved: solved.filter((other) => other !== id) } : {}));
}

function without<T>(record: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
}

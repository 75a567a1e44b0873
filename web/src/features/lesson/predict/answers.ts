/** Answers, revealed results and solved tasks. Each outlives the step in which it was given. */

import type { PredictPart } from '../../../core/lesson/lesson';
import { lessonStore, type Prediction } from '../../../core/lesson/lesson-store';
import { cancelAllReports, findReport } from '../../../core/lesson/report-runs';
import { findTruth } from '../../../core/lesson/truth';

// Runs for a lesson end with it.
lessonStore.subscribe(({ lesson }, before) => {
  if (lesson !== before.lesson) cancelAllReports();
});

/** The answer is given: from now on the engine looks for the truth. */
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

/** Shows the truth once it is found; until then the answer may be changed. Rejects where the runs do not give it. */
export async function reveal(part: PredictPart): Promise<void> {
  const { lesson } = lessonStore.getState();
  const truth = await findTruth(part);
  if (truth === undefined || lessonStore.getState().lesson !== lesson) return;
  lessonStore.setState(({ truths }) => ({ truths: { ...truths, [part.id]: truth } }));
}

export function solve(id: string): void {
  lessonStore.setState(({ solved }) => (solved.includes(id) ? {} : { solved: [...solved, id] }));
}

/** The text that is judged now does not solve it, whatever an earlier one did. */
export function unsolve(id: string): void {
  lessonStore.setState(({ solved }) => (solved.includes(id) ? { solved: solved.filter((other) => other !== id) } : {}));
}

function without<T>(record: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
}

/** Answers, revealed results and solved tasks, which outlive the step in which they were given. */

import type { PredictPart } from '../../../core/lesson/lesson';
import { lessonStore, type Prediction } from '../../../core/lesson/lesson-store';
import { cancelAllReports, findReport } from '../../../core/lesson/report-runs';
import { findTruth } from '../../../core/lesson/truth';

// Runs for a lesson end with the lesson.
lessonStore.subscribe(({ lesson }, before) => {
  if (lesson !== before.lesson) cancelAllReports();
});

/** Stores the answer; from now on the engine computes the truth. */
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

/** Shows the truth once it is computed; until then the answer can be changed. Rejects if the runs do not give a truth. */
export async function reveal(part: PredictPart): Promise<void> {
  const { lesson } = lessonStore.getState();
  const truth = await findTruth(part);
  if (truth === undefined || lessonStore.getState().lesson !== lesson) return;
  lessonStore.setState(({ truths }) => ({ truths: { ...truths, [part.id]: truth } }));
}

export function solve(id: string): void {
  lessonStore.setState(({ solved }) => (solved.includes(id) ? {} : { solved: [...solved, id] }));
}

/** Marks a task as unsolved: the text that is judged now does not solve it, even if a former one did. */
export function unsolve(id: string): void {
  lessonStore.setState(({ solved }) => (solved.includes(id) ? { solved: solved.filter((other) => other !== id) } : {}));
}

function without<T>(record: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
}

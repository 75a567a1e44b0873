/** Controls above the teacher's copy: a button that computes the answers, and the progress. */

import type { TeacherAnswers } from './sheet-facts';

interface Props {
  readonly answers: TeacherAnswers | undefined;
  readonly onCompute: () => void;
  readonly onStop: () => void;
}

export function SheetAnswers({ answers, onCompute, onStop }: Props) {
  if (answers?.phase === 'done') return null;
  const isRunning = answers?.phase === 'running';
  return (
    <section className="sheet-progress row gap-3 box large" aria-label="Answers">
      {isRunning ? (
        <>
          <p role="status">
            Computing the answers: {answers.done} of {answers.total} questions and tasks
            {answers.runs.total > 0 && `, run ${answers.runs.done} of ${answers.runs.total} of the next`}…
          </p>
          <progress aria-label="Questions and tasks" max={answers.total} value={partDone(answers)} />
          <button type="button" className="button" onClick={onStop}>
            Stop
          </button>
        </>
      ) : (
        <>
          <p>
            {answers === undefined
              ? 'The answers are not stored. The engine computes them from the lesson’s experiments.'
              : 'Stopped. The results so far are below; the rest is missing.'}
          </p>
          <button type="button" className="button button--accent" onClick={onCompute}>
            Compute the answers
          </button>
        </>
      )}
    </section>
  );
}

function partDone({ done, runs }: TeacherAnswers): number {
  return done + (runs.total === 0 ? 0 : runs.done / runs.total);
}

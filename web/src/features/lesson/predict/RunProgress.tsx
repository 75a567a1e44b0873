/** The progress of an experiment of the lesson, or its failure. */

import { useStore } from 'zustand';
import {
  type Ask,
  cancelReport,
  findReport,
  type ReportRun,
  reportRuns,
  runKey,
} from '../../../core/lesson/report-runs';
import { Progress } from '../../../ui/Progress';

export function useReportRun(ask: Ask | undefined): ReportRun | undefined {
  const key = ask === undefined ? undefined : runKey(ask);
  return useStore(reportRuns, (runs) => (key === undefined ? undefined : runs[key]));
}

export function RunProgress({ ask }: { readonly ask: Ask }) {
  const run = useReportRun(ask);
  if (run === undefined) return null;
  const { phase, total, done, problem } = run;
  if (phase === 'waiting' || phase === 'running')
    return (
      <div className="row gap-3">
        <Progress done={done} total={total}>
          {phase === 'waiting' && 'Waiting for the previous question…'}
          {phase === 'running' && (total === 0 ? 'Starting the runs…' : `${done} of ${total} runs, on this device`)}
        </Progress>
        <button type="button" className="button" onClick={() => cancelReport(ask)}>
          Cancel
        </button>
      </div>
    );
  if (phase === 'done') return problem === '' ? null : <p className="wrong">Of these, {problem}.</p>;
  return (
    <div className="row gap-3">
      <p className={phase === 'failed' ? 'wrong' : undefined} role="status">
        {phase === 'failed' ? `The runs failed: ${problem}. The page still works.` : 'The runs were cancelled.'}
      </p>
      <button type="button" className="button" onClick={() => void findReport(ask)}>
        {phase === 'failed' ? 'Try again' : 'Run it after all'}
      </button>
    </div>
  );
}

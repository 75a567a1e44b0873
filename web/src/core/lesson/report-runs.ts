/**
 * The experiments of a lesson's questions and tasks. Each experiment runs only once while the page is open, and
 * continues when another step is shown. The experiments run one after another, since each of them uses all free cores.
 */

import { createStore } from 'zustand/vanilla';
import { problemText } from '../../base/problem-text';
import { mayRunScripts, scriptsWithin } from '../border/allowed-scripts';
import { type Progress, runExperiment } from '../experiment/pool';
import type { Report } from '../experiment/report';
import { type Connect, connectRunner } from '../experiment/runner';

/** Input of an experiment. Requests with equal input share one experiment. */
export interface Ask {
  /** Text of a preset file. */
  readonly experiment: string;
  readonly seeds: number;
}

/** The progress of an experiment. */
export interface ReportRun {
  readonly phase: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Number of all runs; 0 until this number is known. */
  readonly total: number;
  readonly done: number;
  readonly began_ms: number;
  readonly report: Report | undefined;
  /** The reason why there is no report, or why runs are missing from it. Empty otherwise. */
  readonly problem: string;
}

/** Progress of each experiment. The keys come from `runKey`. */
export const reportRuns = createStore<Readonly<Record<string, ReportRun>>>(() => ({}));

export function runKey({ experiment, seeds }: Ask): string {
  return `${seeds} ${experiment}`;
}

/** The workers and the engine with which an experiment runs. */
export interface Means {
  readonly connect?: Connect;
  /** Number of simultaneous runs. */
  readonly workers?: number;
}

const asked = new Map<string, { readonly report: Promise<Report | undefined>; readonly stop: AbortController }>();
let last: Promise<unknown> = Promise.resolve();

/** The report of an experiment. Undefined if the experiment was cancelled or failed (see `reportRuns`). */
export function findReport(ask: Ask, means: Means = {}): Promise<Report | undefined> {
  const key = runKey(ask);
  const before = asked.get(key);
  if (before !== undefined) return before.report;
  const stop = new AbortController();
  const report = last.then(() => run(ask, stop.signal, means));
  last = report;
  asked.set(key, { report, stop });
  update(key, { phase: 'waiting', total: 0, done: 0, began_ms: performance.now(), report: undefined, problem: '' });
  return report;
}

/** Cancels an unfinished experiment. The next request starts the experiment again. */
export function cancelReport(ask: Ask): void {
  cancel(runKey(ask));
}

/** Cancels all unfinished experiments. */
export function cancelAllReports(): void {
  for (const key of Object.keys(reportRuns.getState())) cancel(key);
}

function cancel(key: string): void {
  const { phase } = reportRuns.getState()[key] ?? {};
  if (phase !== 'waiting' && phase !== 'running') return;
  asked.get(key)?.stop.abort();
  asked.delete(key);
  update(key, { phase: 'cancelled' });
}

async function run(ask: Ask, signal: AbortSignal, means: Means): Promise<Report | undefined> {
  if (signal.aborted) return undefined;
  const key = runKey(ask);
  // After a cancellation, a newer run may have the same key, so the cancelled run reports nothing more.
  const change = (news: Partial<ReportRun>): void => {
    if (!signal.aborted) update(key, news);
  };
  change({ phase: 'running', began_ms: performance.now() });
  if (!(await mayRunScripts(scriptsWithin(ask.experiment), signal))) {
    // The user did not allow the scripts of this experiment. Its entry in `asked` is deleted, so that the next request
    // asks the user again.
    if (!signal.aborted) asked.delete(key);
    change({ phase: 'cancelled' });
    return undefined;
  }
  try {
    const progress = await runExperiment({
      connect: means.connect ?? connectRunner,
      // One core stays free for the lanes on the page.
      workers: means.workers ?? Math.max(1, (navigator.hardwareConcurrency || 2) - 1),
      signal,
      preset: ask.experiment,
      seeds: ask.seeds,
      onProgress: ({ total, done, failed }) => change({ total, done: done + failed.length }),
    });
    if (signal.aborted) return undefined;
    if (progress.report === undefined) throw new Error('no run finished');
    change({ phase: 'done', report: progress.report, problem: missingWords(progress) });
    return progress.report;
  } catch (problem) {
    // The experiment is forgotten, so that the next request runs it again.
    if (!signal.aborted) asked.delete(key);
    change({ phase: 'failed', problem: problemText(problem) });
    return undefined;
  }
}

function missingWords({ failed }: Progress): string {
  const [first] = failed;
  if (first === undefined) return '';
  const count = failed.length === 1 ? 'one run is' : `${failed.length} runs are`;
  return `${count} missing (seed ${first.job.seed}: ${first.reason})`;
}

function update(key: string, news: Partial<ReportRun>): void {
  reportRuns.setState((runs) => ({ [key]: { ...(runs[key] as ReportRun), ...news } }));
}

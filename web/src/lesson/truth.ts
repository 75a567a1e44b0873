/**
 * What the engine finds for a question. Its experiment is run once in a visit, when the question has been answered, and goes
 * on whatever step is shown meanwhile; questions wait for each other, since each takes all cores.
 */

import { createStore } from 'zustand/vanilla';
import { type Progress, runExperiment } from '../experiment/pool';
import type { ClaimReport, Report } from '../experiment/report';
import { type Connect, connectRunner } from '../experiment/runner';
import type { Answer, PredictPart } from './lesson';

/** Of a choice what became of each option; else the truth with its 95 % interval, of a curve one a point. */
export type Truth =
  | {
      readonly kind: 'choice';
      /** Place of the option that holds; null: the runs do not single one out. */
      readonly right: number | null;
      readonly options: readonly TruthOption[];
      readonly seeds: number;
    }
  | { readonly kind: 'values'; readonly points: readonly TruthPoint[]; readonly seeds: number };

export interface TruthPoint {
  readonly mean: number;
  /** Null for a single run. */
  readonly halfWidth: number | null;
  /** One a seed. */
  readonly values: readonly number[];
}

export interface TruthOption {
  readonly verdict: ClaimReport['verdict'];
  /** What was compared, in words with numbers. */
  readonly figures: string;
}

/** How far the experiment of a question is. */
export interface TruthRun {
  readonly phase: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Runs in all; 0 until that is known. */
  readonly total: number;
  readonly done: number;
  readonly began_ms: number;
  readonly truth: Truth | undefined;
  /** Why there is no truth, or which runs it is without; empty if nothing is wrong. */
  readonly problem: string;
}

/** What a question asks of the engine. Two that ask the same are one. */
export type Question = Pick<PredictPart, 'answer' | 'experiment' | 'seeds'>;

/** By `runKey` of the question. */
export const truthRuns = createStore<Readonly<Record<string, TruthRun>>>(() => ({}));

export function runKey({ answer, experiment, seeds }: Question): string {
  return JSON.stringify([seeds, answer, experiment]);
}

const asked = new Map<string, { readonly truth: Promise<Truth | undefined>; readonly stop: AbortController }>();
let last: Promise<unknown> = Promise.resolve();

/** The truth; undefined where it was cancelled or could not be found, of which `truthRuns` tells. */
export function findTruth(
  question: Question,
  connect: Connect = connectRunner,
  // One core is left to the lanes on the page.
  workers = Math.max(1, (navigator.hardwareConcurrency || 2) - 1),
): Promise<Truth | undefined> {
  const key = runKey(question);
  const before = asked.get(key);
  if (before !== undefined) return before.truth;
  const stop = new AbortController();
  const truth = last.then(() => run(question, { connect, workers, stop }));
  last = truth;
  asked.set(key, { truth, stop });
  tell(key, { phase: 'waiting', total: 0, done: 0, began_ms: performance.now(), truth: undefined, problem: '' });
  return truth;
}

/** Ends the experiment of a question; who asks again starts it anew. */
export function cancelTruth(question: Question): void {
  const key = runKey(question);
  const { phase } = truthRuns.getState()[key] ?? {};
  if (phase !== 'waiting' && phase !== 'running') return;
  asked.get(key)?.stop.abort();
  asked.delete(key);
  tell(key, { phase: 'cancelled' });
}

interface Means {
  readonly connect: Connect;
  readonly workers: number;
  readonly stop: AbortController;
}

async function run(question: Question, { connect, workers, stop }: Means): Promise<Truth | undefined> {
  const { signal } = stop;
  if (signal.aborted) return undefined;
  const key = runKey(question);
  // Who asks again after it was cancelled is told of another run.
  const change = (news: Partial<TruthRun>): void => {
    if (!signal.aborted) tell(key, news);
  };
  change({ phase: 'running', began_ms: performance.now() });
  try {
    const progress = await runExperiment({
      ...{ connect, workers, signal },
      preset: question.experiment,
      seeds: question.seeds,
      onProgress: ({ total, done, failed }) => change({ total, done: done + failed.length }),
    });
    if (signal.aborted) return undefined;
    if (progress.report === undefined) throw new Error('no run came to its end');
    const truth = truthOf(question.answer, progress.report);
    change({ phase: 'done', truth, problem: failedWords(progress) });
    return truth;
  } catch (problem) {
    // Who asks again tries again.
    if (!signal.aborted) asked.delete(key);
    change({ phase: 'failed', problem: problem instanceof Error ? problem.message : String(problem) });
    return undefined;
  }
}

/** The answer that a report gives to a question. Throws, in words, if the report does not speak of it. */
export function truthOf(answer: Answer, report: Report): Truth {
  const { seeds } = report;
  if (answer.kind === 'choice') {
    const options = answer.options.map((_, place): TruthOption => {
      const claim = report.claims.find(({ id }) => id === `O${place + 1}`);
      if (claim === undefined) throw new Error(`the report does not judge option ${place + 1}`);
      return { verdict: claim.verdict, figures: claim.figures };
    });
    const right = options.flatMap(({ verdict }, place) => (verdict === 'holds' ? [place] : []));
    return { kind: 'choice', right: right.length === 1 ? (right[0] ?? null) : null, options, seeds };
  }
  const places: readonly (number | undefined)[] = answer.kind === 'curve' ? answer.points : [undefined];
  const points = places.map((point): TruthPoint => {
    const row = report.rows.find(
      ({ metric, lane, point: at }) =>
        metric === answer.metric && lane === answer.lane && (point === undefined || at === point),
    );
    if (row?.ours === undefined) {
      const where = point === undefined ? '' : ` at ${answer.kind === 'curve' ? answer.name : ''} ${point}`;
      throw new Error(`the runs give no ${answer.name_of_metric} of ${answer.lane}${where}`);
    }
    const { mean, half_width, values } = row.ours;
    return { mean, halfWidth: half_width, values };
  });
  return { kind: 'values', points, seeds };
}

function failedWords({ failed }: Progress): string {
  const [first] = failed;
  if (first === undefined) return '';
  const count = failed.length === 1 ? 'one run is' : `${failed.length} runs are`;
  return `${count} missing (seed ${first.job.seed}: ${first.reason})`;
}

function tell(key: string, news: Partial<TruthRun>): void {
  truthRuns.setState((runs) => {
    const { [key]: before } = runs;
    return { [key]: { ...(before as TruthRun), ...news } };
  });
}

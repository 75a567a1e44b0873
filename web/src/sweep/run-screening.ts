/**
 * Makes the runs of a screening on several workers, and has one more gather them and say what they come to.
 *
 *   workers ── rows ──▶ page ──▶ gatherer ── report ──▶ page
 */

import type { SceneProblem } from '../engine/client';
import { askerOf, Refused, type WorkerLike } from '../engine/rpc';
import type { Load } from '../engine/serve';
import { compiledRunner } from '../experiment/runner';
import type { ScreeningDefinition, ScreeningFacts, ScreeningReport } from './screening';
import type { ScreeningRequest } from './screening-messages';

/** Rejects with `Refused` what the engine does not take, with `EngineLost` when the worker died. */
export type AskScreening = (request: ScreeningRequest) => Promise<string>;

/** Starts a worker, which the signal ends. */
export type ConnectScreening = (signal: AbortSignal) => Promise<AskScreening>;

export interface ScreeningPlan {
  readonly definition: ScreeningDefinition;
  readonly workers: number;
  readonly connect: ConnectScreening;
  readonly signal: AbortSignal;
  readonly onFacts: (facts: ScreeningFacts) => void;
  /** Told after every batch that came in. */
  readonly onReport: (report: ScreeningReport) => void;
}

/** A batch should take about so long [ms]: so that the picture grows, and messages cost little. */
const BATCH_MS = 200;
const MOST_IN_BATCH = 200;

/** Runs to the end; rejects when it cannot. Aborted, it ends as it stands. */
export async function runScreening(plan: ScreeningPlan): Promise<void> {
  const { signal, connect } = plan;
  const definition = JSON.stringify(plan.definition);
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const gather = await connect(ended.signal);
    const facts = JSON.parse(await gather({ kind: 'open', definition })) as ScreeningFacts;
    plan.onFacts(facts);
    let next = 0;
    const work = async (): Promise<void> => {
      const ask = await connect(ended.signal);
      await ask({ kind: 'open', definition });
      let size = 1;
      while (next < facts.tasks && !signal.aborted) {
        const from = next;
        next = Math.min(facts.tasks, from + size);
        const tasks = Float64Array.from({ length: next - from }, (_, place) => from + place);
        const began = performance.now();
        const rows = await ask({ kind: 'run', tasks });
        const each_ms = Math.max(0.1, (performance.now() - began) / tasks.length);
        size = Math.max(1, Math.min(MOST_IN_BATCH, 2 * size, Math.round(BATCH_MS / each_ms)));
        plan.onReport(JSON.parse(await gather({ kind: 'add', rows })) as ScreeningReport);
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, Math.min(plan.workers, facts.tasks)) }, work));
  } catch (problem) {
    if (!signal.aborted) throw problem;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** A worker of the browser. */
export const connectScreening: ConnectScreening = async (signal) => {
  const module = await compiledRunner();
  const worker = new Worker(new URL('./screening-worker.ts', import.meta.url), { type: 'module', name: 'screening' });
  const asker = askerOf<ScreeningRequest | Load>(worker as WorkerLike);
  signal.addEventListener('abort', asker.close);
  if (signal.aborted) asker.close();
  const ask = async (request: ScreeningRequest | Load): Promise<string> =>
    (await asker.ask(request, { patience_ms: Number.POSITIVE_INFINITY })).value as string;
  await ask({ kind: 'load', module });
  return ask;
};

/** Why a screening could not be run. */
export function problemsOf(problem: unknown): readonly SceneProblem[] {
  if (problem instanceof Refused)
    try {
      return JSON.parse(problem.text) as readonly SceneProblem[];
    } catch {
      return [{ path: '', problem: problem.text }];
    }
  return [{ path: '', problem: problem instanceof Error ? problem.message : String(problem) }];
}

/** The real runner of experiments and sweeps, run in-process by the test, with faults that a test can inject. */

import type { Asker, WorkerLike } from '../core/border/rpc';
import { askerBehind } from '../core/engine/bridge';
import type { Job } from '../core/experiment/report';
import { type Runner, runnerBehind } from '../core/experiment/runner';
import type { SweepFacts } from '../core/experiment/sweep';
import { type ConnectSweep, sweepRunnerBehind } from '../features/sweep/sweep-runner';
import { fullPackage, packageModule, testWorker } from './worker';

export interface RunnerFaults {
  /** True if a run is refused. */
  readonly refuses?: (job: Job) => boolean;
  /** True if the worker should crash at a run. */
  readonly dies?: (job: Job) => boolean;
  /** True if the worker should crash at a run of a sweep. */
  readonly diesOfTask?: (task: number) => boolean;
  /** Called with the requested runs of a sweep. */
  readonly onTasks?: (tasks: readonly number[]) => void;
  /** Additional time per run [ms]. */
  readonly run_ms?: number;
}

/** A runner of the built engine in a worker of the test, used through the same client as on the page. */
export async function testRunner(faults: RunnerFaults = {}): Promise<Runner> {
  return runnerBehind(await asker(workerWith(faults)));
}

/** A runner for a sweep; `signal` ends it. */
export function testSweepRunner(faults: RunnerFaults = {}): ConnectSweep {
  return async (signal) => sweepRunnerBehind(await asker(workerWith(faults), signal));
}

/** The engine's description of a sweep. Throws the sweep's problems. */
export function openSweep(definition: object): SweepFacts {
  return JSON.parse(new (fullPackage().Sweep)(JSON.stringify(definition)).facts()) as SweepFacts;
}

function asker<Request>(worker: WorkerLike, signal?: AbortSignal): Promise<Asker<Request>> {
  return askerBehind<Request>(worker, 'full', packageModule('full'), signal);
}

function workerWith({ refuses, dies, diesOfTask, onTasks, run_ms = 0 }: RunnerFaults): WorkerLike {
  return testWorker({
    kind: 'full',
    before: (request) => {
      // By the engine's convention, a thrown string is a refusal, and any other error a crash of the worker.
      if (request.kind === 'run-job' && dies?.(JSON.parse(request.job)) === true)
        throw new Error('it ran out of memory');
      if (request.kind === 'run-job' && refuses?.(JSON.parse(request.job)) === true) throw 'it does not run';
      if (request.kind !== 'run-tasks') return;
      onTasks?.([...request.tasks]);
      if (diesOfTask !== undefined && request.tasks.some((task) => diesOfTask(task)))
        throw new Error('it ran out of memory');
    },
    answer_ms: (question) =>
      'request' in question && ['run-job', 'run-tasks'].includes(question.request.kind) ? run_ms : 0,
  });
}

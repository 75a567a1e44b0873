/** The real runner of experiments for tests of the page, in this process, with faults where a test wants them. */
/// <reference types="node" />

import { readFileSync } from 'node:fs';
import * as binding from '../engine/pkg/runner/chokepoint_runner.js';
import type { Answer, Question, WorkerLike } from '../engine/rpc';
import { type Load, server } from '../engine/serve';
import type { Job } from '../experiment/report';
import { type Runner, runnerBehind } from '../experiment/runner';
import { RunnerHost } from '../experiment/runner-host';
import type { RunnerRequest } from '../experiment/runner-messages';
import type { SweepFacts } from '../sweep/sweep';
import { type ConnectSweep, sweepRunnerBehind } from '../sweep/sweep-runner';

const binary = readFileSync(new URL('../engine/pkg/runner/chokepoint_runner_bg.wasm', import.meta.url));
const module = new WebAssembly.Module(binary);
binding.initSync({ module });

export interface RunnerFaults {
  /** Whether a run is refused. */
  readonly refuses?: (job: Job) => boolean;
  /** Whether the worker dies of a run. */
  readonly dies?: (job: Job) => boolean;
  /** Whether the worker dies of a run of a sweep. */
  readonly diesOfTask?: (task: number) => boolean;
  /** Told of the runs of a sweep that are asked for. */
  readonly onTasks?: (tasks: readonly number[]) => void;
  /** How much longer than it takes a run takes [ms]. */
  readonly run_ms?: number;
}

/** A runner as the page gets it. */
export function testRunner(faults: RunnerFaults = {}): Promise<Runner> {
  return runnerBehind(workerWith(faults), module);
}

/** The same for a sweep; `signal` ends it. */
export function testSweepRunner(faults: RunnerFaults = {}): ConnectSweep {
  return (signal) => sweepRunnerBehind(workerWith(faults), module, signal);
}

/** What the engine tells of a sweep; it throws what is wrong with it. */
export function openSweep(definition: object): SweepFacts {
  return JSON.parse(new binding.Sweep(JSON.stringify(definition)).facts()) as SweepFacts;
}

function workerWith({ refuses, dies, diesOfTask, onTasks, run_ms = 0 }: RunnerFaults): WorkerLike {
  const host = new RunnerHost(binding);
  const answerTo = server((request: RunnerRequest | Load) => {
    if (request.kind === 'load') return { value: null };
    // What the engine refuses, it throws as a text; whatever else is thrown is the end of the worker.
    if (request.kind === 'run' && dies?.(JSON.parse(request.job)) === true) throw new Error('it ran out of memory');
    if (request.kind === 'run' && refuses?.(JSON.parse(request.job)) === true) throw 'it does not run';
    if (request.kind === 'run-tasks') {
      onTasks?.([...request.tasks]);
      if (diesOfTask !== undefined && request.tasks.some((task) => diesOfTask(task)))
        throw new Error('it ran out of memory');
    }
    return host.perform(request);
  });
  let isDead = false;
  const worker: WorkerLike = {
    onmessage: null,
    onmessageerror: null,
    onerror: null,
    postMessage: (message) => {
      const question = message as Question<RunnerRequest | Load>;
      const isRun = 'request' in question && ['run', 'run-tasks'].includes(question.request.kind);
      setTimeout(
        () => {
          if (!isDead) worker.onmessage?.({ data: answerTo(question) } as MessageEvent<Answer>);
        },
        isRun ? run_ms : 0,
      );
    },
    terminate: () => {
      isDead = true;
    },
  };
  return worker;
}

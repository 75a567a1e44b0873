/** What the worker of experiments and sweeps does: turns requests into calls of the engine. */

import { Experiment } from '../engine/pkg/runner/chokepoint_runner.js';
import type { Served } from '../engine/serve';
import { SweepHost } from '../sweep/sweep-host';
import type { ExperimentRequest, RunnerRequest } from './runner-messages';

export class RunnerHost {
  private experiment: Experiment | undefined;

  private readonly sweep = new SweepHost();

  readonly perform = (request: RunnerRequest): Served =>
    request.kind === 'open-sweep' || request.kind === 'run-tasks'
      ? this.sweep.perform(request)
      : { value: this.answer(request) ?? null };

  private answer(request: ExperimentRequest): string | undefined {
    switch (request.kind) {
      case 'open':
        this.experiment?.free();
        this.experiment = undefined;
        this.experiment = new Experiment(request.preset);
        return undefined;
      case 'jobs':
        return this.opened().jobs(request.seeds);
      case 'run':
        return this.opened().run(request.job);
      case 'add':
        this.opened().add(request.job, request.result);
        return undefined;
      case 'forget':
        this.opened().forget();
        return undefined;
      case 'report':
        return this.opened().report();
    }
  }

  private opened(): Experiment {
    if (!this.experiment) throw new Error('no experiment is open');
    return this.experiment;
  }
}

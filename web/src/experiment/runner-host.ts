/** What the worker of experiments and sweeps does: turns requests into calls of the engine. */

import type * as RunnerPackage from '../engine/pkg/runner/chokepoint_runner.js';
import type { Served } from '../engine/serve';
import { SweepHost } from '../sweep/sweep-host';
import type { ExperimentRequest, RunnerRequest } from './runner-messages';

/** What is used of a package of the engine that runs experiments and sweeps; whoever makes a host has loaded it. */
export type RunnerBinding = Pick<typeof RunnerPackage, 'Experiment' | 'Sweep'>;

export class RunnerHost {
  private experiment: RunnerPackage.Experiment | undefined;

  private readonly sweep: SweepHost;

  constructor(private readonly binding: RunnerBinding) {
    this.sweep = new SweepHost(binding);
  }

  readonly perform = (request: RunnerRequest): Served =>
    request.kind === 'open-sweep' || request.kind === 'run-tasks'
      ? this.sweep.perform(request)
      : { value: this.answer(request) ?? null };

  private answer(request: ExperimentRequest): string | undefined {
    switch (request.kind) {
      case 'open':
        this.experiment?.free();
        this.experiment = undefined;
        this.experiment = new this.binding.Experiment(request.preset);
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

  private opened(): RunnerPackage.Experiment {
    if (!this.experiment) throw new Error('no experiment is open');
    return this.experiment;
  }
}

/** Performs experiment and sweep requests in a worker, by calling the engine. */

import type { Served } from '../core/border/serve';
import type * as FullPackage from '../core/engine/pkg/full/chokepoint_full.js';
import type { ExperimentRequest, RunnerRequest } from '../core/experiment/runner-messages';
import type { SweepRequest } from '../core/experiment/sweep-messages';
import { SweepHost } from './sweep-host';

/** The part of the engine for experiments and sweeps. */
type RunnerBinding = Pick<typeof FullPackage, 'Experiment' | 'Sweep'>;

export class RunnerHost {
  private experiment: FullPackage.Experiment | undefined;

  private readonly sweep: SweepHost;

  constructor(private readonly binding: RunnerBinding) {
    this.sweep = new SweepHost(binding);
  }

  readonly perform = (request: RunnerRequest): Served =>
    isOfSweep(request) ? this.sweep.perform(request) : { value: this.answer(request) ?? null };

  private answer(request: ExperimentRequest): string | undefined {
    switch (request.kind) {
      case 'open-experiment':
        this.experiment?.free();
        this.experiment = undefined;
        this.experiment = new this.binding.Experiment(request.preset);
        return undefined;
      case 'jobs':
        return this.opened().jobs(request.seeds);
      case 'run-job':
        return this.opened().run(request.job);
      case 'add-result':
        this.opened().add(request.job, request.result);
        return undefined;
      case 'forget':
        this.opened().forget();
        return undefined;
      case 'report':
        return this.opened().report();
    }
  }

  private opened(): FullPackage.Experiment {
    if (!this.experiment) throw new Error('no experiment is open');
    return this.experiment;
  }
}

const OF_SWEEPS: ReadonlySet<string> = new Set<SweepRequest['kind']>([
  'open-sweep',
  'scene-of-point',
  'run-tasks',
  'seeds-of-points',
  'plot-runs',
  'read-sweep',
]);

function isOfSweep(request: RunnerRequest): request is SweepRequest {
  return OF_SWEEPS.has(request.kind);
}

/** Performs screening requests in a worker, by calling the engine. */

import type { Served } from '../core/border/serve';
import type * as FullPackage from '../core/engine/pkg/full/chokepoint_full.js';
import type { ScreeningRequest } from '../features/sweep/screening-messages';

export class ScreeningHost {
  private screening: FullPackage.Screening | undefined;

  constructor(private readonly binding: Pick<typeof FullPackage, 'Screening'>) {}

  readonly perform = (request: ScreeningRequest): Served => ({ value: this.answer(request) });

  private answer(request: ScreeningRequest): string {
    if (request.kind === 'open-screening') {
      this.screening?.free();
      this.screening = undefined;
      this.screening = new this.binding.Screening(request.definition);
      return this.screening.facts();
    }
    if (this.screening === undefined) throw new Error('no screening is open');
    return request.kind === 'run-screening' ? this.screening.run(request.tasks) : this.screening.add(request.rows);
  }
}

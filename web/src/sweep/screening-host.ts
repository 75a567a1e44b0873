/** What the worker of a screening does: turns requests into calls of the engine. */

import { Screening } from '../engine/pkg/runner/chokepoint_runner.js';
import type { Served } from '../engine/serve';
import type { ScreeningRequest } from './screening-messages';

export class ScreeningHost {
  private screening: Screening | undefined;

  readonly perform = (request: ScreeningRequest): Served => ({ value: this.answer(request) });

  private answer(request: ScreeningRequest): string {
    if (request.kind === 'open') {
      this.screening?.free();
      this.screening = undefined;
      this.screening = new Screening(request.definition);
      return this.screening.facts();
    }
    if (this.screening === undefined) throw new Error('no screening is open');
    return request.kind === 'run' ? this.screening.run(request.tasks) : this.screening.add(request.rows);
  }
}

/** The worker of a screening: makes runs, or gathers what others made and says what it comes to. */

import init from '../engine/pkg/runner/chokepoint_runner.js';
import { type Load, serveIn } from '../engine/serve';
import { ScreeningHost } from './screening-host';
import type { ScreeningRequest } from './screening-messages';

const host = new ScreeningHost();

serveIn<ScreeningRequest>(self, init, (request: ScreeningRequest | Load) =>
  request.kind === 'load' ? { value: null } : host.perform(request),
);

/** The worker of experiments and sweeps: runs jobs, or gathers results and judges them. */

import init, * as binding from '../engine/pkg/runner/chokepoint_runner.js';
import { type Load, serveIn } from '../engine/serve';
import { RunnerHost } from './runner-host';
import type { RunnerRequest } from './runner-messages';

const host = new RunnerHost(binding);

serveIn<RunnerRequest>(self, init, (request: RunnerRequest | Load) =>
  request.kind === 'load' ? { value: null } : host.perform(request),
);

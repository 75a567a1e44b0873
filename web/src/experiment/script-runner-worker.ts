/** The worker of experiments and sweeps of scenes in which lanes are scripts. */

import init, * as binding from '../engine/pkg/script/chokepoint_script.js';
import { type Load, serveIn } from '../engine/serve';
import { RunnerHost } from './runner-host';
import type { RunnerRequest } from './runner-messages';

const host = new RunnerHost(binding);

serveIn<RunnerRequest>(self, init, (request: RunnerRequest | Load) =>
  request.kind === 'load' ? { value: null } : host.perform(request),
);

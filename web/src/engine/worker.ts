/** The engine's worker: one lane of a scene. */

import { LabHost } from './lab-host';
import type { LabRequest } from './messages';
import init, * as binding from './pkg/chokepoint_wasm.js';
import { type Load, serveIn } from './serve';

const host = new LabHost(binding);

serveIn<LabRequest>(self, init, (request: LabRequest | Load) =>
  request.kind === 'load' ? { value: null } : host.perform(request),
);

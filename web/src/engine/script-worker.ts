/** The worker of a lane of a scene in which lanes are scripts. */

import { LabHost } from './lab-host';
import type { LabRequest } from './messages';
import init, * as binding from './pkg/script/chokepoint_script.js';
import { ScriptHost } from './script-host';
import { type Load, serveIn } from './serve';

const host = new LabHost(binding, undefined, new ScriptHost(binding));

serveIn<LabRequest>(self, init, (request: LabRequest | Load) =>
  request.kind === 'load' ? { value: null } : host.perform(request),
);

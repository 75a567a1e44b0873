/**
 * The page's worker. Its first message names the engine package. From then on the worker handles all requests that this
 * package can perform. The larger package and its code are loaded on demand.
 */

import { serveIn } from '../core/border/serve';
import { LabHost } from '../core/engine/lab-host';
import init, * as lab from '../core/engine/pkg/lab/chokepoint_lab.js';
import type { EngineRequest } from './full-host';

serveIn<EngineRequest>(self, async ({ package: name, module }) => {
  if (name === 'full') return (await import('./full')).openFull(module);
  await init({ module_or_path: module });
  // This package only runs lanes.
  return new LabHost(lab).perform as (request: EngineRequest) => ReturnType<LabHost['perform']>;
});

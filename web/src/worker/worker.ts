/**
 * The one worker of the page. The first message says which package of the engine it holds; from then on it answers everything
 * that this package can do. The larger package comes with the code that speaks to it only where it is asked for.
 */

import { serveIn } from '../core/border/serve';
import { LabHost } from '../core/engine/lab-host';
import init, * as lab from '../core/engine/pkg/lab/chokepoint_lab.js';
import type { EngineRequest } from './full-host';

serveIn<EngineRequest>(self, async ({ package: name, module }) => {
  if (name === 'full') return (await import('./full')).openFull(module);
  await init({ module_or_path: module });
  // A lane is all that is asked of this package.
  return new LabHost(lab).perform as (request: EngineRequest) => ReturnType<LabHost['perform']>;
});

/** The engine's larger package, loaded in the worker. */

import type { Served } from '../core/border/serve';
import init, * as full from '../core/engine/pkg/full/chokepoint_full.js';
import { type EngineRequest, FullHost } from './full-host';

export async function openFull(module: WebAssembly.Module): Promise<(request: EngineRequest) => Served> {
  await init({ module_or_path: module });
  return new FullHost(full).perform;
}

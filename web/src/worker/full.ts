/** The larger package of the engine, made ready in the worker. */

import init, * as full from '../engine/pkg/full/chokepoint_full.js';
import type { Served } from '../engine/serve';
import { type EngineRequest, FullHost } from './full-host';

export async function openFull(module: WebAssembly.Module): Promise<(request: EngineRequest) => Served> {
  await init({ module_or_path: module });
  return new FullHost(full).perform;
}

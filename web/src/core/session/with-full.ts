/** Scenes that need the full engine, which is then loaded. */

import { type EngineClient, type EngineKind, SceneRefused } from '../border/client';

/** Asks the full engine if another engine refused for lack of a needed part. Rethrows any other refusal. */
export async function askFullEngine<T>(
  refusal: unknown,
  connect: (kind: EngineKind) => Promise<EngineClient>,
  ask: (engine: EngineClient) => Promise<T>,
): Promise<T> {
  if (!(refusal instanceof SceneRefused) || !refusal.needsFull) throw refusal;
  const full = await connect('full');
  try {
    return await ask(full);
  } finally {
    full.close();
  }
}

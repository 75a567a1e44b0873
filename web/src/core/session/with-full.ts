/**
 * Requests about scenes that the page's small engine cannot play. They go to the full engine, which is loaded for them.
 */

import { type EngineClient, type EngineKind, SceneRefused } from '../border/client';

/**
 * Asks the full engine if the small one has refused because it lacks a part that the scene needs. Rethrows any other
 * refusal.
 */
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

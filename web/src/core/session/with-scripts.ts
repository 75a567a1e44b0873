/** Scenes in which lanes are scripts: only one package of the engine reads them, which is loaded by those who have one. */

import { type EngineClient, type EngineKind, SceneRefused } from '../border/client';

/** Asks an engine that reads scripts what another one refused because it reads none; throws the refusal where that was not why. */
export async function askReaderOfScripts<T>(
  refusal: unknown,
  connect: (kind: EngineKind) => Promise<EngineClient>,
  ask: (engine: EngineClient) => Promise<T>,
): Promise<T> {
  if (!(refusal instanceof SceneRefused) || !refusal.needsScripts) throw refusal;
  const reader = await connect('full');
  try {
    return await ask(reader);
  } finally {
    reader.close();
  }
}

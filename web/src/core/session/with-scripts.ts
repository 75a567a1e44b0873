/** Scenes in which lanes are scripts: only one package of the engine reads them, loaded for such scenes. */

import { type EngineClient, type EngineKind, SceneRefused } from '../border/client';

/** Asks an engine with scripts where another one refused for lack of them; throws any other refusal. */
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

/** Requests of the script editor to a separate engine. Loaded with the editor. */

import { allowScript } from '../border/allowed-scripts';
import type { EngineClient } from '../border/client';
import { type Lane, SCRIPT } from '../border/scenario';
import type { ScriptFacts } from '../border/script';
import { fetchedScriptTexts } from '../engine/script-texts';
import { MOST_LANES } from '../run/lanes';
import { type SceneActions, sceneStore } from '../scene/scene-store';
import type { ScriptActions } from '../scene/script-store';
import type { Connect } from './lane-engines';
import { knowScript } from './scripts-from-elsewhere';

/** Number of small scenes in a test of a script. */
const SCENES = 100;
/** A scene in which a script violates an invariant opens at this time before the violation [s]. */
const BEFORE_S = 0.05;

type Means = Pick<SceneActions, 'setLanes' | 'openFromStart' | 'seek'> & { readonly connectEngine: Connect };

export function scriptActions(session: Means): ScriptActions {
  let reader: Promise<EngineClient> | undefined;
  const engine = (): Promise<EngineClient> => {
    reader ??= session.connectEngine('full').catch((problem: unknown) => {
      // After a failure, the next request connects to the engine again.
      reader = undefined;
      throw problem;
    });
    return reader;
  };
  /** Sends a request to the engine. If the engine was lost, it is replaced first. */
  const ask = async <T>(question: (client: EngineClient) => Promise<T>): Promise<T> => {
    try {
      return await question(await engine());
    } catch (problem) {
      reader = undefined;
      throw problem;
    }
  };
  return {
    scriptTexts: fetchedScriptTexts,
    readScript: (text) => ask((client) => client.readScript(text)),
    writeScript: async (lane, text) => {
      const facts = await ask((client) => client.readScript(text));
      const { scenario } = sceneStore.getState();
      if (scenario === undefined || 'problem' in facts) return;
      await knowScript(text);
      await session.setLanes((lanes) => withScript(lanes, lane, text, facts), -1 - lane);
    },
    checkScript: async (text, { signal } = {}) => {
      // Text in the editor was written here or belongs to an allowed scene, so it may run.
      allowScript(text);
      const checked = await ask((client) => client.checkScript(text, SCENES, signal));
      return checked ?? { scenes: 0, packets: 0, broken: null };
    },
    translateScript: (text, target) => ask((client) => client.translateScript(text, target)),
    openBrokenScene: async (scene, at_s) => {
      for (const { script } of scene.lanes) if (script !== undefined) await knowScript(script);
      await session.openFromStart(scene);
      session.seek(Math.max(0, at_s - BEFORE_S));
    },
  };
}

/**
 * The lanes, with a script in the lane at `place`, or in a new last lane if no lane is there. If the lane had a script
 * before, it keeps those of its parameters that the new script declares.
 */
function withScript(lanes: readonly Lane[], place: number, text: string, { about }: ScriptFacts): readonly Lane[] {
  const at = Math.min(place, lanes.length, MOST_LANES - 1);
  const before = lanes[at];
  const params =
    before?.aqm === SCRIPT
      ? Object.fromEntries(Object.entries(before.params).filter(([id]) => about.params.some((spec) => spec.id === id)))
      : {};
  const lane: Lane = { aqm: SCRIPT, params, script: text };
  return [...lanes.slice(0, at), lane, ...lanes.slice(at + 1)];
}

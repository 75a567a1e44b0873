/** The real engine of a lane for tests of the page, in this process. */

import { askerBehind } from '../engine/bridge';
import type { Catalog } from '../engine/catalog';
import type { EngineClient } from '../engine/client';
import { connectLab } from '../engine/lab-client';
import type { LabRequest } from '../engine/messages';
import type { ScriptTexts } from '../engine/script';
import { packageFile, packageModule, type TestWorker, testWorker } from './worker';

export { settled, type TestWorker as Machine, testWorker } from './worker';

/** What an editor of scripts knows before the engine is there. */
export const scriptTexts = (): ScriptTexts => JSON.parse(packageFile('script-texts.json').toString()) as ScriptTexts;

/** What the engine declares of itself. */
export const CATALOG = JSON.parse(packageFile('catalog.json').toString()) as Catalog;

/** An engine as the page gets it. */
export async function testEngine(machine: TestWorker = {}): Promise<EngineClient> {
  const { kind = 'lab' } = machine;
  return connectLab(
    await askerBehind<LabRequest>(testWorker(machine), kind, packageModule(kind)),
    Promise.resolve(CATALOG),
  );
}

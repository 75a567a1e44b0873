/** A lane's real engine, run in-process by the test. */

import type { Catalog } from '../core/border/catalog';
import type { EngineClient } from '../core/border/client';
import type { LabRequest } from '../core/border/messages';
import type { ScriptTexts } from '../core/border/script';
import { askerBehind } from '../core/engine/bridge';
import { connectLab } from '../core/engine/lab-client';
import { packageFile, packageModule, type TestWorker, testWorker } from './worker';

export { answered, settled, type TestWorker as Machine } from './worker';

/**
 * The script editor's tables of functions and scripts to start from. The build stores them in a file, so that they are
 * available without an engine.
 */
export const scriptTexts = (): ScriptTexts => JSON.parse(packageFile('script-texts.json').toString()) as ScriptTexts;

export const CATALOG = JSON.parse(packageFile('catalog.json').toString()) as Catalog;

/** The built engine in a worker of the test, used through the same client as on the page. */
export async function testEngine(machine: TestWorker = {}): Promise<EngineClient> {
  const { kind = 'lab' } = machine;
  return connectLab(
    await askerBehind<LabRequest>(testWorker(machine), kind, packageModule(kind)),
    Promise.resolve(CATALOG),
  );
}

/** The engine's real lesson parser, run in-process by the test. */

import { askerBehind } from '../core/engine/bridge';
import { type LessonReader, type ReaderRequest, readerBehind } from '../core/lesson/lesson-reader';
import { packageModule, testWorker } from './worker';

/**
 * A lesson parser behind the page's own interface. `look_ms` is the time that passes between two readings of its clock.
 */
export async function testReader(look_ms = 0): Promise<LessonReader> {
  const worker = testWorker({ kind: 'full', look_ms });
  return readerBehind(await askerBehind<ReaderRequest>(worker, 'full', packageModule('full')));
}

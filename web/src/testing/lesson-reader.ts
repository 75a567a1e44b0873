/** The real reader of lessons, in the process of the test. */

import { askerBehind } from '../core/engine/bridge';
import { type LessonReader, type ReaderRequest, readerBehind } from '../core/lesson/lesson-reader';
import { packageModule, testWorker } from './worker';

/** A reader as the page uses it. `look_ms`: its time between two readings of the clock. */
export async function testReader(look_ms = 0): Promise<LessonReader> {
  const worker = testWorker({ kind: 'full', look_ms });
  return readerBehind(await askerBehind<ReaderRequest>(worker, 'full', packageModule('full')));
}

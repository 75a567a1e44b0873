/** The engine's real parser of lessons, in the process of the test. */

import { askerBehind } from '../core/engine/bridge';
import { type LessonReader, type ReaderRequest, readerBehind } from '../core/lesson/lesson-reader';
import { packageModule, testWorker } from './worker';

/** A reader, in the form that the page uses. `look_ms` is the time between two readings of its clock. */
export async function testReader(look_ms = 0): Promise<LessonReader> {
  const worker = testWorker({ kind: 'full', look_ms });
  return readerBehind(await askerBehind<ReaderRequest>(worker, 'full', packageModule('full')));
}

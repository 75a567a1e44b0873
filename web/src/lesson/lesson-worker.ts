/** The worker that reads a lesson: text in, the lesson or what is wrong with it out. */

import init, { read_lesson } from '../engine/pkg/lesson/chokepoint_lesson.js';
import { type Load, serveIn } from '../engine/serve';
import type { ReadRequest } from './lesson-reader';

serveIn<ReadRequest>(self, init, (request: ReadRequest | Load) => ({
  value: request.kind === 'load' ? null : read_lesson(request.text, request.presets),
}));

/** The worker that reads a lesson with scripts, and judges what a reader wrote. */

import init, { read_lesson, ScriptJudge } from '../engine/pkg/script/chokepoint_script.js';
import { type Load, serveIn } from '../engine/serve';
import type { LessonRequest } from './lesson-reader';
import { performLesson } from './perform-lesson';

serveIn<LessonRequest>(self, init, (request: LessonRequest | Load) =>
  performLesson(request, { read_lesson, ScriptJudge }, () => performance.now()),
);

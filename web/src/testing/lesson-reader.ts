/** The real reader of lessons for tests of the page, in this process. */
/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { initSync, read_lesson } from '../engine/pkg/lesson/chokepoint_lesson.js';
import type { Answer, Question, WorkerLike } from '../engine/rpc';
import { type Load, server } from '../engine/serve';
import { type LessonReader, type ReadRequest, readerBehind } from '../lesson/lesson-reader';

const binary = readFileSync(new URL('../engine/pkg/lesson/chokepoint_lesson_bg.wasm', import.meta.url));
const module = new WebAssembly.Module(binary);
initSync({ module });

/** A reader as the page gets it. */
export function testReader(): Promise<LessonReader> {
  const answerTo = server((request: ReadRequest | Load) => ({
    value: request.kind === 'load' ? null : read_lesson(request.text, request.presets),
  }));
  const worker: WorkerLike = {
    ...{ onmessage: null, onmessageerror: null, onerror: null },
    postMessage: (message) => {
      const data = answerTo(message as Question<ReadRequest | Load>);
      setTimeout(() => worker.onmessage?.({ data } as MessageEvent<Answer>));
    },
    terminate: () => undefined,
  };
  return readerBehind(worker, module);
}
